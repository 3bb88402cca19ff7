"""How sure the model was: the pieces it chose, and what else it could have written."""

from __future__ import annotations

from collections.abc import Sequence

import altair as alt
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from explainer.charts.labels import AXIS_SIZE, axis, finish, picked, slant
from explainer.charts.palette import PALETTE, theme

STEP_PICK = "step"  # name of the click selection: event["selection"]["step"]
BAR_HEIGHT = 120
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
) -> alt.LayerChart:
    """One bar for each written piece: the probability (T,) the model gave it at its step.

    `ranks` are 1 for the most probable piece. A click selects `step` (field `t`, 0-based).
    Raises ValueError when the lengths differ.
    """
    if not len(pieces) == len(ranks) == len(probs):
        raise ValueError(f"{len(pieces)} pieces, {len(probs)} probabilities, {len(ranks)} ranks")
    colours = PALETTE[theme(dark)]
    frame = pd.DataFrame(
        {"t": np.arange(len(pieces)), "p": np.asarray(probs), "rank": np.asarray(ranks)}
    ).astype({"t": np.int16, "p": np.float32, "rank": np.int32})
    start = alt.Undefined if selected is None else [{"t": selected}]
    pick = alt.selection_point(
        name=STEP_PICK, fields=["t"], on="click", clear=False, toggle=False, value=start
    )
    base = alt.Chart(frame).transform_calculate(piece=picked(pieces, "datum.t")).encode(
        x=alt.X(
            "t:O",
            scale=alt.Scale(domain=list(range(len(pieces))), paddingInner=0.25),
            axis=_axis(pieces, piece_title, dark, labelAngle=slant(pieces)),
        ),
        tooltip=[*_tooltip(piece_title, prob_title), alt.Tooltip("rank:Q", title=rank_title)],
    )
    height = alt.Y("p:Q", scale=alt.Scale(domain=[0, 1.12]), axis=None)
    bars = base.mark_bar(cornerRadius=3, cursor="pointer").encode(
        y=height,
        color=alt.value(colours["target"]),
        opacity=alt.condition(pick, alt.value(1.0), alt.value(0.5)),
    ).add_params(pick)
    layers = [bars]
    if len(pieces) <= PRINT_LIMIT:
        layers.append(
            base.mark_text(dy=-8, fontSize=AXIS_SIZE).encode(
                y=height, text=alt.Text("p:Q", format=".0%"), color=alt.value(colours["ink"])
            )
        )
    return finish(alt.layer(*layers).properties(height=BAR_HEIGHT), dark)


def top_candidates(
    *,
    pieces: Sequence[str],
    probs: NDArray[np.floating],
    chosen: int | None,
    others_label: str,
    piece_title: str,
    prob_title: str,
    dark: bool,
) -> alt.LayerChart:
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
    kind = ["chosen" if i == chosen else "other" for i in range(len(pieces))] + ["rest"]
    values = np.append(shares, max(0.0, 1.0 - shares.sum()))
    frame = pd.DataFrame({"i": np.arange(len(labels)), "p": values, "kind": kind})
    frame = frame.astype({"i": np.int16, "p": np.float32})
    base = alt.Chart(frame).transform_calculate(piece=picked(labels, "datum.i")).encode(
        y=alt.Y(
            "i:O",
            scale=alt.Scale(domain=list(range(len(labels))), paddingInner=0.3),
            axis=_axis(labels, None, dark),
        ),
        x=alt.X("p:Q", scale=alt.Scale(domain=[0, 1.15]), axis=None),
        tooltip=_tooltip(piece_title, prob_title),
    )
    bars = base.mark_bar(cornerRadius=3).encode(
        color=alt.Color(
            "kind:N", legend=None,
            scale=alt.Scale(
                domain=["chosen", "other", "rest"],
                range=[colours["target"], colours["target"], colours["residual"]],
            ),
        ),
        opacity=alt.condition("datum.kind === 'other'", alt.value(0.6), alt.value(1.0)),
    )
    numbers = base.mark_text(align="left", dx=6, fontSize=AXIS_SIZE).encode(
        text=alt.Text("p:Q", format=".1%"), color=alt.value(colours["ink"])
    )
    return finish(alt.layer(bars, numbers).properties(height=ROW_HEIGHT * len(labels)), dark)


def _axis(labels: Sequence[str], title: str | None, dark: bool, **options: int) -> alt.Axis:
    """Pieces of the translation along an axis."""
    return alt.Axis(**axis(labels, title, PALETTE[theme(dark)]["target_text"], **options))


def _tooltip(piece_title: str, prob_title: str) -> list[alt.Tooltip]:
    return [
        alt.Tooltip("piece:N", title=piece_title),
        alt.Tooltip("p:Q", title=prob_title, format=".1%"),
    ]
