"""Why the contests differ, both costs as formulas, and the mistake of comparing two BLEU scores."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explainer.analysis.training_cost import hardware_flops
from explainer.chapters.results.models import (
    Own,
    measurements,
    paper_counted,
    paper_flops,
    paper_tokens,
)
from explainer.chapters.results.view import Wish, task_names
from explainer.data.results import (
    BASE,
    BIG,
    GPU,
    GPUS,
    SYSTEMS,
    TERAFLOPS,
    TEST_SENTENCES,
    TEST_SET,
    TRAINING_PAIRS,
    TRAININGS,
    VOCABULARY,
    Training,
)
from explainer.frame import chapter, choices, teaching
from explainer.frame.tables import Column, columns_by_title, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power


def draw_contests(view: View, wish: Wish, models: Sequence[Own]) -> None:
    """Row by row what differs between the paper's test and those of our models."""
    text = view.text
    big = next(one for one in SYSTEMS if one.name == BIG.name)
    what = [
        text("results.direction"),
        text("results.test_set"),
        text("results.sentences"),
        text("results.pairs"),
        text("results.parameters"),
        text("results.tokens"),
        text("results.cost_6nd"),
        text("results.bleu_axis"),
        text("results.ruler"),
    ]
    columns = {
        BIG.name: [
            task_names(text)[wish.task],
            TEST_SET,
            f"{TEST_SENTENCES:,}",
            f"{TRAINING_PAIRS[wish.task]:,}",
            f"{BIG.parameters:,}",
            f"{paper_tokens(BIG):,}",
            power(paper_flops(BIG, wish.count), 1),
            f"{big.bleu[wish.task]:g}",
            text("results.ruler_paper"),
        ],
    }
    for model in models:
        columns[model.name] = _facts(text, model, wish)
    show_table(
        text("results.contests_alt", count=len(models)),
        {"what": Column(text("results.what"), what, pinned=True), **columns_by_title(columns)},
    )


def _facts(text: Text, model: Own, wish: Wish) -> list[str]:
    return [
        f"{model.source} → {model.target}",
        text("results.own_test"),
        f"{model.sentences:,}",
        _number(model.pairs),
        f"{model.parameters:,}",
        _number(model.tokens),
        power(model.flops(wish.count), 1) if model.tokens else "–",
        f"{model.bleu:.2f}",
        model.tokenizer,
    ]


def _number(value: int) -> str:
    return f"{value:,}" if value else "–"


def draw_formula(view: View, wish: Wish, models: Sequence[Own]) -> None:
    """Both costs of the paper's models, and that of one of ours."""
    if teaching.hides("formula"):
        return
    text = view.text
    known = {model.name: model for model in models if model.tokens}
    chosen = None
    if known:
        start = view.translator_name if view.translator_name in known else next(iter(known))
        names = {name: name for name in known}
        chosen = known[choices.select(text, "results_model", text("results.model"), names, start)]
    chapter.formula(text, _equations(wish, chosen))
    st.caption(_rounds(text, wish))
    if chosen and chosen.hours:
        rate = chosen.flops(wish.count) / (chosen.hours * 3600) / 1e9
        st.caption(
            text("results.rate", model=chosen.name, hours=f"{chosen.hours:g}", rate=f"{rate:,.0f}")
        )


def _tex(value: float) -> str:
    mantissa, exponent = f"{value:.2e}".split("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}"


def _equations(wish: Wish, model: Own | None) -> list[str]:
    lines = [
        rf"C_\mathrm{{{'base' if one is BASE else 'big'}}} = t \cdot n \cdot S = "
        rf"{one.hours:g} \cdot 3600 \cdot {GPUS} \cdot {TERAFLOPS[GPU]} \cdot 10^{{12}} = "
        rf"{_tex(_by_hours(one))}"
        for one in TRAININGS
    ]
    lines += [
        rf"C'_\mathrm{{{'base' if one is BASE else 'big'}}} = 6\,N D = "
        rf"6 \cdot {_tex(paper_counted(one, wish.count))} \cdot {_tex(paper_tokens(one))} = "
        rf"{_tex(paper_flops(one, wish.count))}"
        for one in TRAININGS
    ]
    if model is not None:
        lines.append(
            rf"C' = 6\,N D = 6 \cdot {_tex(model.n_parameters(wish.count))} \cdot "
            rf"{_tex(model.tokens)} = {_tex(model.flops(wish.count))}"
        )
    return lines


def _by_hours(one: Training) -> float:
    return hardware_flops(one.hours, GPUS, TERAFLOPS[GPU])


def _rounds(text: Text, wish: Wish) -> str:
    """Whether hours x GPUs x TFLOPS gives, rounded, what stands in the table."""
    reported = {one.name: one.flops[wish.task] for one in SYSTEMS if wish.task in one.flops}
    return " · ".join(
        text(
            "results.rounds"
            if float(f"{_by_hours(one):.1e}") == reported[one.name]
            else "results.rounds_not",
            system=one.name,
            found=power(_by_hours(one), 2),
            table=power(reported[one.name], 1),
        )
        for one in TRAININGS
    )


def draw_shapes(view: View, wish: Wish, models: Sequence[Own]) -> None:
    rows = [
        (f"E {one.name.split()[-1].strip('()')}", "V, d_model", (VOCABULARY, one.d_model))
        for one in TRAININGS
    ]
    rows += [(f"E {m.name}", "V, d_model", (m.vocabulary, m.d_model)) for m in models if m.d_model]
    chapter.shapes(view.text, rows, view.text("results.shapes"))
    chapter.code(view.text, "explainer.analysis.training_cost", "counted_flops")
    chapter.more_code(view.text, "explainer.analysis.training_cost", "hardware_flops")


def draw_mistake(view: View, models: Sequence[Own]) -> None:
    """Two scores from two contests; and what only another ruler does to one and the same text."""
    text = view.text
    big = next(one for one in SYSTEMS if one.name == BIG.name)
    if models:
        best = max(models, key=lambda model: model.bleu)
        st.markdown(
            text(
                "results.mistake",
                model=best.name,
                bleu=f"{best.bleu:.1f}",
                parameters=f"{best.parameters / 1e6:.1f}",
                big=f"{big.bleu['en-de']:g}",
                sentences=f"{best.sentences:,}",
            )
        )
        if len(models) > 1:
            st.markdown(
                text(
                    "results.mistake_own",
                    scores=", ".join(
                        f"{m.name} {m.bleu:.1f} ({m.parameters / 1e6:.1f}M)" for m in models
                    ),
                )
            )
    else:
        st.markdown(text("results.mistake_empty", big=f"{big.bleu['en-de']:g}"))
    st.markdown(text("results.mistake_ruler"))
    rows = measurements(text)
    for one, other in (rows[:2], rows[2:]):
        st.text(
            text(
                "results.measured",
                hypothesis=one.hypothesis,
                reference=one.reference,
                ruler=one.ruler,
                bleu=f"{one.bleu:.1f}",
                other=other.ruler,
                changed=f"{other.bleu:.1f}",
            )
        )
    st.markdown(text("results.mistake_end"))
