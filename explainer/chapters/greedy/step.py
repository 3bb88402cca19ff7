"""One step of greedy search: what is read, the distribution, the choice, the look at the source."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.greedy_numbers import Choice, choice
from explainer.chapters.greedy.charts import source_weights
from explainer.chapters.greedy.force import draw_beside, draw_force, output_chips, percent
from explainer.chapters.greedy.state import STEP, Scene, read_scene
from explainer.charts.probabilities import top_candidates
from explainer.components.chips import Chip, ChipRow, chips
from explainer.decoding import FORBIDDEN
from explainer.frame import chapter
from explainer.frame.formula import coloured, number, tones
from explainer.frame.pickers import move, pick_map, picker
from explainer.frame.snippets import draw_snippet, greedy_total
from explainer.frame.view import View
from explainer.runs.greedy import Path, trace_of
from explainer.runs.tokenizers import tokenizer
from explainer.text.numbers import decimal
from explainer.translation import Translation

TOP: Final = 8  # candidates that are drawn
TERMS: Final = 4  # a longer sum is written with its first terms and dots


def choice_at(path: Path, step: int) -> Choice:
    return choice(path.distribution(step), path.ids[step], TOP, path.first(step))


def draw_step(view: View) -> None:
    """The step, both outputs, then formula, shapes and code."""
    scene = read_scene(view)
    translation = view.translation
    text, path, step = view.text, scene.shown, scene.step
    found = choice_at(path, step)
    title = text("greedy.figure", step=step + 1, total=len(path.ids))
    with chapter.figure(title, text("greedy.figure_line")):
        draw_output(view, scene)
        left, right = st.columns([0.47, 0.53], gap="medium")
        with left:
            _candidates(view, scene, found)
        with right:
            _looks(view, scene)
        _facts(view, scene, found)
        draw_force(view, scene, found)
    draw_beside(view, scene)
    numbers, shapes = st.columns(2, gap="large")
    with numbers:
        chapter.formula(text, _equations(view, path, step, found))
        chapter.agreement(text, _difference(translation, path, step))
        written = greedy_total(translation, path.ids, bool(path.forced), path.total)
        draw_snippet(text, "greedy", written)
    with shapes:
        _shapes(view, scene)
        chapter.code(text, "explainer.decoding.rows", "best_of_rows")


def draw_output(view: View, scene: Scene) -> None:
    """What the decoder reads at this step, and the whole output; a click goes to that step."""
    text, path, step = view.text, scene.shown, scene.step
    read = [Chip("<s>", "special"), *output_chips(path, step)]
    read = [Chip(chip.piece, chip.kind, (), chip.begins) for chip in read]
    chips(
        rows=[
            ChipRow(text("greedy.read", count=len(read)), read),
            ChipRow(text("greedy.written"), output_chips(path)),
        ],
        title=text("greedy.chips_alt"),
        dark=view.dark,
        key="greedy_output",
        chosen=(1, step),
        on_pick=lambda place: move(STEP, place[1]),
    )
    if path.forced:
        st.caption(text("greedy.pencil"))
    if not path.is_finished:
        st.caption(text("greedy.unfinished", count=len(path.ids)))


def _candidates(view: View, scene: Scene, found: Choice) -> None:
    """The most probable pieces; a chosen one that is not among them stands behind them."""
    text, translation = view.text, view.translation
    shown, probs = list(found.top), list(found.probs)
    if found.chosen not in shown:
        shown.append(found.chosen)
        probs.append(found.prob)
    pieces = tokenizer(translation.model)
    names = [pieces.piece(piece) for piece in shown]
    st.markdown(f"**{text('greedy.candidates')}**")
    st.caption(text("greedy.candidates_line", vocabulary=f"{translation.n_vocab:,}"))
    chapter.chart(
        top_candidates(
            pieces=names,
            probs=np.array(probs),
            chosen=shown.index(found.chosen),
            others_label=text("greedy.others", count=f"{translation.n_vocab - len(shown):,}"),
            label_title=text("greedy.piece"),
            value_title=text("greedy.probability"),
            dark=view.dark,
        ),
        text(
            "greedy.candidates_alt", count=len(shown), piece=names[0], probability=f"{probs[0]:.1%}"
        ),
        "greedy_candidates",
    )
    if any(piece in FORBIDDEN for piece in found.top):
        st.caption(text("greedy.forbidden"))


def _looks(view: View, scene: Scene) -> None:
    """The cross-attention of this step over the source."""
    translation = view.translation
    text, trace = view.text, trace_of(translation, scene.shown)
    st.markdown(f"**{text('greedy.looks')}**")
    with st.container(horizontal=True, gap="medium"):
        shape = translation.attention("cross").shape
        layer, head = pick_map(picker(text, translation, "cross"), shape[0], shape[1])
    weights = trace[f"decoder.{layer}.cross_attn.weights"][:, scene.step]
    row = weights.mean(axis=0) if head is None else weights[head]
    pieces = translation.source.pieces
    most = int(row.argmax())
    chapter.chart(
        source_weights(
            weights=row,
            pieces=pieces,
            label_title=text("greedy.source"),
            value_title=text("greedy.weight"),
            dark=view.dark,
        ),
        text("greedy.looks_alt", piece=pieces[most], weight=f"{float(row[most]):.2f}"),
        "greedy_looks",
    )
    st.caption(text("greedy.looks_line"))


def _facts(view: View, scene: Scene, found: Choice) -> None:
    """Probability, rank, entropy and the sum so far."""
    text = view.text
    so_far = sum(scene.shown.log_probs[: scene.step + 1])
    with st.container(horizontal=True, gap="large"):
        st.metric(text("greedy.chosen_p"), percent(found.prob, 1), width="content")
        st.metric(text("greedy.rank"), f"{found.rank:,}", width="content")
        st.metric(
            text("greedy.entropy"),
            text("greedy.bits", bits=f"{found.entropy:.2f}"),
            width="content",
            help=text("greedy.entropy_help"),
        )
        st.metric(text("greedy.total"), decimal(so_far), width="content")
    st.caption(
        text("greedy.entropy_line", bits=f"{found.entropy:.2f}", even=f"{2**found.entropy:.1f}")
    )
    if scene.shown.steps[scene.step].too_short:
        st.caption(text("greedy.too_short"))


def _equations(view: View, path: Path, step: int, found: Choice) -> list[str]:
    colours, t = tones(view.dark), step + 1
    given = rf"P(y \mid y_{{<{t}}}, {coloured(colours, 'source', 'x')})"
    terms = [f"({value:.2f})" for value in path.log_probs[:TERMS]]
    dots = [r"\cdots"] if len(path.ids) > TERMS else []
    y = coloured(colours, "target", rf"y_{{{t}}}")
    best = number(float(np.exp(path.distribution(step)[found.best])))
    lines = [rf"\max_{{y}} {given} = \max_y p_y = {best}"]
    if found.chosen == found.best:
        lines.insert(0, rf"{y} = \operatorname{{argmax}}_{{y \in V}}\, {given}")
    else:
        lines.append(rf"P({y} \mid y_{{<{t}}}, x) = p_{{{t}}} = {small(found.prob)}")
    return [
        *lines,
        rf"H_{{{t}}} = -\sum_{{y \in V}} p_y \log_2 p_y = {number(found.entropy)}",
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
