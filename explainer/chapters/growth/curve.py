"""The learning curve of the model on screen, with what counting alone reaches, and a cursor."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.chapters.growth.states import States, pick_state, with_states
from explainer.charts.curves import Axis, Curve, Dots, Rule, curves
from explainer.data.baselines import Baselines, baselines
from explainer.data.references import reference_of
from explainer.frame import chapter
from explainer.frame.tables import columns_by_title, show_table
from explainer.frame.view import View
from explainer.runs import growth, recipe
from explainer.runs.recipe import Log
from explainer.text.numbers import percent

SHOWN: Final = 12  # example sentences


def draw_curve(view: View) -> None:
    """The curve, its phases, and example sentences at the chosen state."""
    subject = with_states(view)
    if subject is None:
        return
    view, states = subject
    text, model = view.text, view.translator_name
    counted, log = baselines(model), recipe.log(model)
    if counted is None or log is None:
        st.info(text("growth.no_curve", model=model))
        return
    with chapter.figure(text("growth.curve"), text("growth.curve_line")):
        place = st.container()  # what moves the cursor stands below it
        at = pick_state(view, states)
        with place:
            _curve(view, states, at, counted, log)
        st.markdown(_phase(view, states, at, counted, log))
    _bleu(view, states, at, counted, log)
    _sentences(view, states, at)
    numbers, code = chapter.details()
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
        chapter.code(
            text,
            "explainer.training.baselines",
            "bigram_loss",
            "for first, token",
            "for first, token",
        )


def loss_at(step: int, counted: Baselines, log: Log) -> float:
    """Of dev, nats per target token; the finished model is the last row of the log."""
    return log.dev[-1] if step == growth.FINISHED else counted.states[step]


def places_of(states: States, log: Log) -> list[int]:
    """Steps of training on a logarithmic axis: the state before the first one stands at 1."""
    steps = [log.step[-1] if step == growth.FINISHED else step for step in states.steps]
    return [max(1, step) for step in steps]


def _curve(view: View, states: States, at: int, counted: Baselines, log: Log) -> None:
    text, places = view.text, places_of(states, log)
    losses = [loss_at(step, counted, log) for step in states.steps]
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
        height=340,
    )
    alt = text("growth.curve_alt", state=states.name(text, at), loss=f"{losses[at]:.2f}")
    chapter.chart(figure, alt, "growth_curve")


def _bleu(view: View, states: States, at: int, counted: Baselines, log: Log) -> None:
    """BLEU of the same states, and how much of either way is behind the chosen one."""
    text, dev = view.text, growth.bleu(view.translator_name)
    if dev is None:
        return
    places = places_of(states, log)
    scores = [dev.by_step[step] for step in states.steps]
    losses = [loss_at(step, counted, log) for step in states.steps]
    line = text("growth.bleu_line", sentences=dev.sentences)
    with chapter.figure(text("growth.bleu"), line):
        figure = curves(
            lines=[Curve("BLEU", scores, "target", x=places, pointed=False)],
            dots=[Dots("BLEU", places, scores, "target", names=states.names(text))],
            ring=(0, at),
            rules=[Rule(places[at])],
            x=Axis(text("growth.step"), log=True, form=",d"),
            y=Axis("BLEU"),
            name_title=text("growth.what"),
            legend=False,
            dark=view.dark,
            height=220,
        )
        told = {"state": states.name(text, at), "bleu": f"{scores[at]:.1f}"}
        alt = text("growth.bleu_alt", **told, last=f"{scores[-1]:.1f}")
        chapter.chart(
            figure,
            alt,
            "growth_bleu",
        )
        behind = (losses[0] - losses[at]) / (losses[0] - losses[-1])
        shares = {"loss": percent(behind, 0), "share": percent(scores[at] / scores[-1], 0)}
        st.markdown(text("growth.bleu_said", **told, **shares))
        st.code(f"{dev.signature}\n{dev.command}", language=None, wrap_lines=True)


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
    translations = growth.stored_translations(view.translator_name, states.steps[at])
    if not translations:
        return
    rows = list(translations.items())[:SHOWN]
    with chapter.figure(text("growth.examples"), text("growth.examples_line")):
        columns = {
            text("growth.example"): [sentence for sentence, _ in rows],
            states.name(text, at): [words for _, words in rows],
            text("growth.reference"): [reference_of(s, target) for s, _ in rows],
        }
        show_table(text("growth.examples"), columns_by_title(columns))
