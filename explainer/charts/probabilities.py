"""How sure the model was: the pieces it chose, and what else it could have written."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, Spec, label_at, look, places, slant
from explainer.charts.palette import PALETTE, theme

STEP_PICK = "step"  # name of the click selection: event["selection"]["step"]
BAR_HEIGHT = 210  # pixels with the slanted names below, which Streamlit fits into the height
ROW_HEIGHT = 27
PRINT_LIMIT = 24  # up to this many pieces the percentages stand above the bars


def chosen_probabilities(
    *,
    pieces: Sequence[str],
    probs: NDArray[np.floating],
    ranks: Sequence[int],
    piece_title: str,
    prob_title: str,
    rank_title: str,
    dark: bool,
    selected: int | None = None,
) -> Spec:
    """One bar for each written piece: the probability (T,) the model gave it at its step.

    `ranks` are 1 for the most probable piece. A click selects `step` (field `t`, 0-based).
    Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(ranks) == len(probs):
        raise ValueError(f"{len(pieces)} pieces, {len(probs)} probabilities, {len(ranks)} ranks")
    colours = PALETTE[theme(dark)]
    height = _number("p", [0, 1.12])
    ink, lean = colours["target_text"], slant(pieces)
    columns = places("t", pieces, piece_title, ink, gap=0.25, labelAngle=lean)
    rank_line = {"field": "rank", "type": "quantitative", "title": rank_title}
    shared = {"x": columns, "y": height, "tooltip": [*_tooltip(piece_title, prob_title), rank_line]}
    chosen = {"param": STEP_PICK, "value": 1.0}
    bars = {
        "name": "bars",
        "mark": {"type": "bar", "cornerRadius": 3, "cursor": "pointer"},
        "encoding": {
            **shared,
            "color": {"value": colours["target"]},
            "opacity": {"condition": chosen, "value": 0.5},
        },
    }
    layers = [bars]
    if len(pieces) <= PRINT_LIMIT:
        layers.append(_numbers(shared, ".0%", colours["ink"], dy=-8))
    frame = pa.table(
        {
            "t": np.arange(len(pieces), dtype=np.int16),
            "p": np.asarray(probs, dtype=np.float32),
            "rank": np.asarray(ranks, dtype=np.int32),
        }
    )
    return {
        **_figure(frame, pieces, "datum.t", dark),
        "height": BAR_HEIGHT,
        "params": [_click(selected)],
        "layer": layers,
    }


def top_candidates(
    *,
    pieces: Sequence[str],
    probs: NDArray[np.floating],
    chosen: int | None,
    others_label: str,
    piece_title: str,
    prob_title: str,
    dark: bool,
) -> Spec:
    """Horizontal bars of the best candidates of one step and a last bar for all others.

    `probs` (N,) are shares of the whole vocabulary, so the last bar is 1 - sum. `chosen` is the
    position of the written piece among them, None when it is not there. Raises ValueError when
    the lengths differ or `chosen` points outside.
    """
    if len(pieces) != len(probs):
        raise ValueError(f"{len(pieces)} pieces for {len(probs)} probabilities")
    if chosen is not None and not 0 <= chosen < len(pieces):
        raise ValueError(f"chosen {chosen} is outside {len(pieces)} candidates")
    colours = PALETTE[theme(dark)]
    shares = np.asarray(probs, dtype=np.float64)
    labels = [*pieces, others_label]
    kinds = ["chosen" if i == chosen else "other" for i in range(len(pieces))] + ["rest"]
    values = np.append(shares, max(0.0, 1.0 - shares.sum()))
    shared = {
        "y": places("i", labels, None, colours["target_text"], gap=0.3),
        "x": _number("p", [0, 1.15]),
        "tooltip": _tooltip(piece_title, prob_title),
    }
    colour = {
        "field": "kind",
        "type": "nominal",
        "legend": None,
        "scale": {
            "domain": ["chosen", "other", "rest"],
            "range": [colours["target"], colours["target"], colours["residual"]],
        },
    }
    pale = {"condition": {"test": "datum.kind === 'other'", "value": 0.6}, "value": 1.0}
    bars = {
        "mark": {"type": "bar", "cornerRadius": 3},
        "encoding": {**shared, "color": colour, "opacity": pale},
    }
    index = np.arange(len(labels), dtype=np.int16)
    frame = pa.table({"i": index, "p": values.astype(np.float32), "kind": kinds})
    return {
        **_figure(frame, labels, "datum.i", dark),
        "height": ROW_HEIGHT * len(labels),
        "layer": [bars, _numbers(shared, ".1%", colours["ink"], align="left", dx=6)],
    }


def _figure(frame: pa.Table, labels: Sequence[str], index: str, dark: bool) -> Spec:
    """Data and look; `piece` is the label at the row's place."""
    return {
        "config": look(dark),
        "datasets": {"rows": frame},
        "data": {"name": "rows"},
        "transform": [{"calculate": label_at(labels, index), "as": "piece"}],
    }


def _click(selected: int | None) -> Spec:
    """A click on a bar picks its step."""
    pick: Spec = {
        "name": STEP_PICK,
        "select": {
            "type": "point",
            "fields": ["t"],
            "on": "click",
            "clear": False,
            "toggle": False,
        },
        "views": ["bars"],
    }
    return pick if selected is None else {**pick, "value": [{"t": selected}]}


def _number(field: str, domain: list[float]) -> Spec:
    return {"field": field, "type": "quantitative", "scale": {"domain": domain}, "axis": None}


def _numbers(shared: Spec, form: str, ink: str, **mark: str | int) -> Spec:
    """The percentages beside the bars."""
    return {
        "mark": {"type": "text", "fontSize": AXIS_SIZE, **mark},
        "encoding": {
            **shared,
            "text": {"field": "p", "type": "quantitative", "format": form},
            "color": {"value": ink},
        },
    }


def _tooltip(piece_title: str, prob_title: str) -> list[Spec]:
    return [
        {"field": "piece", "type": "nominal", "title": piece_title},
        {"field": "p", "type": "quantitative", "title": prob_title, "format": ".1%"},
    ]
