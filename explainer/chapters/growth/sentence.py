"""One sentence at every state: what is written, and where a head looks; played or compared."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.chapters.growth.states import (
    PLAYING,
    States,
    pick_state,
    play,
    say_other,
    toggle,
    with_states,
)
from explainer.charts.cell_map import cell_map
from explainer.frame import chapter, choices
from explainer.frame.pickers import Picker, axis_words, pick_head, pick_kind, sides
from explainer.frame.view import View
from explainer.runs import growth
from explainer.runs.gate import unless_busy
from explainer.translation import AttentionKind, Translation, prefix_of

EVERY: Final = 1.5  # seconds a state stands while playing


def draw_sentence(view: View) -> None:
    """The player, and the list of all states."""
    found = with_states(view)
    if found is None:
        return
    say_other(view, found[0])
    view, states = found
    playing = bool(st.session_state.get(PLAYING, False))
    st.fragment(_player, run_every=EVERY if playing else None)(view, states, playing)
    _all(view, states)
    chapter.code(view.text, "explainer.runs.growth", "line")


def _player(view: View, states: States, playing: bool) -> None:
    """Runs again by itself while it plays; what the button changes, the whole page has to know."""
    text = view.text
    if playing:
        play(states)
    if bool(st.session_state.get(PLAYING, False)) != playing:
        st.rerun()
    with (
        chapter.figure(text("growth.sentence"), text("growth.sentence_line")),
        unless_busy(text, "growth_player"),
    ):
        left, right = st.columns([1, 5], vertical_alignment="center")
        with left:
            st.button(
                text("growth.pause") if playing else text("growth.play"),
                key="growth_play",
                icon=":material/pause:" if playing else ":material/play_arrow:",
                on_click=toggle,
                args=(states,),
                width="stretch",
            )
        with right:
            at = pick_state(view, states)
        st.text(text_at(view, states, at))
        _maps(view, states, at)


def text_at(view: View, states: States, at: int) -> str:
    """What a state writes: known for our example sentences, else it is run. Raises Busy."""
    translation, step = view.translation, states.steps[at]
    known = growth.stored(view.translator_name, step).get(translation.source.text)
    if known is not None:
        return known
    model, source = view.translator_name, translation.source.ids
    return growth.line(model, step, source, translation.predicted).text


def _maps(view: View, states: States, at: int) -> None:
    """A head at this state, and at another one."""
    text, translation = view.text, view.translation
    pick, last = Picker(text, (view.translator_name,)), len(states.steps) - 1
    place = st.container()  # what sets the maps stands below them
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind = pick_kind(text)
        _, layer, head = pick_head(text, translation, kind)
        compared = [(at, "growth_map")]
        if choices.toggle(text, "growth_compare", text("growth.compare"), True):
            names = states.names(text)
            other = pick.listed("growth_other", text("growth.other"), names, last, width=150)
            compared.append((other, "growth_map_other"))
    with place:
        for column, (state, key) in zip(
            st.columns(len(compared), gap="large"), compared, strict=True
        ):
            with column:
                _map(view, states, state, (kind, layer, head), key)


def _map(
    view: View, states: States, at: int, where: tuple[AttentionKind, int, int], key: str
) -> None:
    text, translation = view.text, view.translation
    kind, layer, head = where
    found = growth.weights(
        view.translator_name, states.steps[at], translation.source.ids, translation.predicted
    )[kind][layer, head]
    rows, keys = sides(translation, kind)
    st.caption(states.name(text, at))
    figure = cell_map(
        values=found.astype(np.float32),
        row_labels=rows.pieces,
        key_labels=keys.pieces,
        value_title=text("words.weight"),
        dark=view.dark,
        **axis_words(text, kind),
        masked=_hidden(translation, kind, layer, head),
    )
    alt = text("growth.map_alt", state=states.name(text, at), layer=layer + 1, head=head + 1)
    chapter.chart(figure, alt, key)


def _hidden(
    translation: Translation, kind: AttentionKind, layer: int, head: int
) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    """Masks come from the sentence, so those of the finished model are those of every state."""
    scores = translation.trace[f"{prefix_of(kind, layer)}.masked_scores"][head]
    return np.asarray(~np.isfinite(scores))


def _all(view: View, states: States) -> None:
    """The sentence at every state, one below the other."""
    text = view.text
    with chapter.figure(text("growth.all"), text("growth.all_line")):
        st.text(view.translation.source.text)
        written = [text_at(view, states, at) for at in range(len(states.steps))]
        with st.container(key="growth_all"):
            st.table(  # it breaks what a state repeats into lines
                {text("growth.state"): states.names(text), text("growth.written"): written},
                hide_index=True,
                border="horizontal",
                alt=text("growth.all"),
            )
