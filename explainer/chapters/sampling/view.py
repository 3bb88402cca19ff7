"""The figure of one step: the line of the draw, above it the model's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.sampling import Segment, entropy, segments
from explainer.chapters.sampling.lottery import (
    LotteryWords,
    Stretch,
    lottery,
    lottery_payload,
)
from explainer.chapters.sampling.runs import Moment, pieces
from explainer.chapters.sampling.state import Filters
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent

NAMED: Final = 12  # stretches of the line that stand alone


def summary(text: Text, moment: Moment) -> str:
    """What was cut, and how undecided the model was and is."""
    done = moment.cut
    before = float(entropy(np.exp(moment.log_probs_V)))
    after = float(entropy(done.chances_N))
    entropies = f"{before:.2f}", f"{after:.2f}"
    if done.left == len(done.order_N) and entropies[0] == entropies[1]:
        choices = f"{np.exp(before):,.1f}"
        return text("sampling.summary_same", entropy=entropies[0], choices=choices)
    if done.left == 1 and moment.cut.shares_N[0] == 1:
        return text("sampling.note_zero")
    return text(
        "sampling.summary",
        all=f"{len(done.order_N):,}",
        left=f"{done.left:,}",
        mass=percent(done.mass_cut),
        before=entropies[0],
        after=entropies[1],
        choices=f"{np.exp(before):,.1f}",
        choices_after=f"{np.exp(after):,.1f}",
    )


def draw_pick(view: View, moment: Moment, filters: Filters) -> None:
    """The pieces on the line 0..1 and the number that falls on it; above, the model's own line."""
    text = view.text
    before_V = _before(moment)
    parts = segments(before_V, moment.chances_V, moment.drawn, NAMED)
    stretches = _stretches(view, parts)
    merged = [part for part in parts if part.piece < 0 and part.high > part.low]
    hit = next(s for s, part in zip(stretches, parts, strict=True) if part.piece == moment.drawn)
    holes = {name: f"{{{name}}}" for name in ("uniform", "piece", "low", "high")}
    words = LotteryWords(
        name=text(
            "sampling.line_alt",
            uniform=f"{moment.uniform:.4f}",
            piece=hit.label,
            low=f"{hit.low:.4f}",
            high=f"{hit.high:.4f}",
        ),
        picked=text("sampling.picked", **holes),
        moved=text("sampling.moved", **holes),
        before=_line_before(text, float(before_V[moment.chances_V == 0].sum())),
        after=_line_after(text, moment, filters),
        handle=text("sampling.handle"),
        rest=text(
            "sampling.rest",
            count=f"{sum(part.count for part in merged):,}",
            share=percent(sum(part.high - part.low for part in merged)),
        )
        if merged
        else "",
    )
    data = lottery_payload(parts=stretches, uniform=moment.uniform, words=words, dark=view.dark)
    lottery(data, key="sampling_line")


def _before(moment: Moment) -> NDArray[np.float64]:
    """The model's own probabilities of what may be written, (V,)."""
    order_N = moment.cut.order_N
    probs_V = np.zeros(len(moment.log_probs_V))
    probs_V[order_N] = np.exp(moment.log_probs_V[order_N])
    return probs_V / probs_V.sum()


def _stretches(view: View, parts: Sequence[Segment]) -> list[Stretch]:
    """The parts with their names; many in one are counted, those that are left or, of none, all."""
    text = view.text
    named = [part.piece for part in parts if part.piece >= 0]
    names = dict(zip(named, pieces(view.translation, tuple(named)), strict=True))
    return [
        Stretch(
            part.low,
            part.high,
            part.was,
            names.get(part.piece) or text("sampling.merged", count=f"{part.count:,}"),
            part.piece < 0,
        )
        for part in parts
    ]


def _line_before(text: Text, mass: float) -> str:
    if not mass:
        return text("sampling.line_before")
    return text("sampling.line_before_cut", mass=percent(mass))


def _line_after(text: Text, moment: Moment, filters: Filters) -> str:
    """What was done to the upper line, in a few words."""
    warm, is_cut = filters.temperature != 1, moment.cut.left < len(moment.cut.order_N)
    if filters.temperature == 0:
        return text("sampling.line_after_zero")
    if warm and is_cut:
        return text("sampling.line_after_both", temperature=f"{filters.temperature:g}")
    if warm:
        return text("sampling.line_after_warm", temperature=f"{filters.temperature:g}")
    return text("sampling.line_after") if is_cut else text("sampling.line_after_same")
