"""Greedy search step by step: every distribution, the choice, the look at the source."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import accumulate
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.greedy_numbers import Choice, choice
from explainer.chapters.greedy.force import draw_beside
from explainer.chapters.greedy.picks import Part, PickWords, Row, picks, picks_payload
from explainer.chapters.greedy.state import STEP, Scene, force_at, read_scene
from explainer.charts.bars import Look, Series, bars
from explainer.decoding import FORBIDDEN
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import move, pick_map, picker
from explainer.frame.view import View
from explainer.runs.greedy import Path, trace_of
from explainer.runs.tokenizers import tokenizer
from explainer.text import Text
from explainer.translation import Translation

TOP: Final = 8  # candidates that are drawn
TERMS: Final = 4  # a longer sum is written with its first terms and dots


def choice_at(path: Path, step: int) -> Choice:
    return choice(path.distribution(step), path.ids[step], TOP, path.first(step))


def draw_step(view: View) -> None:
    """All steps as bars, what another token leads to, the look; then formula, shapes and code."""
    text, translation = view.text, view.translation
    with chapter.figure(text("greedy.figure"), text("greedy.figure_line")):
        drawing = st.container()
        scene = read_scene(view)
        path, step = scene.shown, scene.step
        choice = choice_at(path, step)
        with drawing:
            _draw_picks(view, scene)
    draw_beside(view, scene, choice)
    with chapter.figure(text("greedy.looks"), text("greedy.looks_line")):
        _looks(view, scene)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, path, step, choice))
        chapter.agreement(text, _difference(translation, path, step))
    with shapes:
        _shapes(view, scene)
        chapter.code(text, "explainer.decoding.rows", "best_of_rows", "array", "values")


def _draw_picks(view: View, scene: Scene) -> None:
    text, path, step = view.text, scene.shown, scene.step
    picks(
        picks_payload(
            rows=rows_of(path, tokenizer(view.translation.model).piece),
            chosen=step,
            words=_pick_words(text),
            dark=view.dark,
        ),
        key="greedy_picks",
        on_step=partial(move, STEP),
        on_force=lambda at, part: force_at(scene, at, choice_at(path, at).top[part]),
    )
    if not path.is_finished:
        st.caption(text("greedy.unfinished", count=len(path.ids)))
    if path.steps[step].too_short:
        st.caption(text("greedy.too_short"))


def rows_of(path: Path, name: Callable[[int], str]) -> list[Row]:
    """Every step of the walked output: what it reads last, its candidates, what it wrote."""
    rows = []
    for step, total in enumerate(accumulate(path.log_probs)):
        here, first = choice_at(path, step), path.first(step)
        ids, probs = list(here.top), list(here.probs)
        if here.chosen not in ids:
            ids.append(here.chosen)
            probs.append(here.prob)
        parts = [
            Part(name(id), float(prob), id not in FORBIDDEN and id >= first)
            for id, prob in zip(ids, probs, strict=True)
        ]
        read = path.pieces[step - 1] if step else "<s>"
        at = ids.index(here.chosen)
        rows.append(Row(read, parts, at, here.rank, here.entropy, total, step in path.forced))
    return rows


def _pick_words(text: Text) -> PickWords:
    return PickWords(
        title=text("greedy.picks_alt"),
        read=text("greedy.read"),
        bars=text("greedy.bars"),
        play=text("greedy.play"),
        told=text.template("greedy.pick_told"),
        second=text.template("greedy.pick_second"),
        would=text.template("greedy.pick_would"),
        forced=text("greedy.pencil"),
    )


def _looks(view: View, scene: Scene) -> None:
    """The cross-attention of this step over the source."""
    translation = view.translation
    text, trace = view.text, trace_of(translation, scene.shown)
    with st.container(horizontal=True, gap="medium"):
        shape = translation.attention("cross").shape
        layer, head = pick_map(picker(text, translation, "cross"), shape[0], shape[1])
    weights = trace[f"decoder.{layer}.cross_attn.weights"][:, scene.step]
    row = weights.mean(axis=0) if head is None else weights[head]
    pieces = translation.source.pieces
    most = int(row.argmax())
    chapter.chart(
        bars(
            labels=pieces,
            series=[Series(text("greedy.weight"), row, "weight")],
            look=Look(span=(0, 1), label_colour="source_text"),
            label_title=text("greedy.source"),
            value_title=text("greedy.weight"),
            dark=view.dark,
        ),
        text("greedy.looks_alt", piece=pieces[most], weight=f"{float(row[most]):.2f}"),
        "greedy_looks",
    )


def _equations(view: View, path: Path, step: int, choice: Choice) -> list[str]:
    colours, t = tones(view.dark), step + 1
    given = rf"P(y \mid y_{{<{t}}}, {in_colour(colours, 'source', 'x')})"
    terms = [f"({value:.2f})" for value in path.log_probs[:TERMS]]
    dots = [r"\cdots"] if len(path.ids) > TERMS else []
    y = in_colour(colours, "target", rf"y_{{{t}}}")
    best = number(float(np.exp(path.distribution(step)[choice.best])))
    lines = [rf"\max_{{y}} {given} = \max_y p_y = {best}"]
    if choice.chosen == choice.best:
        lines.insert(0, rf"{y} = \operatorname{{argmax}}_{{y \in V}}\, {given}")
    else:
        lines.append(rf"P({y} \mid y_{{<{t}}}, x) = p_{{{t}}} = {small(choice.prob)}")
    return [
        *lines,
        rf"H_{{{t}}} = -\sum_{{y \in V}} p_y \ln p_y = {number(choice.entropy)}",
        r"\log P(y \mid x) = \sum_t \log p_t"
        rf" = {' + '.join(terms + dots)} \\ & = \mathbf{{{path.total:.2f}}}",
    ]


def small(value: float) -> str:
    """A probability for KaTeX; a tiny one as a power of ten."""
    if value >= 1e-3:
        return number(value)
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def _difference(translation: Translation, path: Path, step: int) -> float:
    """The search's probabilities, with the cache, from a pass without one; softmax in float64."""
    logits = trace_of(translation, path)["logits"][step].astype(np.float64)
    raised = np.exp(logits - logits.max())
    return float(np.abs(raised / raised.sum() - np.exp(path.distribution(step))).max())


def _shapes(view: View, scene: Scene) -> None:
    translation = view.translation
    text, count = view.text, scene.step + 1
    trace = trace_of(translation, scene.shown)
    heads, _, source = trace["decoder.0.cross_attn.weights"].shape
    width = trace["output"].shape[-1]
    chapter.shapes(
        text,
        [
            ("fed", "B, T", (1, count)),
            ("output", "B, d_model", (1, width)),
            ("logits", "B, V", (1, translation.n_vocab)),
            ("cross", "B, H, 1, S", (1, heads, 1, source)),
        ],
        text("greedy.shapes_line"),
    )
