"""The projection with three axes, to be turned round: the one figure that is drawn by Plotly."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.chapters.embeddings.charts import OWN, groups
from explainer.charts.labels import FONT
from explainer.charts.palette import PALETTE, theme

HEIGHT = 520


def projection_3d(
    *,
    places_NC: NDArray[np.floating],
    labels: Sequence[str],
    kinds: Sequence[str],
    kind_names: Sequence[str],
    axis_titles: tuple[str, str, str],
    dark: bool,
) -> dict[str, Any]:
    """A Plotly figure as a plain dictionary: one trace a kind, points (N, 3).

    Raises ValueError when the lists do not fit or there are less than three coordinates.
    """
    if places_NC.shape[1] != 3:
        raise ValueError(f"three coordinates, not {places_NC.shape[1]}")
    colours = PALETTE[theme(dark)]
    traces = []
    for kind, name, tone, mine in groups(places_NC, labels, kinds, kind_names):
        points, faint = np.asarray(places_NC)[mine], kind == "sample"
        words = [labels[i] for i in mine]
        size = 6 if kind in OWN else 3
        traces.append(
            {
                "type": "scatter3d",
                "name": name,
                "mode": "markers" if faint else "markers+text",
                **dict(zip("xyz", points.T.round(4).tolist(), strict=True)),
                "text": [] if faint else words,
                # Plotly reads a few tags below the pointer; a piece is only ever text.
                "hovertext": [escape(word, quote=False) for word in words],
                "hoverinfo": "text",
                "textposition": "top center",
                "textfont": {"color": colours[tone], "size": 12},
                "marker": {
                    "color": colours[tone],
                    "size": size,
                    "opacity": 0.4 if faint else 1.0,
                },
            }
        )
    axes = {
        f"{side}axis": {
            "title": {"text": title},
            "color": colours["second"],
            "gridcolor": colours["line"],
            "backgroundcolor": colours["page"],
        }
        for side, title in zip("xyz", axis_titles, strict=True)
    }
    return {
        "data": traces,
        "layout": {
            "height": HEIGHT,
            "margin": {"l": 0, "r": 0, "t": 0, "b": 0},
            "paper_bgcolor": colours["page"],
            "font": {"color": colours["ink"], "family": FONT},
            "legend": {"orientation": "h", "y": 0},
            "uirevision": "turned",  # where the reader has turned it to stays
            "scene": {**axes, "camera": {"eye": {"x": 1.6, "y": 1.6, "z": 0.9}}},
        },
    }
