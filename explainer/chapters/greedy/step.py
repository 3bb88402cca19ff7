"""Greedy search step by step: every distribution and the choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st

from explainer.analysis.greedy_numbers import Choice as Distribution
from explainer.analysis.greedy_numbers import choice
from explainer.chapters.greedy.force import draw_beside
from explainer.chapters.greedy.state import STEP, Scene, force_at, read_scene
from explainer.decoding import FORBIDDEN
from explainer.drawings import Choice, cell_in, drawing, place_in
from explainer.frame import chapter
from explainer.frame.formula import in_colour, number, tones
from explainer.frame.pickers import move
from explainer.frame.view import View
from explainer.runs.greedy import Path, path_trace
from explainer.runs.tokenizers import tokenizer
from explainer.translation import Translation

TOP: Final = 8  # candidates that are drawn
TERMS: Final = 4  # a longer sum is written with its first terms and dots


def choice_at(path: Path, step: int) -> Distribution:
    """Return the distribution and the chosen token at a step."""
    return choice(path.distribution(step), path.ids[step], TOP, path.first(step))


def draw_step(view: View) -> None:
    """Draw all steps as bars, the effect of another token, formula, shapes and code."""
    text, translation = view.text, view.translation
    with chapter.figure(text("greedy.figure"), text("greedy.figure_line")):
        drawing = st.container()
        scene = read_scene(view)
        path, step = scene.shown, scene.step
        choice = choice_at(path, step)
        with drawing:
            _draw_picks(view, scene)
    draw_beside(view, scene)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, path, step, choice))
        chapter.agreement(text, _difference(translation, path, step))
        st.caption(text("greedy.gibbs"))
    with shapes:
        _shapes(view, scene)
        chapter.code(text, "explainer.decoding.rows", "best_of_rows", "array", "values")


def _draw_picks(view: View, scene: Scene) -> None:
    text, path, step = view.text, scene.shown, scene.step
    rows, free = rows_of(path, tokenizer(view.translation.model).token), scene.free
    left = [
        {"token": token, "prob": float(np.exp(log_prob))}
        for token, log_prob in zip(free.tokens, free.log_probs, strict=True)
    ]

    def choose(choice: Choice) -> None:
        force, at = choice.get("force"), place_in(choice, "at", len(rows))
        if (found := part_in(force, rows)) is not None:
            force_at(scene, found[0], choice_at(path, found[0]).top[found[1]])
        elif at is not None:
            move(STEP, at)

    drawing(
        "greedy/greedy_steps",
        {"rows": rows, "left": None if path.ids == free.ids else left},
        words=text.section("greedy.greedy_steps"),
        key="greedy_greedy_steps",
        chosen={"at": step},
        on_choice=choose,
        blank=partial(_blank, at=step),
    )
    if not path.is_finished:
        st.caption(text("greedy.unfinished", count=len(path.ids)))
    if path.steps[step].too_short:
        st.caption(text("greedy.too_short"))


def rows_of(path: Path, name: Callable[[int], str]) -> list[dict[str, Any]]:
    """Return every step's data: last token read, candidates, and the index of the chosen one."""
    rows = []
    for step in range(len(path.ids)):
        here, first = choice_at(path, step), path.first(step)
        ids, probs = list(here.top), here.probs.tolist()
        if here.chosen not in ids:
            ids.append(here.chosen)
            probs.append(here.prob)
        parts = [
            {"token": name(id), "prob": prob, "may": id not in FORBIDDEN and id >= first}
            for id, prob in zip(ids, probs, strict=True)
        ]
        rows.append(
            {
                "read": path.tokens[step - 1] if step else "<s>",
                "parts": parts,
                "chosen": ids.index(here.chosen),
                "rank": here.rank,
                "entropy": here.entropy,
                "forced": step in path.forced,
            }
        )
    return rows


def part_in(sent: object, rows: Sequence[Mapping[str, Any]]) -> tuple[int, int] | None:
    """Validate a (step, candidate) sent by the browser; None unless it can be forced."""
    found = cell_in(sent, [len(row["parts"]) for row in rows])
    if found is None:
        return None
    step, part = found
    return found if rows[step]["parts"][part]["may"] else None


def _blank(data: Mapping[str, Any], at: int) -> dict[str, Any]:
    """Hide the answer: show the candidates of this step equally wide, alphabetically."""
    known = {"rank": 0, "entropy": 0, "forced": False}
    rows = []
    for row in data["rows"][: at + 1]:
        parts = [{**row["parts"][row["chosen"]], "prob": 1}]
        rows.append({**row, **known, "parts": parts, "chosen": 0})
    names = sorted(part["token"] for part in data["rows"][at]["parts"])
    open_parts = [{"token": name, "prob": 1 / len(names), "may": False} for name in names]
    rows[at] |= {"parts": open_parts, "chosen": None}
    written = [part["token"] for part in data["rows"][at]["parts"]]
    return {"rows": rows, "offers": names, "shown": written}


def _equations(view: View, path: Path, step: int, choice: Distribution) -> list[str]:
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
    """Format a probability for KaTeX, a tiny one as a power of ten."""
    if value >= 1e-3:
        return number(value)
    mantissa, power = f"{value:.1e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(power)}}}"


def _difference(translation: Translation, path: Path, step: int) -> float:
    """Return the difference from an uncached pass, softmax in float64."""
    logits = path_trace(translation, path)["logits"][step].astype(np.float64)
    raised = np.exp(logits - logits.max())
    return float(np.abs(raised / raised.sum() - np.exp(path.distribution(step))).max())


def _shapes(view: View, scene: Scene) -> None:
    translation = view.translation
    text, count = view.text, scene.step + 1
    trace = path_trace(translation, scene.shown)
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
