"""The ablation bench: change one part of the run and compare the translations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from functools import partial
from typing import Any, Final

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention
from explainer.chapters.ablation.runs import Ablated, log_probs, without_each
from explainer.chapters.ablation.state import KIND, MEMORY, Bench, read_bench, switch_off
from explainer.chapters.ablation.switches import EVERY, rows_of, switch_of, touches
from explainer.drawings import Choice, drawing
from explainer.frame import chapter
from explainer.frame.formula import difference, factor, in_colour, tones
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text.numbers import true_minus

GUESSES: Final = ("same", "other")  # what may become of the translation
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
    """Draw a switch for every part of the model with the effect of turning it off."""
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
            plain = _board(view, bench, before, after)
        if plain != translation.text:
            st.caption(text("ablation.greedy"))
            st.text(translation.text)
        total = float((after - before).sum())
        st.caption(text("ablation.total", change=true_minus(f"{total:+.2f}"), factor=factor(total)))
    numbers, shapes = chapter.details()
    with numbers:
        chapter.formula(text, _equations(view, bench, before, after))
    with shapes:
        rows = [("logits", "B, T, V", (1, *changed["logits"].shape))]
        chapter.shapes(text, rows, text("ablation.bench_shapes"))
        chapter.code(text, "explainer.engine.rerun", "trace_pass", "edited")


def _board(
    view: View, bench: Bench, before: NDArray[np.float64], after: NDArray[np.float64]
) -> str:
    """Draw the figure; return the unchanged translation, by greedy search as the changed one."""
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
    rows = [
        {
            **asdict(one),
            **_run(ablated[one.off]),
            "id": one.id,
            "changed": not chosen and any(touches(change, one) for change in bench.changes),
        }
        for one in switches
    ]
    other = None
    if not chosen:
        memory = bench.memory
        written, _, said = resources.greedy_output(model, source, bench.changes, memory, steps)
        other = {"name": KIND.names(text)[bench.kind], **_run(Ablated(written, said, after))}

    def choose(choice: Choice) -> None:
        for one in switches:
            if one.id == choice.get("off"):
                switch_off(one)

    drawing(
        "ablation/switchboard",
        {
            "tokens": translation.predicted_tokens,
            "before": {"text": plain, "probs": np.exp(before).tolist()},
            "rows": rows,
            "other": other,
        },
        words=text.section("ablation.switchboard"),
        key="ablation_board",
        chosen={"off": chosen.id if chosen else None},
        on_choice=choose,
        blank=partial(_blank, off=chosen.id if chosen else None),
    )
    return plain


def _run(ablated: Ablated) -> dict[str, Any]:
    said = (
        ablated.text + resources.ellipsis_unless_finished(ablated.written) if ablated.text else ""
    )
    return {"text": said, "probs": np.exp(ablated.log_probs).tolist()}


def _blank(data: Mapping[str, Any], off: str | None) -> dict[str, Any]:
    """Return the data before the answer: the translation as it is."""
    hidden = {"text": None, "probs": None}
    return {
        **data,
        "off": off,
        "before": {**data["before"], "probs": None},
        "rows": [{**row, **hidden} for row in data["rows"]],
        "other": data["other"] and {**data["other"], **hidden},
        "offers": list(GUESSES),
    }


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
