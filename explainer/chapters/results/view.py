"""The paper's result table as a chart, with a training budget."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.analysis.training_cost import days_on, hardware_flops
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.charts.figure import Figure
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, System, Task
from explainer.frame import chapter
from explainer.frame.choices import OneOf, Slider
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power

TASK = OneOf("results_task", TASKS)
ON_GPU = OneOf("results_gpu", (*TERAFLOPS,), usual=GPU)
ON_GPUS = Slider("results_gpus", 1, 64, usual=GPUS)
# Up to twelve weeks; the paper's base model took 12 hours, the big one 84.
HOURS = OneOf("results_hours", (3, 12, 24, 84, 168, 336, 672, 2016), usual=12)
LONG: Final = 48  # hours from which on days are said
TONES: Final[Mapping[str, str]] = {
    "single": "third",
    "ensemble": "residual",
    "transformer": "weight",
}


@dataclass(frozen=True)
class Wish:
    """The user's task and budget: GPUs and time."""

    task: Task
    gpu: str
    gpus: int
    hours: int

    @property
    def flops(self) -> float:
        """Operations that the budget pays for."""
        return hardware_flops(self.hours, self.gpus, TERAFLOPS[self.gpu])

    def affords(self, flops: float) -> bool:
        """Return whether the budget covers a cost, at the table's two-digit precision."""
        return float(f"{self.flops:.1e}") >= flops

    def days(self, flops: float) -> float:
        return days_on(flops, self.gpus, TERAFLOPS[self.gpu])


def read_wish(text: Text) -> Wish:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        task, gpu = TASK.draw(text), ON_GPU.draw(text)
    hours = HOURS.draw(text, {hours: _time(text, hours) for hours in HOURS.options})
    return Wish(task, gpu, ON_GPUS.draw(text, most=ON_GPUS.high), hours)


def format_days(value: float) -> str:
    """Format days with suitable precision."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def draw_paper(view: View, wish: Wish) -> None:
    """Draw cost against BLEU, the budget as a line, and the best models within it."""
    text = view.text
    chapter.chart(
        paper_chart(view, wish), text("results.paper_alt", task=TASK.names(text)[wish.task])
    )
    ours, before = telling_pair(wish.task)
    st.caption(
        text("results.saving", ours=ours.name, before=before.name, times=times_less(wish.task))
    )
    with st.container(horizontal=True, gap="large"):
        for label, number, line in best_affordable(text, wish):
            with st.container(width="content"):
                st.metric(label, number)
                st.caption(line)
    if wish.task == "en-fr":
        st.caption(text("results.two_numbers"))


def paper_chart(view: View, wish: Wish) -> Figure:
    """Make the chart: named points, the budget line; models without a cost as levels.

    Points beyond the budget are hollow. A bracket leads from the cheapest Transformer that beats
    all older models to the best of those.
    """
    text, task = view.text, wish.task
    ours, before = telling_pair(task)
    ends, heights = [[getattr(one, by)[task] for one in (ours, before)] for by in ("flops", "bleu")]
    level = 0.75 * heights[0] + 0.25 * heights[1]
    kinds = text.each("results.kind_*", "single", "ensemble", "transformer")
    rows = [one for one in SYSTEMS if task in one.bleu]
    priced = {kind: [o for o in rows if o.group == kind and task in o.flops] for kind in kinds}
    silent = [one for one in rows if task not in one.flops]
    return curves(
        lines=[
            Curve(
                "",
                [heights[0], level, level, heights[1]],
                "weight",
                [ends[0], *ends, ends[1]],
                pointed=False,
            )
        ],
        dots=[
            Dots(
                kinds[kind],
                [one.flops[task] for one in models],
                [one.bleu[task] for one in models],
                TONES[kind],
                labels=[one.name for one in models],
                names=[one.name for one in models],
                strong=[one in (ours, before) for one in models],
                size=110,
                tones=[TONES[kind] if wish.affords(o.flops[task]) else "page" for o in models],
            )
            for kind, models in priced.items()
            if models
        ]
        + [
            Dots(
                "",
                [math.sqrt(ends[0] * ends[1])],
                [heights[0]],  # above the bracket
                "weight",
                labels=[f"1/{times_less(task)}"],
                strong=[True],
                size=0,
            )
        ],
        levels=[
            Rule(one.bleu[task], text("results.uncosted", system=one.name, bleu=one.bleu[task]))
            for one in silent
        ],
        rules=[Rule(wish.flops, _time(text, wish.hours), "target", dashed=False)],
        x=Axis(text("results.cost_axis"), log=True),
        y=Axis(text("results.bleu_axis")),
        name_title=text("results.system"),
        form=".2~f",
        legend=False,  # the names say what they are
        dark=view.dark,
        height=340,
    )


def best_affordable(text: Text, wish: Wish) -> list[tuple[str, str, str]]:
    """Return rows (label, number, detail): budget, best older model, best Transformer."""
    rows = [o for o in SYSTEMS if wish.task in o.flops and wish.affords(o.flops[wish.task])]
    told = [
        (
            text("results.told_money", gpus=wish.gpus, gpu=wish.gpu),
            _time(text, wish.hours),
            f"{power(wish.flops, 1)} FLOPs",
        )
    ]
    for label, is_ours in ((text("results.told_before"), False), (text("results.told_ours"), True)):
        mine = [one for one in rows if (one.group == "transformer") == is_ours]
        best = max(mine, key=lambda one: one.bleu[wish.task], default=None)
        if best is None:
            told.append((label, "–", text("results.nothing")))
        else:
            told.append((label, f"{best.bleu[wish.task]:g}", best.name))
    return told


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


def draw_paper_table(text: Text, wish: Wish) -> None:
    """Draw the chart's rows as a table in a fold."""
    place = chapter.table(text("results.table"), "results_table")
    if place.open:
        with place:
            _table(text, wish)


def _table(text: Text, wish: Wish) -> None:
    task = wish.task
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
                text("results.days", gpus=wish.gpus, gpu=wish.gpu),
                ["–" if c is None else format_days(wish.days(c)) for c in costs],
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
