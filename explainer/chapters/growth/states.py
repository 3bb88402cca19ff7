"""The checkpoints of the model and the scrubber that chooses one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import streamlit as st

from explainer import installed
from explainer.data.samples import default_sentence
from explainer.drawings import Choice, place_in
from explainer.frame.choices import Place
from explainer.frame.pickers import Picker, move
from explainer.frame.view import View
from explainer.runs import growth, resources
from explainer.text import Text
from explainer.translation import Translation

STATE = Place("growth_state")  # counts from 1, in the address too


@dataclass(frozen=True)
class States:
    """Steps of the checkpoints in order, last growth.FINISHED, whose step is `ended`."""

    steps: tuple[int, ...]
    ended: int

    def name(self, text: Text, at: int) -> str:
        step = self.steps[at]
        if step == growth.FINISHED:
            return text("growth.finished", step=f"{self.ended:,}")
        return text("growth.step_name", step=f"{step:,}")

    def names(self, text: Text) -> list[str]:
        return [self.name(text, at) for at in range(len(self.steps))]


def with_states(view: View) -> tuple[View, States] | None:
    """Return `find_states`, with a note if there are none, or only another model's."""
    subject, text = find_states(view), view.text
    if subject is None:
        st.info(text("growth.no_states", model=view.translator_name))
    elif subject[0] is not view:
        names = {"model": view.translator_name, "other": subject[0].translator_name}
        st.caption(text("growth.other_model", **names))
    if subject is not None and (lost := installed.lost_steps(subject[0].translator_name)):
        steps = ", ".join(f"{step:,}" for step in lost)
        st.info(text("growth.lost", steps=steps), icon=":material/link_off:")
    return subject


def find_states(view: View) -> tuple[View, States] | None:
    """Return the view and its checkpoints, of another model if this one has none; None without."""
    steps = installed.kept_steps(view.translator_name)
    if not steps:
        others = [other for other in installed.choosable() if installed.kept_steps(other)]
        if not others:
            return None
        steps = installed.kept_steps(others[0])
        card = installed.usable()[others[0]].card
        sentence = default_sentence(str(card["source"]))
        request = resources.Request(others[0], sentence, view.translation.options)
        own = resources.translate(request)
        view = replace(view, translator_name=others[0], card=card, maybe_translation=own)
    ended = int(view.card.get("training", {}).get("steps", steps[-1]))
    return view, States((*steps, growth.FINISHED), ended)


def shown_sentence(view: View) -> tuple[Translation, str] | None:
    """Return the translation that is shown at all checkpoints, and its language."""
    found = find_states(view) if view.maybe_translation else None
    return None if found is None else (found[0].translation, str(found[0].card["source"]))


def pick_state(view: View, states: States) -> int:
    """Draw the scrubber, shared by all views, and the checkpoint's name below it."""
    text = view.text
    pick = Picker(text, (view.translator_name,))
    return pick.slider(STATE, len(states.steps), 0)


def save_rest(count: int) -> Callable[[Choice], None]:
    """Return a handler that stores the checkpoint where a drawing comes to rest."""

    def rest(choice: Choice) -> None:
        if (at := place_in(choice, "at", count)) is not None:
            move(STATE, at)

    return rest
