"""The ablation bench: one change of the run, and what becomes of the translation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention
from explainer.chapters.ablation.runs import Ablated, Trace, log_probs, without_each
from explainer.chapters.ablation.state import MEMORY, Bench, kind_names, read_bench, switch_off
from explainer.chapters.ablation.switchboard import (
    EVERY,
    Run,
    SwitchWords,
    rows_of,
    switch_of,
    switch_payload,
    switchboard,
)
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter
from explainer.frame.choices import sentence_field
from explainer.frame.formula import difference, factor, in_colour, tones
from explainer.frame.pickers import axis_words, pick_kind, pick_map, picker, sides
from explainer.frame.symbols import SIDES
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text import Text
from explainer.text.numbers import percent, true_minus
from explainer.translation import AttentionKind, prefix_of

MOST_CELLS: Final = 127  # a side of a map
MORE_STEPS: Final = 8  # than the translation has, before a changed one is given up

# What the change does to the formula of the model; the letters are those of the other chapters.
FORMULAS: Final = {
    "attention": r"\mathrm{Attention}(Q,K,V) \;\to\; 0",
    "head": r"[\dots; head_i; \dots] \;\to\; [\dots; 0; \dots]",
    "ffn": r"\mathrm{FFN}(x) \;\to\; 0",
    "residual": r"x + F(x) \;\to\; F(x)",
    "positions": r"\sqrt{d}\, E_{id} + PE \;\to\; \sqrt{d}\, E_{id}",
    "embedding_factor": r"\sqrt{d}\, E_{id} + PE \;\to\; E_{id} + PE",
    "scaling": r"\frac{q \cdot k}{\sqrt{d_k}} \;\to\; \lambda\, \frac{q \cdot k}{\sqrt{d_k}}",
    "uniform": r"\mathrm{softmax}(s)_j \;\to\; \frac{1}{n}",
    "unmask": r"s_{ij} - \infty \;\to\; s_{ij} \quad (j > i)",
    MEMORY: r"\mathrm{Encoder}(x) \;\to\; \mathrm{Encoder}(x')",
}


def draw_bench(view: View) -> None:
    """A switch for every part with what it costs; below it what changed, in words and maps."""
    text, translation = view.text, view.translation
    with chapter.figure(text("ablation.both"), text("ablation.both_line")):
        place = st.container()
        bench = read_bench(view)
        if bench is None:
            return
        ids, fed = translation.source.ids, translation.fed
        changed = resources.experiment(translation.model, ids, fed, bench.changes, bench.memory)
        before = log_probs(translation, translation.trace)
        after = log_probs(translation, changed, bench.changes, bench.memory)
        with place:
            outputs = _board(view, bench, before, after)
    with chapter.figure(text("ablation.maps"), text("ablation.maps_line")):
        _draw_captions(view, outputs, before, after)
        shown = _maps(view, changed, bench)
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, bench, before, after))
    with shapes:
        chapter.shapes(
            text,
            [(name, axes, (1, *changed[name].shape)) for name, axes in shown],
            text("ablation.bench_shapes"),
        )
        chapter.code(text, "explainer.analysis.rerun", "trace_pass", "edited")


def _board(
    view: View, bench: Bench, before: NDArray[np.float64], after: NDArray[np.float64]
) -> tuple[str, str]:
    """The drawing; gives back both translations. Greedy search both times: so that the change is
    all that differs."""
    text, translation = view.text, view.translation
    model, source = translation.model, translation.source.ids
    ids, _, plain = resources.greedy_output(model, source)
    # Without a part it seldom finds an end, and so many steps show that.
    steps = max(resources.BROKEN_STEPS, len(ids) + MORE_STEPS)

    chosen, sizes = switch_of(bench.changes), view.card["model"]
    layers = {"encoder": sizes["n_encoder_layers"], "decoder": sizes["n_decoder_layers"]}
    switches = rows_of(layers, chosen)
    ablated: dict[Intervention, Ablated] = {}
    for is_folded in (True, False):  # what is always drawn is computed once for a sentence
        some = [one.off for one in switches if (one.layer == EVERY) == is_folded]
        ablated |= without_each(translation, some, steps) if some else {}
    rows = {one: _run(ablated[one.off]) for one in switches}
    if chosen:
        result = rows[chosen]
    else:
        memory = bench.memory
        written, _, said = resources.greedy_output(model, source, bench.changes, memory, steps)
        result = _run(Ablated(written, said, after))
    words = SwitchWords(
        name=text("ablation.board"),
        bands=text.each("ablation.*", "encoder", "decoder"),
        parts=text.each("ablation.switch_*", "encoder", "decoder", "cross", "ffn", "positions"),
        layer=text.template("ablation.layer"),
        off=text.template("ablation.off"),
        change=kind_names(text)[bench.kind],
        guesses=(text("ablation.guess_same"), text("ablation.guess_other")),
        **text.each("ablation.*", "before", "every", "empty", "unchanged", "scale"),
    )
    data = switch_payload(
        bench.changes,
        pieces=translation.predicted_pieces,
        before=Run(plain, np.exp(before).tolist()),
        rows=rows,
        other=None if chosen else result,
        words=words,
        dark=view.dark,
    )
    switchboard(data, key="ablation_board", on_switch=switch_off)
    return plain, result.text


def _run(ablated: Ablated) -> Run:
    said = ablated.text + resources.open_end(ablated.written) if ablated.text else ""
    return Run(said, np.exp(ablated.log_probs).tolist())


def _draw_captions(
    view: View,
    outputs: tuple[str, str],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
) -> None:
    """What the drawing shows, in words; the table and the scores are folded."""
    text, translation = view.text, view.translation
    plain, without = outputs
    pieces, worst = translation.predicted_pieces, int((after - before).argmin())
    if plain == without:
        st.caption(text("ablation.same"))
    if plain != translation.text:
        st.caption(text("ablation.greedy"))
        st.text(translation.text)
    st.text(
        text(
            "ablation.worst",
            piece=pieces[worst],
            before=percent(float(np.exp(before[worst]))),
            after=percent(float(np.exp(after[worst]))),
        )
    )
    total = float((after - before).sum())
    st.caption(text("ablation.total", change=true_minus(f"{total:+.2f}"), factor=factor(total)))
    table = chapter.table(text("ablation.table"), "ablation_table")
    if table.open:
        with table:
            _table(text, pieces, before, after)
    fold = chapter.fold(text("ablation.reference"), key="ablation_compare")
    if fold.open:
        with fold:
            _scores(view, plain, without)


def _table(
    text: Text,
    pieces: Sequence[str],
    before: NDArray[np.float64],
    after: NDArray[np.float64],
) -> None:
    show_table(
        text("ablation.pieces"),
        {
            "step": Column(text("ablation.step"), list(range(1, len(pieces) + 1)), width=60),
            "piece": Column(text("ablation.piece"), list(pieces)),
            "before": Column(text("ablation.before"), np.exp(before), "percent"),
            "after": Column(text("ablation.after"), np.exp(after), "percent"),
            "change": Column(text("ablation.change"), after - before, "%.3f"),
        },
    )


def _scores(view: View, plain: str, without: str) -> None:
    """BLEU and chrF of both, where the reader gives a reference."""
    from explainer.engine import score_sentence

    text = view.text
    reference = sentence_field(
        "ablation_reference",
        text("ablation.reference"),
        "",
        "stretch",
        text("ablation.reference_help"),
    ).strip()
    if not reference:
        st.caption(text("ablation.reference_hint"))
        return
    language = str(view.card["target"])
    scores = [score_sentence(words, reference, language) for words in (plain, without)]
    with st.container(horizontal=True, gap="large"):
        for name, first, second in (
            (text("ablation.bleu"), scores[0].bleu, scores[1].bleu),
            (text("ablation.chrf"), scores[0].chrf, scores[1].chrf),
        ):
            st.metric(
                name, f"{first:.1f} → {second:.1f}", f"{second - first:+.1f}", width="content"
            )
    st.caption(text("ablation.scores_line"))


def _maps(view: View, changed: Trace, bench: Bench) -> list[tuple[str, str]]:
    """The same map of both runs. Returns the tensors it is made of, with their axes."""
    text, translation = view.text, view.translation
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        layers, heads = translation.attention(kind).shape[:2]
        layer, head = pick_map(picker(text, translation, kind), layers, heads)
    name = prefix_of(kind, layer)
    for column, title, key, trace in zip(
        st.columns(2, gap="medium"),
        (text("ablation.before"), text("ablation.after")),
        ("ablation_before", "ablation_after"),
        (translation.trace, changed),
        strict=True,
    ):
        with column:
            st.caption(title)
            weights = trace[f"{name}.weights"]
            _map(view, kind, _head_or_mean(weights, head), title, key, bench)
    asked, seen = SIDES[kind]
    return [
        (f"{name}.heads", f"B, H, {asked}, d_k"),
        (f"{name}.weights", f"B, H, {asked}, {seen}"),
    ]


def _head_or_mean(weights_HQS: NDArray[np.float32], head: int | None) -> NDArray[np.float32]:
    return weights_HQS.mean(axis=0) if head is None else weights_HQS[head]


def _map(
    view: View,
    kind: AttentionKind,
    weights: NDArray[np.float32],
    title: str,
    key: str,
    bench: Bench,
) -> None:
    """Another sentence's memory has columns of its own."""
    text, translation = view.text, view.translation
    rows, keys = sides(translation, kind)
    is_other = bench.memory is not None and key == "ablation_after"
    row_labels = bench.memory_pieces if is_other and kind == "encoder" else rows.pieces
    key_labels = bench.memory_pieces if is_other and kind != "decoder" else keys.pieces
    hidden = np.triu(np.ones(weights.shape, dtype=bool), 1) & (weights == 0)
    if max(weights.shape) > MOST_CELLS:
        st.info(text("ablation.too_large", limit=MOST_CELLS))
        return
    row, column = np.unravel_index(int(weights.argmax()), weights.shape)
    chapter.chart(
        cell_map(
            values=weights,
            row_labels=row_labels,
            key_labels=key_labels,
            value_title=text("words.weight"),
            dark=view.dark,
            **axis_words(text, kind),
            masked=hidden if kind == "decoder" else None,
        ),
        text(
            "ablation.map_alt",
            name=title,
            row=row_labels[int(row)],
            column=key_labels[int(column)],
            weight=f"{float(weights[row, column]):.2f}",
        ),
        key,
    )


def _equations(
    view: View, bench: Bench, before: NDArray[np.float64], after: NDArray[np.float64]
) -> list[str]:
    colours = tones(view.dark)
    y = in_colour(colours, "target", "y_t")
    total = rf"\sum_t \log p({y} \mid y_{{<t}}, x)"
    last, first, change = difference(float(after.sum()), float(before.sum()))
    return [
        rf"\text{{{view.text('ablation.changed')}}} = {FORMULAS[bench.kind]}",
        rf"\text{{{view.text('ablation.before')}}} = {total} = {first}",
        rf"\text{{{view.text('ablation.after')}}} = {total} = {last}",
        rf"\Delta = {last} - ({first}) = {change}",
    ]
