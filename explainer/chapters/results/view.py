"""The paper's table as a drawing, what a machine could have afforded, and our models beside it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import streamlit as st

from explainer.analysis.training_cost import days_on, hardware_flops, pareto_front
from explainer.chapters.results.before import made_of
from explainer.chapters.results.budget import Model, budget, budget_payload
from explainer.chapters.results.charts import Band, Kind, Point, cost_chart
from explainer.chapters.results.models import COUNTS, WITH, Own, paper_flops
from explainer.data.results import (
    BASE,
    BIG,
    GPU,
    GPUS,
    SYSTEMS,
    TASKS,
    TERAFLOPS,
    TRAININGS,
    System,
    Task,
)
from explainer.frame import chapter, choices
from explainer.frame.pickers import Picker, move
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.text import Text
from explainer.text.numbers import percent, power

MOST_GPUS: Final = 64
MOST_HOURS: Final = 2016  # twelve weeks
HOURS: Final = "results_hours"
FIRST_HOURS: Final = 12  # what the paper's base model took
SHORT: Final = {BASE.name: "base", BIG.name: "big"}  # the names where there is little room
ROOM: Final = 2.0  # how much room the axis of cost has beside the outermost points


@dataclass(frozen=True)
class Wish:
    """What the reader chose: a task, a way to count parameters, and a machine with its time."""

    task: Task
    count: str
    gpu: str
    gpus: int
    hours: int

    @property
    def budget(self) -> float:
        return hardware_flops(self.hours, self.gpus, TERAFLOPS[self.gpu])

    def days(self, flops: float) -> float:
        return days_on(flops, self.gpus, TERAFLOPS[self.gpu])


def task_names(text: Text) -> dict[Task, str]:
    return {"en-de": text("results.en_de"), "en-fr": text("results.en_fr")}


def kind_names(text: Text) -> dict[Kind, str]:
    return text.each("results.kind_*", "single", "ensemble", "transformer", "counted", "ours")


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
    return Wish(chosen, WITH, gpu, gpus, hours)


def read_count(text: Text, wish: Wish) -> Wish:
    """With the way to count parameters that the reader chose."""
    counts = {WITH: text("results.count_with"), COUNTS[1]: text("results.count_without")}
    count = choices.segments(
        text, "results_count", text("results.count"), counts, WITH, text("results.count_help")
    )
    return replace(wish, count=count)


def days(value: float) -> str:
    """Days with as many digits as they deserve."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}"


def priced_systems(task: Task) -> list[System]:
    """The systems whose cost and score on a task the table gives."""
    return [one for one in SYSTEMS if task in one.bleu and task in one.flops]


def draw_paper(view: View, wish: Wish) -> None:
    """The table of the paper as a drawing, and the way to read it."""
    text = view.text
    data = payload_of(text, wish, view.dark)
    budget(data, key="results_budget", on_hours=partial(move, HOURS))
    st.markdown(_reading(text, _paper_points(wish.task)))
    if wish.task == "en-fr":
        st.caption(text("results.two_numbers"))


