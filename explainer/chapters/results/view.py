"""The paper's table as a drawing, and what a machine could have afforded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import streamlit as st

from explainer.analysis.training_cost import days_on, hardware_flops
from explainer.chapters.results.budget import Model, budget, budget_payload
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, System, Task
from explainer.frame import chapter, choices
from explainer.frame.pickers import Picker, move
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import power

MOST_GPUS: Final = 64
MOST_HOURS: Final = 2016  # twelve weeks
HOURS: Final = "results_hours"
FIRST_HOURS: Final = 12  # what the paper's base model took


@dataclass(frozen=True)
class Wish:
    """What the reader chose: a task, and a machine with its time."""

    task: Task
    gpu: str
    gpus: int
    hours: int

    def days(self, flops: float) -> float:
        return days_on(flops, self.gpus, TERAFLOPS[self.gpu])


def task_names(text: Text) -> dict[Task, str]:
    return {"en-de": text("results.en_de"), "en-fr": text("results.en_fr")}


def read_wish(text: Text) -> Wish:
    tasks = {str(name): words for name, words in task_names(text).items()}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        task = choices.segments(text, "results_task", text("results.task"), tasks, TASKS[0])
        gpu = choices.segments(
            text,
            "results_gpu",
            text("results.gpu"),
            {name: name for name in TERAFLOPS},
            GPU,
            text("results.gpu_help"),
        )
    gpus = choices.whole_number(
        text,
        "results_gpus",
        text("results.gpus"),
        1,
        MOST_GPUS,
        GPUS,
        text("results.gpus_help", most=MOST_GPUS),
    )
    hours = 1 + Picker(text, ()).number(HOURS, text("results.hours"), MOST_HOURS, FIRST_HOURS - 1)
    chosen: Task = next(name for name in TASKS if name == task)
    return Wish(chosen, gpu, gpus, hours)


def days(value: float) -> str:
    """Days with as many digits as they deserve."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def draw_paper(view: View, wish: Wish) -> None:
    """The table of the paper as a drawing."""
    text = view.text
    data = payload_of(text, wish, view.dark)
    budget(data, key="results_budget", on_hours=partial(move, HOURS))
    if wish.task == "en-fr":
        st.caption(text("results.two_numbers"))


def payload_of(text: Text, wish: Wish, dark: bool) -> dict[str, Any]:
    """What the drawing gets, in this language."""
    ours, before = telling_pair(wish.task)
    times = before.flops[wish.task] / ours.flops[wish.task]
    return budget_payload(
        _models(text, wish.task),
        saving=(ours.name, before.name),
        hours=wish.hours,
        most=MOST_HOURS,
        rate=hardware_flops(1, wish.gpus, TERAFLOPS[wish.gpu]),
        words=_words(text, wish, f"{times:.1f}"),
        dark=dark,
    )


def _models(text: Text, task: Task) -> list[Model]:
    made = made_of(text)
    return [
        Model(
            one.name,
            _short_of(one.name),
            one.flops.get(task),
            one.bleu[task],
            one.group,
            made[_short_of(one.name)],
        )
        for one in SYSTEMS
        if task in one.bleu
    ]


def _words(text: Text, wish: Wish, times: str) -> dict[str, str]:
    """What stands in the drawing."""
    kinds = text.each("results.kind_*", "single", "ensemble", "transformer")
    return {
        "name": text("results.paper"),
        "drag": text("results.drag", gpus=wish.gpus, gpu=wish.gpu),
        "cost": text("results.cost_axis"),
        "bleu": text("results.bleu_axis"),
        "hours": text.template("results.in_hours"),
        "days": text.template("results.in_days"),
        "saving": text("results.saving", times=times),
        "uncosted": text.template("results.uncosted"),
        "not_told": text("results.not_told"),
        "nothing": text("results.nothing"),
        "model": text.template("results.model_told"),
        "stairs": text("results.stairs"),
        "told_money": text("results.told_money", gpus=wish.gpus, gpu=wish.gpu),
        "told_before": text("results.told_before"),
        "told_ours": text("results.told_ours"),
        **kinds,
    }


def _short_of(name: str) -> str:
    """That a model is an ensemble its shape tells."""
    return name.removesuffix(" Ensemble")


def telling_pair(task: Task) -> tuple[System, System]:
    """The cheapest Transformer above all before it, and the best of those."""
    systems = [one for one in SYSTEMS if task in one.flops]
    before = max((s for s in systems if s.group != "transformer"), key=lambda s: s.bleu[task])
    above = [s for s in systems if s.group == "transformer" and s.bleu[task] > before.bleu[task]]
    return min(above, key=lambda s: s.flops[task]), before


def made_of(text: Text) -> dict[str, str]:
    """A sentence each, by the name of a single model."""
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
    """The same rows as numbers, in a fold."""
    place = chapter.table(text("results.table"), "results_table")
    if place.open:
        with place:
            _table(text, wish)


def _table(text: Text, wish: Wish) -> None:
    task = wish.task
    rows = [one for one in SYSTEMS if task in one.bleu]
    costs = [one.flops.get(task) for one in rows]
    show_table(
        text("results.table_alt", task=task_names(text)[task]),
        {
            "system": Column(text("results.system"), [one.name for one in rows]),
            "bleu": Column(text("results.bleu_axis"), [one.bleu[task] for one in rows], "%.2f"),
            "cost": Column(
                text("results.cost"),
                [text("results.not_told") if c is None else power(c, 1) for c in costs],
            ),
            "days": Column(
                text("results.days", gpus=wish.gpus, gpu=wish.gpu),
                ["–" if c is None else days(wish.days(c)) for c in costs],
                help=text("results.days_help"),
            ),
            "paper": Column(text("results.source"), [f"arXiv:{one.source}" for one in rows]),
        },
    )
