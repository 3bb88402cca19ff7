"""Learning curve of the model with n-gram baselines and a cursor."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from explainer.chapters.growth.states import States
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.data.baselines import Baselines, baselines
from explainer.frame import chapter
from explainer.frame.view import View
from explainer.runs import growth, recipe
from explainer.runs.recipe import TrainingLog
from explainer.text.numbers import percent


def draw_curve(view: View, states: States, at: int) -> list[str]:
    """Draw the curve with the chosen checkpoint; return formulas of the n-gram baselines."""
    text, model = view.text, view.translator_name
    counted, log = baselines(model), recipe.training_log(model)
    if counted is None or log is None:
        return []
    fold = chapter.fold(text("growth.curve"), "growth_curve")
    if fold.open:
        with fold:
            st.caption(text("growth.curve_line"))
            losses = losses_of(model, states)
            _curve(view, states, at, losses, counted, log)
            st.markdown(_phase(view, states, at, losses[at], counted))
            if said := _bleu(view, states, at, losses):
                st.markdown(said)
            tokens = {"train": f"{counted.train_tokens:,}", "dev": f"{counted.dev_tokens:,}"}
            st.caption(text("growth.counted", **tokens))
    return [
        rf"L_1 = -\tfrac{{1}}{{N}} \textstyle\sum_t \ln p(y_t) = {counted.unigram:.4f}",
        rf"L_2 = -\tfrac{{1}}{{N}} \textstyle\sum_t \ln p(y_t \mid y_{{t-1}})"
        rf" = {counted.bigram:.4f}",
    ]


def losses_of(model: str, states: States) -> list[float]:
    """Return every state's dev loss in nats per target token; none where they are not known."""
    counted, log = baselines(model), recipe.training_log(model)
    if counted is None or log is None:
        return []
    last = {growth.FINISHED: log.dev[-1]}  # of the finished model, the log's last row
    return [{**counted.states, **last}[step] for step in states.steps]


def step_positions(states: States, log: TrainingLog) -> list[int]:
    """Return checkpoints' x on a log axis of training steps; step 0 is drawn at 1."""
    steps = [log.step[-1] if step == growth.FINISHED else step for step in states.steps]
    return [max(1, step) for step in steps]


def _curve(
    view: View,
    states: States,
    at: int,
    losses: Sequence[float],
    counted: Baselines,
    log: TrainingLog,
) -> None:
    text, places = view.text, step_positions(states, log)
    figure = curves(
        lines=[
            Curve(text("growth.train"), log.train, "residual", x=log.step, pointed=False),
            Curve(text("growth.dev"), log.dev, "target", x=log.step, pointed=False),
            *(
                Curve(
                    text(key, loss=f"{level:.2f}"),
                    [level, level],
                    tone,
                    x=[1, log.step[-1]],
                    dash=(5, 4),
                    pointed=False,
                )
                for key, level, tone in (
                    ("growth.unigram", counted.unigram, "source"),
                    ("growth.bigram", counted.bigram, "weight"),
                )
            ),
        ],
        dots=[
            Dots(
                text("growth.kept_states"),
                places,
                losses,
                "target",
                names=states.names(text),
            )
        ],
        ring=(0, at),
        rules=[Rule(places[at])],
        x=Axis(text("growth.step"), log=True, form=",d"),
        y=Axis(text("growth.loss")),
        name_title=text("growth.what"),
        dark=view.dark,
        height=260,
    )
    alt = text("growth.curve_alt", state=states.name(text, at), loss=f"{losses[at]:.2f}")
    chapter.chart(figure, alt, "growth_losses")


def _bleu(view: View, states: States, at: int, losses: Sequence[float]) -> str:
    """Describe the checkpoint's BLEU and its share of the progress in loss and BLEU."""
    text, dev = view.text, growth.checkpoint_bleu(view.translator_name)
    if dev is None:
        return ""
    scores = [dev.by_step[step] for step in states.steps]
    behind = (losses[0] - losses[at]) / (losses[0] - losses[-1])
    return text(
        "growth.bleu_said",
        bleu=f"{scores[at]:.1f}",
        sentences=dev.sentences,
        loss=percent(behind, 0),
        share=percent(scores[at] / scores[-1], 0),
    )


def _phase(view: View, states: States, at: int, loss: float, counted: Baselines) -> str:
    """State which baseline the checkpoint has passed."""
    text = view.text
    told = {"state": states.name(text, at), "loss": f"{loss:.2f}"}
    if loss > counted.unigram:
        return text("growth.phase_none", **told)
    if loss > counted.bigram:
        return text("growth.phase_unigram", **told)
    return text("growth.phase_bigram", **told)
