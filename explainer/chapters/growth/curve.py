"""The learning curve of the model on screen, with what counting alone reaches, and a cursor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.chapters.growth.states import States, pick_state, say_other, with_states
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.data.baselines import Baselines, baselines
from explainer.data.references import reference_of
from explainer.frame import chapter
from explainer.runs import growth, recipe

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.runs.recipe import Log

SHOWN: Final = 12  # example sentences


def draw_curve(view: View) -> None:
    """The curve, its phases, and example sentences at the chosen state."""
    found = with_states(view)
    if found is None:
        return
    say_other(view, found[0])
    view, states = found
    text, model = view.text, view.translator_name
    counted, log = baselines(model), recipe.log(model)
    if counted is None or log is None:
        st.info(text("growth.no_curve", model=model))
        return
    with chapter.figure(text("growth.curve"), text("growth.curve_line")):
        at = pick_state(view, states)
        _curve(view, states, at, counted, log)
        st.markdown(_phase(view, states, at, counted, log))
    _sentences(view, states, at)
    numbers, code = st.columns(2, gap="large")
    with numbers:
        chapter.formula(
            text,
            [
                rf"L_1 = -\tfrac{{1}}{{N}} \textstyle\sum_t \ln p(y_t) = {counted.unigram:.4f}",
                rf"L_2 = -\tfrac{{1}}{{N}} \textstyle\sum_t \ln p(y_t \mid y_{{t-1}})"
                rf" = {counted.bigram:.4f}",
            ],
        )
        st.caption(
            text("growth.counted", train=f"{counted.train_tokens:,}", dev=f"{counted.dev_tokens:,}")
        )
    with code:
        chapter.code(text, "explainer.training.baselines", "bigram_loss")


def loss_at(step: int, counted: Baselines, log: Log) -> float:
    """Of dev, nats per target token; the finished model is the last row of the log."""
    return log.dev[-1] if step == growth.FINISHED else counted.states[step]


def _curve(view: View, states: States, at: int, counted: Baselines, log: Log) -> None:
    text, last = view.text, log.step[-1]
    places = [last if step == growth.FINISHED else step for step in states.steps]
    losses = [loss_at(step, counted, log) for step in states.steps]
    figure = curves(
        lines=[
            Curve(text("growth.train"), log.train, "residual", x=log.step, pointed=False),
            Curve(text("growth.dev"), log.dev, "target", x=log.step, pointed=False),
        ],
        dots=[
            Dots(
                text("growth.kept_states"),
                [max(1, place) for place in places],
                losses,
                "target",
                names=states.names(text),
            )
        ],
        ring=(0, at),
        levels=[
            Rule(counted.unigram, text("growth.unigram", loss=f"{counted.unigram:.2f}"), "source"),
            Rule(counted.bigram, text("growth.bigram", loss=f"{counted.bigram:.2f}"), "weight"),
        ],
        rules=[Rule(max(1, places[at]))],
        x=Axis(text("growth.step"), log=True, form=",d"),
        y=Axis(text("growth.loss")),
        name_title=text("growth.what"),
        dark=view.dark,
        height=340,
    )
    alt = text("growth.curve_alt", state=states.name(text, at), loss=f"{losses[at]:.2f}")
    st.vega_lite_chart(figure.vega_lite(), theme=None, key="growth_curve", alt=alt)


def _phase(view: View, states: States, at: int, counted: Baselines, log: Log) -> str:
    """Which of the two lines the state has passed."""
    text, loss = view.text, loss_at(states.steps[at], counted, log)
    told = {"state": states.name(text, at), "loss": f"{loss:.2f}"}
    if loss > counted.unigram:
        return text("growth.phase_none", **told)
    if loss > counted.bigram:
        return text("growth.phase_unigram", **told)
    return text("growth.phase_bigram", **told)


def _sentences(view: View, states: States, at: int) -> None:
    """What this state writes for our example sentences, which were not in the training data."""
    text, target = view.text, str(view.card["target"])
    found = growth.stored(view.translator_name, states.steps[at])
    if not found:
        return
    rows = list(found.items())[:SHOWN]
    with chapter.figure(text("growth.examples"), text("growth.examples_line")):
        st.dataframe(
            {
                text("growth.example"): [sentence for sentence, _ in rows],
                states.name(text, at): [words for _, words in rows],
                text("growth.reference"): [reference_of(s, target) for s, _ in rows],
            },
            hide_index=True,
            alt=text("growth.examples"),
        )
