"""Common mistake: trusting the training loss, shown with and without a causal mask."""

from __future__ import annotations

from explainer.charts.curves import Axis, Curve, curves
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import toy
from explainer.text.numbers import percent


def draw_mistake(view: View) -> None:
    """Draw both losses, and the accuracy without the mask."""
    text = view.text
    usual, open_ = toy.course_of("reverse"), toy.course_of("no_mask")
    names = (text("toy.with_mask"), text("toy.without_mask"))
    last = open_.snapshots[-1]
    chapter.wrong(
        text, text("toy.mistake_line", rows=percent(last.rows, 0), train=f"{last.train:.3f}")
    )
    figure = curves(
        lines=[
            Curve(name, [s.train for s in run.snapshots], tone, x=[s.step for s in run.snapshots])
            for name, tone, run in zip(names, ("source", "error"), (usual, open_), strict=True)
        ],
        x=Axis(text("toy.step"), form=",d"),
        y=Axis(text("toy.train_loss")),
        name_title=text("toy.what"),
        dark=view.dark,
    )
    chapter.chart(figure, text("toy.mistake_alt"), "toy_mistake")
