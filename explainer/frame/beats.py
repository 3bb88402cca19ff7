"""Beats: a chapter's story in three to five sentences, each of which sets what is drawn.

They stand in one line above the figures, which is filled when the lead figure is drawn: what is
marked is read from its controls, so it is true however they came to stand as they do, by a link,
too. The lead figure ends where the first `chapter.figure` of a page ends, or where the page says
`beats.here()`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from explainer.frame import address, terms
from explainer.frame.course import Chapter
from explainer.frame.view import View
from explainer.scope import scoped
from explainer.text import Text, strings

LAST: Final = "{}_beat_last"  # session: the sentence that stays when a control was moved since


@dataclass(frozen=True)
class Beat:
    """One sentence of a chapter's story, `<chapter>.beat_<id>`; pressed, it `sets` controls.

    By the name of a control in the address the value the address has for it. Every control that any
    beat of the page sets and this one does not goes back to where it stands when the page opens.
    The same for what it `lets_go`: what a reader has chosen, and no beat sets. A beat that `covers`
    more values of a control is marked at those, too. Its `label` stands where its number would.
    What it says of numbers `fills` computes from what is drawn, for the holes.
    """

    id: str
    sets: Mapping[str, str] = field(default_factory=dict)
    covers: Mapping[str, Collection[str]] = field(default_factory=dict)
    label: str = ""
    fills: Callable[[View], Mapping[str, object]] | None = None
    lets_go: Collection[str] = ()

    def holds(self, name: str, value: str | None) -> bool:
        """Whether the control of this name stands as the beat tells it."""
        return value == self.sets[name] or value in self.covers.get(name, ())


# What is to be drawn below the lead figure of the page that is being drawn.
_waiting: ContextVar[Callable[[], None] | None] = ContextVar("beats", default=None)


@contextmanager
def below_lead_figure(then: Callable[[], None]) -> Iterator[None]:
    """What `then` draws stands once in what the body draws, at the latest at its end."""
    with scoped(_waiting, then):
        yield
        here()


def here() -> None:
    """The lead figure ends here."""
    draw = _waiting.get()
    if draw is None:
        return
    _waiting.set(None)
    draw()


def elsewhere() -> AbstractContextManager[None]:
    """For a fragment in the page's, which is run again without what stands around it: no beats."""
    return scoped(_waiting, None)


def line() -> AbstractContextManager[object]:
    """The place of the line, to be filled by `draw`."""
    return st.container(key="beats", horizontal=True, vertical_alignment="center", gap="small")


def draw(chapter: Chapter, view: View, beats: Sequence[Beat]) -> None:
    """The line above the figure: a number for each sentence, and the one pressed last in words."""
    labels = {beat.id: beat.label or str(number) for number, beat in enumerate(beats, 1)}
    ids, key, now = tuple(labels), f"{chapter.id}_beats", current(beats)
    st.session_state[key] = now
    last = now or st.session_state.get(LAST.format(chapter.id), ids[0])
    st.session_state[LAST.format(chapter.id)] = last
    at = ids.index(last)
    st.segmented_control(
        view.text("chapter.beats"),
        ids,
        key=key,
        format_func=labels.__getitem__,
        on_change=_press,
        args=(key, beats, now),
        label_visibility="collapsed",
        width="content",
    )
    with st.container(key="beat"):
        st.markdown(terms.link_terms(view.text, said(chapter, view, beats[at])))
    before, after = view.text("chapter.beat_before"), view.text("chapter.beat_after")
    steps = (("before", before, "left", at - 1), ("after", after, "right", at + bool(now)))
    for name, label, side, to in steps:
        st.button(
            label,
            key=f"beat_{name}",
            icon=f":material/chevron_{side}:",
            disabled=not 0 <= to < len(ids),
            on_click=_go,
            args=(beats, ids[to % len(ids)]),
            type="tertiary",
        )


def draw_detail(chapter: Chapter, text: Text) -> None:
    """What a chapter has to add below its lead figure, folded."""
    if chapter.detail in strings(text.lang):
        fold = st.expander(text("chapter.detail"), key=f"{chapter.id}_detail", on_change="rerun")
        if fold.open:
            fold.markdown(terms.link_terms(text, text(chapter.detail)))


def said(chapter: Chapter, view: View, beat: Beat) -> str:
    """The sentence of a beat, with the numbers of what is drawn."""
    return view.text(f"{chapter.id}.beat_{beat.id}", **(beat.fills(view) if beat.fills else {}))


def current(beats: Sequence[Beat]) -> str | None:
    """The first beat whose controls stand as it sets them, and none of the others' is moved."""
    written, controls = st.query_params.to_dict(), _controls(beats)
    for beat in beats:
        elsewhere = controls - beat.sets.keys()
        as_set = all(beat.holds(name, address.value_of(name)) for name in beat.sets)
        if as_set and not elsewhere & written.keys():
            return beat.id
    return None


def _press(key: str, beats: Sequence[Beat], marked: str | None) -> None:
    """Every control that any beat sets stands as this one sets it, or as the page opens.

    A press on the `marked` one takes its mark away: a control in a fragment of its own may have
    moved since, so it is a press like any other.
    """
    if id := st.session_state[key] or marked:
        _go(beats, id)


def _go(beats: Sequence[Beat], id: str) -> None:
    chosen = next(beat for beat in beats if beat.id == id)
    for name in _controls(beats):
        address.give(name, chosen.sets.get(name))


def _controls(beats: Sequence[Beat]) -> set[str]:
    """The names of all that the beats set: controls of the page, none of those around it."""
    return {name for beat in beats for name in (*beat.sets, *beat.lets_go)}
