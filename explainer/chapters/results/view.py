"""The paper's result table as a chart, with a training budget as its handle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, Final

import streamlit as st

from explainer.analysis.training_cost import days_on, hardware_flops
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, System, Task
from explainer.drawings import Choice, drawing, place_in
from explainer.frame import chapter
from explainer.frame.choices import OneOf
from explainer.frame.tables import Column, show_table
from explainer.text import Text
from explainer.text.numbers import power

TASK = OneOf("results_task", TASKS)
ON_GPU = OneOf("results_gpu", (*TERAFLOPS,), usual=GPU)
# Up to half a year; the paper's base model took 12 hours, the big one 84.
HOURS = OneOf(
    "results_hours",
    (
        *(3, 6, 9, 12, 18, 24, 36, 48, 60, 84, 120, 168, 240, 336, 504),
        *(672, 1008, 1344, 2016, 2688, 4368),
    ),
    usual=12,
)
LONG: Final = 48  # hours from which on days are said
TONES: Final[Mapping[str, str]] = {
    "single": "third",
    "ensemble": "residual",
    "transformer": "weight",
}
MARGIN: Final = 0.5  # BLEU below the lowest and above the highest score
ENDS: Final = (2e17, 6e21)  # FLOPs: all machines and models lie between


def reach(gpu: str, hours: int) -> float:
    """Return the operations that the machine can do, at the table's two-digit precision."""
    return float(f"{hardware_flops(hours, GPUS, TERAFLOPS[gpu]):.1e}")


