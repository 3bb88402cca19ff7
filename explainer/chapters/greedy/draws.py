"""The statistician's reading: greedy takes the mode where a sampler would draw; both counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np
import streamlit as st

from explainer.analysis.greedy_numbers import between, drawn_next, followers
from explainer.chapters.greedy.state import read_scene
from explainer.charts.bars import Look, Marks, Series, bars
from explainer.decoding import FORBIDDEN, filter_distribution
from explainer.frame import chapter, choices
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.tables import Column, show_table
from explainer.runs.greedy import draw_outputs
from explainer.runs.tokenizers import tokenizer
from explainer.text.numbers import percent

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.runs.greedy import Floats, Path
    from explainer.runs.resources import Ids

COUNTS: Final = ("20", "100", "500")
USUAL: Final = "100"
SHARES: Final = Look(axis=True, span=(0, 1), form=".1%", label_colour="target_text")
WALK: Final = Look(True, axis=True, form=",.4~g", label_colour="target_text", height=280)
TOP: Final = 8
LISTED: Final = 10  # different outputs in the table


def draw_draws(view: View) -> None:
    """N outputs drawn from the model beside the one greedy output."""
    scene = read_scene(view)
    translation = view.translation
    text, path = view.text, scene.free
    step = min(scene.step, len(path.ids) - 1)
    names = {count: count for count in COUNTS}
    count = int(
        choices.segments(
            text, "greedy_count", text("greedy.count"), names, USUAL, text("greedy.count_help")
        )
    )
    with st.spinner(text("greedy.drawing"), show_time=False):
        outputs = draw_outputs(translation, count)
    if scene.forced:
        st.caption(text("greedy.free_only"))
    with chapter.figure(text("greedy.shares", step=step + 1), text("greedy.shares_line")):
        _shares(view, path, step, outputs)
    with chapter.figure(text("greedy.followers"), text("greedy.followers_line")):
        _followers(view, path, outputs)
    with chapter.figure(text("greedy.outputs"), text("greedy.outputs_line")):
        _outputs(view, path, outputs)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, path, step))
        st.markdown(text("greedy.gibbs"))
    with shapes:
        chapter.shapes(
            text,
            [("chances", "V", (translation.n_vocab,)), ("outputs", "n", (count,))],
            text("greedy.draw_shapes"),
            own="n",
        )
        chapter.code(text, "explainer.decoding.truncation", "draw")


def chances_at(path: Path, step: int) -> Floats:
    """What sampling draws from at a step: the distribution without what is never written."""
    first = path.first(step)
    forbidden = (*FORBIDDEN, *range(len(FORBIDDEN), first))
    return filter_distribution(path.distribution(step), forbidden=forbidden)[0]


def _shares(view: View, path: Path, step: int, outputs: tuple[Ids, ...]) -> None:
    """Of the draws that came this far with greedy, how often each piece was drawn next."""
    text, translation = view.text, view.translation
    next_counts = drawn_next(outputs, path.ids[:step])
    reached, chances = sum(next_counts.values()), chances_at(path, step)
    shown = np.argsort(-chances, kind="stable")[:TOP].tolist()
    pieces = tokenizer(translation.model)
    probs = np.append(chances[shown], max(0.0, 1.0 - chances[shown].sum()))
    counts = [next_counts[piece] for piece in shown]
    counts.append(reached - sum(counts))
    names = [pieces.piece(piece) for piece in shown]
    others = f"{translation.n_vocab - TOP:,}"
    drawn = np.array(counts) / max(1, reached)  # and through it where it should lie
    both = f"{text('greedy.by_draws')} ◆, {text('greedy.range')} ━"
    marks = Marks(both, drawn, "ink", "diamond", *between(probs, max(1, reached)))
    chapter.chart(
        bars(
            labels=[*names, text("greedy.others", count=others)],
            series=[Series(text("greedy.by_model"), probs, "target", told=[*map(str, counts)])],
            look=replace(SHARES, told_title=text("greedy.times_drawn")),
            marks=marks if reached else None,
            label_title=text("greedy.piece"),
            value_title="",
            dark=view.dark,
        ),
        text(
            "greedy.shares_alt",
            piece=names[0],
            probability=percent(probs[0]),
            drawn=counts[0],
            reached=reached,
        ),
        "greedy_shares",
    )
    told = {"reached": reached, "count": len(outputs), "step": step + 1}
    if reached:
        share = percent(counts[0] / reached)
        st.markdown(text("greedy.reached", **told, share=share, probability=percent(probs[0])))
    else:
        st.markdown(text("greedy.nobody", **told))


def _followers(view: View, path: Path, outputs: tuple[Ids, ...]) -> None:
    """How many draws still agree with greedy, and how many should."""
    text = view.text
    counts = followers(outputs, path.ids)
    allowed = [float(chances_at(path, t)[piece]) for t, piece in enumerate(path.ids)]
    expected = len(outputs) * np.cumprod(allowed)
    chapter.chart(
        bars(
            labels=path.pieces,
            series=[Series(text("greedy.follow"), counts.tolist(), "primary")],
            look=WALK,
            marks=Marks(text("greedy.expected"), expected, "target", "line"),
            label_title=text("greedy.piece"),
            value_title=text("greedy.number_of_draws"),
            dark=view.dark,
        ),
        text(
            "greedy.followers_alt", first=int(counts[0]), last=int(counts[-1]), count=len(outputs)
        ),
        "greedy_followers",
    )
    st.markdown(
        text(
            "greedy.coincide",
            same=sum(output == path.ids for output in outputs),
            count=len(outputs),
            expected=f"{expected[-1]:.2f}",
            share=percent(np.exp(path.total)),
        )
    )


def _outputs(view: View, path: Path, outputs: tuple[Ids, ...]) -> None:
    """The different outputs, the most frequent first."""
    translation = view.translation
    text, pieces = view.text, tokenizer(translation.model)
    counts = Counter(outputs)
    rows = [
        {"text": pieces.decode(ids), "times": times, "greedy": ids == path.ids}
        for ids, times in counts.most_common(LISTED)
    ]
    show_table(
        text("greedy.outputs_alt", different=len(counts)),
        {
            "text": Column(text("greedy.output"), width="large"),
            "times": Column(text("greedy.times_drawn"), width="small"),
            "greedy": Column(text("greedy.is_greedy"), width="small"),
        },
        rows,
        key="greedy_outputs",
    )
    once = sum(times == 1 for times in counts.values())
    st.caption(text("greedy.different", different=len(counts), count=len(outputs), once=once))


def _equations(view: View, path: Path, step: int) -> list[str]:
    colours, t = tones(view.dark), step + 1
    given = rf"P(y \mid y_{{<{t}}}, {in_colour(colours, 'source', 'x')})"
    y = in_colour(colours, "target", rf"y_{{{t}}}")
    chances = chances_at(path, step)
    return [
        rf"{y}^{{\,\mathrm{{drawn}}}} = y \;\sim\; {given}",
        rf"{y}^{{\,\mathrm{{greedy}}}} = \operatorname{{argmax}}_{{y}}\, {given}",
        rf"\max_y {given} = \max_y p_y = {number(float(chances.max()))}",
        r"P(\text{greedy} \mid x) = \prod_t p_t"
        rf" = e^{{{path.total:.2f}}} = {number(float(np.exp(path.total)))}",
    ]