def payload_of(text: Text, wish: Wish, dark: bool) -> dict[str, Any]:
    """What the drawing gets, in this language."""
    points = _paper_points(wish.task)
    ours, before = telling_pair(points)
    return budget_payload(
        _models(text, wish.task),
        saving=(ours.name, before.name),
        hours=wish.hours,
        most=MOST_HOURS,
        rate=hardware_flops(1, wish.gpus, TERAFLOPS[wish.gpu]),
        words=_words(text, wish, points),
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


def _words(text: Text, wish: Wish, points: Sequence[Point]) -> dict[str, str]:
    """What stands in the drawing."""
    kinds = kind_names(text)
    return {
        "name": text("results.paper"),
        "drag": text("results.drag", gpus=wish.gpus, gpu=wish.gpu),
        "cost": text("results.cost_axis"),
        "bleu": text("results.bleu_axis"),
        "hours": text.template("results.in_hours"),
        "days": text.template("results.in_days"),
        "saving": text("results.saving", times=_times(*telling_pair(points))),
        "uncosted": text.template("results.uncosted"),
        "not_told": text("results.not_told"),
        "nothing": text("results.nothing"),
        "model": text.template("results.model_told"),
        "stairs": text("results.stairs"),
        "told_money": text("results.told_money", gpus=wish.gpus, gpu=wish.gpu),
        "told_before": text("results.told_before"),
        "told_ours": text("results.told_ours"),
        **{kind: kinds[kind] for kind in ("single", "ensemble", "transformer")},
    }


def _short_of(name: str) -> str:
    """That a model is an ensemble its shape tells."""
    return name.removesuffix(" Ensemble")


def _paper_points(task: Task, named: Callable[[str], str] = _short_of) -> list[Point]:
    """`named` gives the name of a model that stands beside its point."""
    return [
        Point(
            one.name,
            one.flops[task],
            one.bleu[task],
            one.group,
            one.group == "transformer",
            named(one.name),
        )
        for one in priced_systems(task)
    ]


def _machine(text: Text, wish: Wish) -> str:
    return text("results.machine", gpus=wish.gpus, gpu=wish.gpu, hours=wish.hours)


def _room(costs: Sequence[float]) -> tuple[float, float]:
    return min(costs) / ROOM, max(costs) * ROOM


def telling_pair(points: Sequence[Point]) -> tuple[Point, Point]:
    """The cheapest Transformer above all before it, and the best of those."""
    before = max((p for p in points if p.kind != "transformer"), key=lambda p: p.bleu)
    above = [p for p in points if p.kind == "transformer" and p.bleu > before.bleu]
    return min(above, key=lambda p: p.flops), before


def _times(ours: Point, before: Point) -> str:
    return f"{before.flops / ours.flops:.1f}"


def _reading(text: Text, points: Sequence[Point]) -> str:
    """What stands out, from the numbers of the table."""
    kept = pareto_front([p.flops for p in points], [p.bleu for p in points])
    ours, before = telling_pair(points)
    return text(
        "results.reading",
        best=ours.name,
        bleu=f"{ours.bleu:g}",
        cost=power(ours.flops, 1),
        before=before.name,
        before_bleu=f"{before.bleu:g}",
        times=_times(ours, before),
        more=f"{ours.bleu - before.bleu:.2f}",
        unbeaten=", ".join(p.name for p, stays in zip(points, kept, strict=True) if stays),
    )


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


def draw_ours(view: View, wish: Wish, models: Sequence[Own]) -> None:
    """The same axes, wide enough for our models, which stand in a band of their own."""
    text, task = view.text, wish.task
    placed = [model for model in models if model.tokens > 0]
    ours = [Point(m.name, m.flops(wish.count), m.bleu, "ours", True) for m in placed]
    paper = _paper_points(task, lambda name: SHORT.get(name, ""))
    counted = [
        Point(
            text("results.counted_name", system=training.name),
            paper_flops(training, wish.count),
            point.bleu,
            "counted",
            label="",
        )
        for training in TRAININGS
        for point in paper
        if point.name == training.name
    ]
    points = [*paper, *counted, *ours]
    low, high = _room([point.flops for point in points])
    scores = [point.bleu for point in points]
    chapter.chart(
        cost_chart(
            points=points,
            kind_names=kind_names(text),
            x_range=(low / 3, high),
            y_range=(min(scores) - 4, max(scores) + 6),
            titles=(
                text("results.cost_axis"),
                text("results.any_bleu_axis"),
                text("results.system"),
            ),
            dark=view.dark,
            bands=_bands(text, ours, counted, low / 3),
            joined=_pairs_of_measurements(points),
            budget=(wish.budget, _machine(text, wish)),
        ),
        text(
            "results.ours_alt",
            count=len(ours),
            names=", ".join(f"{p.name} {p.bleu:.1f}" for p in ours) or "–",
        ),
        "results_ours",
    )
    st.caption(text("results.two_rulers", shares=_shares(wish)))
    if not ours:
        st.caption(text("results.none_installed"))


def _bands(text: Text, ours: Sequence[Point], counted: Sequence[Point], low: float) -> list[Band]:
    if not ours:
        return []
    most, least = max(p.flops for p in ours), min(p.flops for p in counted)
    return [(low, math.sqrt(most * least), text("results.band"))]


def _pairs_of_measurements(points: Sequence[Point]) -> list[tuple[int, int]]:
    """The two measurements of each of the paper's models."""
    counted = [i for i, point in enumerate(points) if point.kind == "counted"]
    reported = [i for i, point in enumerate(points) if point.kind == "transformer"]
    return list(zip(counted, reported, strict=True))


def _shares(wish: Wish) -> str:
    """How much of what the hardware could do was counted multiplication."""
    reported: Mapping[str, float] = {
        one.name: one.flops[wish.task] for one in priced_systems(wish.task)
    }
    return ", ".join(
        f"{t.name} {percent(paper_flops(t, wish.count) / reported[t.name], 0)}" for t in TRAININGS
    )