def format_days(value: float) -> str:
    """Format days with suitable precision."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def draw_paper(text: Text) -> None:
    """Draw cost against BLEU with the budget as a line to drag, and the table in a fold."""
    place = st.container()  # what sets the machine stands below the drawing
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        task, gpu = TASK.draw(text), ON_GPU.draw(text)
    with place:
        drawing(
            "dragline",
            paper_data(text, task, gpu),
            words={},
            key="results_paper",
            chosen={"at": HOURS.options.index(HOURS.in_drawing(text))},
            on_choice=_rest,
        )
    if task == "en-fr":
        st.caption(text("results.two_numbers"))
    fold = chapter.table(text("results.table"), "results_table")
    if fold.open:
        with fold:
            _table(text, task, gpu)


def _rest(choice: Choice) -> None:
    if (at := place_in(choice, "at", len(HOURS.options))) is not None:
        st.session_state[HOURS.name] = HOURS.options[at]


def paper_data(text: Text, task: Task, gpu: str) -> dict[str, Any]:
    """Return the drawing's data: a dot per model with a cost, levels for the others.

    A bracket leads from the cheapest Transformer that beats all older models to the best of those.
    """
    rows = [one for one in SYSTEMS if task in one.bleu]
    ours, before = telling_pair(task)
    (left, high), (right, low) = ((one.flops[task], one.bleu[task]) for one in (ours, before))
    level = (high + low) / 2
    bracket = [(left, high), (left, level), (right, level), (right, low)]
    scores = [one.bleu[task] for one in rows]
    bottom, top = min(scores) - MARGIN, max(scores) + MARGIN
    return {
        "name": text("results.paper_alt", task=TASK.names(text)[task]),
        "handle": text("results.hours"),
        "x": {
            "title": text("results.cost_axis"),
            "low": ENDS[0],
            "high": ENDS[1],
            "log": True,
            "ticks": [(10.0**k, power(10.0**k).removeprefix("1 × ")) for k in range(18, 22)],
        },
        "y": {
            "title": text("results.bleu_axis"),
            "low": bottom,
            "high": top,
            "ticks": [(score, str(score)) for score in range(math.ceil(bottom), math.ceil(top))],
        },
        "stops": [
            {
                "x": reach(gpu, hours),
                "label": _time(text, hours),
                "facts": best_affordable(text, task, gpu, hours),
            }
            for hours in HOURS.options
        ],
        "curves": [
            {
                "name": text("results.saving", times=times_less(task)),
                "tone": TONES["transformer"],
                "mark": 1,
                "points": [bracket],
            }
        ],
        "bars": [],
        "dots": [
            {
                "name": one.name,
                "tone": TONES[one.group],
                "x": one.flops[task],
                "y": one.bleu[task],
                "told": f"{one.bleu[task]:g}",
                "strong": one in (ours, before),
            }
            for one in rows
            if task in one.flops
        ],
        "levels": [
            (one.bleu[task], text("results.uncosted", system=one.name, bleu=one.bleu[task]))
            for one in rows
            if task not in one.flops
        ],
    }


def best_affordable(text: Text, task: Task, gpu: str, hours: int) -> list[tuple[str, str]]:
    """Return (label, value) rows: what the machine can do, best Transformer, best older model."""
    flops = reach(gpu, hours)
    machine = text("results.told_money", gpus=GPUS, gpu=gpu)
    facts = [(machine, f"{power(flops, 1)} FLOPs")]
    finished = [one for one in SYSTEMS if one.flops.get(task, math.inf) <= flops]
    for label, is_ours in ((text("results.told_ours"), True), (text("results.told_before"), False)):
        mine = [one for one in finished if (one.group == "transformer") == is_ours]
        best = max(mine, key=lambda one: one.bleu[task], default=None)
        told = f"{best.name} {best.bleu[task]:g}" if best else text("results.nothing")
        facts.append((label, told))
    return facts


def _time(text: Text, hours: int) -> str:
    """Format hours in readable units."""
    if hours < LONG:
        return text("results.in_hours", hours=hours)
    return text("results.in_days", days=f"{hours / 24:.1f}".removesuffix(".0"))


def telling_pair(task: Task) -> tuple[System, System]:
    """Return the cheapest Transformer that beats all older models, and the best of those."""
    systems = [one for one in SYSTEMS if task in one.flops]
    before = max((s for s in systems if s.group != "transformer"), key=lambda s: s.bleu[task])
    above = [s for s in systems if s.group == "transformer" and s.bleu[task] > before.bleu[task]]
    return min(above, key=lambda s: s.flops[task]), before


def times_less(task: Task) -> str:
    """Return how many times as much as the first of `telling_pair` the second cost."""
    ours, before = telling_pair(task)
    return f"{before.flops[task] / ours.flops[task]:.1f}"


def model_descriptions(text: Text) -> dict[str, str]:
    """Describe each single model in a sentence, by name."""
    transformer = text("results.before_transformer")
    return {
        "ByteNet": text("results.before_bytenet"),
        "Deep-Att + PosUnk": text("results.before_deep_att"),
        "GNMT + RL": text("results.before_gnmt"),
        "ConvS2S": text("results.before_convs2s"),
        "MoE": text("results.before_moe"),
        "Transformer (base)": transformer,
        "Transformer (big)": transformer,
    }


def _table(text: Text, task: Task, gpu: str) -> None:
    rows = [one for one in SYSTEMS if task in one.bleu]
    costs = [one.flops.get(task) for one in rows]
    show_table(
        text("results.table_alt", task=TASK.names(text)[task]),
        {
            "system": Column(text("results.system"), [one.name for one in rows]),
            "bleu": Column(text("results.bleu_axis"), [one.bleu[task] for one in rows], "%.2f"),
            "cost": Column(
                text("results.cost"),
                [text("results.not_told") if c is None else power(c, 1) for c in costs],
            ),
            "days": Column(
                text("results.days", gpus=GPUS, gpu=gpu),
                [
                    "–" if c is None else format_days(days_on(c, GPUS, TERAFLOPS[gpu]))
                    for c in costs
                ],
                help=text("results.days_help"),
            ),
            "made": Column(
                text("results.made"),
                [model_descriptions(text)[one.name.removesuffix(" Ensemble")] for one in rows],
                width="large",
            ),
            "paper": Column(text("results.source"), [f"arXiv:{one.source}" for one in rows]),
        },
    )
