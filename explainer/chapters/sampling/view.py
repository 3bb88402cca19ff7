"""The figures of one step: bars before and after, the cut tail, the line of the draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.sampling import BY_BOTH, BY_K, BY_P, LEFT, Segment, entropy, segments
from explainer.chapters.sampling.charts import tail
from explainer.chapters.sampling.lottery import (
    LotteryWords,
    Stretch,
    lottery,
    lottery_payload,
)
from explainer.chapters.sampling.runs import Moment, Path, pieces
from explainer.chapters.sampling.state import Filters, obey_click
from explainer.charts.bars import BAR_PICK, Chosen, Look, Series, bars
from explainer.frame import chapter
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent
from explainer.translation import Translation

SHOWN: Final = 12  # bars
NAMED: Final = 12  # stretches of the line that stand alone
LISTED: Final = 100  # rows of the table
STEPS: Final = Look(True, label_colour="target_text")
CHANCES: Final = Look(form=".3%", label_colour="target_text", label_limit=170)


def fates(text: Text) -> dict[int, str]:
    """What a filter did to a piece, in a word."""
    return {
        LEFT: text("sampling.fate_left"),
        BY_K: text("sampling.fate_k"),
        BY_P: text("sampling.fate_p"),
        BY_BOTH: text("sampling.fate_both"),
    }


def draw_steps(view: View, path: Path, name: str, step: int) -> None:
    """How undecided the model is at every step of the path; a click chooses one."""
    text = view.text
    most = path.undecided
    key = f"sampling_steps_{name}"
    chapter.chart(
        bars(
            labels=path.pieces,
            series=[Series(text("sampling.entropy"), path.entropies, "target")],
            look=STEPS,
            chosen=Chosen(step, click=True),
            label_title=text("sampling.piece"),
            value_title=text("sampling.entropy"),
            dark=view.dark,
        ),
        text(
            "sampling.steps_alt",
            count=len(path.pieces),
            step=most + 1,
            piece=path.pieces[most],
            entropy=f"{path.entropies[most]:.2f}",
        ),
        key,
        on_select=lambda: obey_click(key, len(path.pieces)),
        selection_mode=BAR_PICK,
    )


def draw_filters(view: View, moment: Moment, filters: Filters) -> None:
    """Left the most probable pieces, right all of them added up; below what was cut."""
    translation = view.translation
    left, right = st.columns([0.54, 0.46], gap="large")
    with left:
        _bars(view, moment)
    with right:
        _tail(view, moment, filters)
    st.markdown(_summary(view.text, moment))
    for note in _notes(view.text, moment, filters):
        st.caption(note)
    chapter.agreement(view.text, moment.difference)
    _table(view.text, translation, moment)


def _rows(moment: Moment) -> list[int]:
    """Places in the order: the first ones, and the drawn piece wherever it stands."""
    rows = list(range(min(SHOWN, len(moment.cut.order_N))))
    drawn = int(np.flatnonzero(moment.cut.order_N == moment.drawn)[0])
    return rows if drawn in rows else [*rows, drawn]


def _bars(view: View, moment: Moment) -> None:
    translation = view.translation
    text, done, rows = view.text, moment.cut, _rows(moment)
    ids = tuple(done.order_N[rows].tolist())
    probs_V = np.exp(moment.log_probs_V)
    before, after = probs_V[list(ids)], done.chances_N[rows]
    names, fate = pieces(translation, ids), done.fate_N[rows].tolist()
    words = [
        _before_and_after(text, b, a)
        if f == LEFT
        else text("sampling.bar_cut", before=percent(b), why=fates(text)[f])
        for b, a, f in zip(before, after, fate, strict=True)
    ]
    rest = np.setdiff1d(np.arange(len(done.order_N)), rows)
    others = (max(0.0, 1.0 - float(before.sum())), float(done.chances_N[rest].sum()))
    chapter.chart(
        bars(
            labels=[*names, text("sampling.others", count=f"{len(rest):,}")],
            series=[
                Series(text("sampling.before"), np.append(before, others[0]), "residual"),
                Series(text("sampling.after"), np.append(after, others[1]), "target"),
            ],
            look=CHANCES,
            notes=[*words, _before_and_after(text, *others)],
            chosen=Chosen(ids.index(moment.drawn), framed=True),
            label_title=text("sampling.piece"),
            value_title=" ",
            dark=view.dark,
        ),
        text("sampling.bars_alt"),
        "sampling_bars",
    )


def _before_and_after(text: Text, before: float, after: float) -> str:
    """A probability before and after; once, where nothing that is written changed."""
    told = percent(before), percent(after)
    if told[0] == told[1]:
        return told[0]
    return text("sampling.bar_left", before=told[0], after=told[1])


def _tail(view: View, moment: Moment, filters: Filters) -> None:
    text, done = view.text, moment.cut
    limits = []
    if 0 < filters.top_k < len(done.order_N):
        limits.append((filters.top_k, text("sampling.limit_k", k=filters.top_k)))
    if filters.top_p < 1:
        by_p = int((done.fate_N < BY_P).sum())
        name = text("sampling.limit_p", p=f"{filters.top_p:g}", rank=f"{by_p:,}")
        limits.append((by_p, name))
    chapter.chart(
        tail(
            shares=done.shares_N,
            left=done.left,
            limits=limits,
            rank_title=text("sampling.rank_axis"),
            sum_title=text("sampling.sum_axis"),
            names=(text("sampling.kept"), text("sampling.cut")),
            dark=view.dark,
        ),
        text("sampling.tail_alt"),
        "sampling_tail",
    )


def _summary(text: Text, moment: Moment) -> str:
    done = moment.cut
    before = float(entropy(np.exp(moment.log_probs_V)))
    after = float(entropy(done.chances_N))
    entropies = f"{before:.2f}", f"{after:.2f}"
    if done.left == len(done.order_N) and entropies[0] == entropies[1]:
        choices = f"{np.exp(before):,.1f}"
        return text("sampling.summary_same", entropy=entropies[0], choices=choices)
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


def _notes(text: Text, moment: Moment, filters: Filters) -> list[str]:
    """Which filter cut how much, and combinations in which one has nothing to do."""
    if filters.temperature == 0:
        return [text("sampling.note_zero")]
    fate_N, shares_N = moment.cut.fate_N, moment.cut.shares_N
    if filters.top_k == 0 and filters.top_p == 1:
        return [text("sampling.note_off")]
    parts = [
        text(
            "sampling.cut_by",
            why=fates(text)[fate],
            count=f"{int((fate_N == fate).sum()):,}",
            mass=percent(float(shares_N[fate_N == fate].sum())),
        )
        for fate in (BY_K, BY_P, BY_BOTH)
        if (fate_N == fate).any()
    ]
    return [" · ".join(parts)] if parts else [text("sampling.note_nothing")]


def _table(text: Text, translation: Translation, moment: Moment) -> None:
    table = chapter.table(text("sampling.table", count=LISTED), "sampling_table")
    if not table.open:
        return
    done = moment.cut
    ids = tuple(done.order_N[:LISTED].tolist())
    words = fates(text)
    with table:
        show_table(
            text("sampling.table", count=LISTED),
            {
                "rank": Column(text("sampling.rank"), list(range(1, len(ids) + 1)), width=60),
                "piece": Column(text("sampling.piece"), list(pieces(translation, ids))),
                "before": Column(
                    text("sampling.before"), np.exp(moment.log_probs_V[list(ids)]), "percent"
                ),
                "warm": Column(text("sampling.tempered"), done.shares_N[:LISTED], "percent"),
                "fate": Column(
                    text("sampling.fate"), [words[f] for f in done.fate_N[:LISTED].tolist()]
                ),
                "after": Column(text("sampling.after"), done.chances_N[:LISTED], "percent"),
            },
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
