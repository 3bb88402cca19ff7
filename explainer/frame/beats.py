"""Beats: a chapter's story in three to five sentences, each of which sets controls.

They are one line above the figures. The line is filled after the lead figure is drawn, since the
current beat is derived from that figure's controls, which a link may also set. The lead figure ends
with a page's first `chapter.figure`, or where the page calls `beats.here()`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

import streamlit as st

from explainer.frame import address, terms
from explainer.frame.course import Chapter
from explainer.frame.view import View
from explainer.scope import scoped
from explainer.text import Text, strings

LAST: Final = "{}_beat_last"  # session: the last beat, still shown after a control has changed


@dataclass(frozen=True)
class Beat:
    """One sentence of a chapter's story, `<chapter>.beat_<id>`; choosing it `sets` controls.

    `sets` maps URL names of controls to URL values. Controls that only other beats set are reset,
    and so are those in `lets_go`, which no beat sets. `covers` lists further values that count as
    this beat. `label` replaces its number. `fills` computes the numbers in the sentence from the
    view.
    """

    id: str
    sets: Mapping[str, str] = field(default_factory=dict)
    covers: Mapping[str, Collection[str]] = field(default_factory=dict)
    label: str = ""
    fills: Callable[[View], Mapping[str, object]] | None = None
    lets_go: Collection[str] = ()

    def holds(self, name: str, value: str | None) -> bool:
        """Return whether this value of the control belongs to the beat."""
        return value == self.sets[name] or value in self.covers.get(name, ())


# Draws what follows the current page's lead figure.
_waiting: ContextVar[Callable[[], None] | None] = ContextVar("beats", default=None)


@contextmanager
def below_lead_figure(then: Callable[[], None]) -> Iterator[None]:
    """Call `then` once, after the lead figure in the body; at its end if there is none."""
    with scoped(_waiting, then):
        yield
        here()


def here() -> None:
    """End the lead figure, and draw what follows it."""
    draw = _waiting.get()
    if draw is None:
        return
    _waiting.set(None)
    draw()


def elsewhere() -> AbstractContextManager[None]:
    """Draw no beats in the block; for nested fragments, which rerun without their page."""
    return scoped(_waiting, None)


def line() -> AbstractContextManager[object]:
    """Return the container of the line, which `draw` fills."""
    return st.container(key="beats", horizontal=True, vertical_alignment="center", gap="small")


def draw(chapter: Chapter, view: View, beats: Sequence[Beat]) -> None:
    """Draw the line above the figures: a number per beat, the current sentence, and two buttons."""
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
        pale = nullcontext() if now else st.container(key="beat_left")  # it tells of another state
        with pale:
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
    """Draw a chapter's details below its lead figure, collapsed."""
    if chapter.detail in strings(text.lang):
        fold = st.expander(text("chapter.detail"), key=f"{chapter.id}_detail", on_change="rerun")
        if fold.open:
            fold.markdown(terms.link_terms(text, text(chapter.detail)))


def said(chapter: Chapter, view: View, beat: Beat) -> str:
    """Return the sentence of a beat with its numbers filled in."""
    return view.text(f"{chapter.id}.beat_{beat.id}", **(beat.fills(view) if beat.fills else {}))


def current(beats: Sequence[Beat]) -> str | None:
    """Return the id of the first beat that matches the controls; None if others were changed."""
    written, controls = st.query_params.to_dict(), _controls(beats)
    for beat in beats:
        elsewhere = controls - beat.sets.keys()
        as_set = all(beat.holds(name, address.value_of(name)) for name in beat.sets)
        if as_set and not elsewhere & written.keys():
            return beat.id
    return None


def _press(key: str, beats: Sequence[Beat], marked: str | None) -> None:
    """Set the controls to the beat that was pressed.

    A press on the `marked` beat deselects it; a control in its own fragment may have changed since,
    so set its controls again.
    """
    if id := st.session_state[key] or marked:
        _go(beats, id)


def _go(beats: Sequence[Beat], id: str) -> None:
    chosen = next(beat for beat in beats if beat.id == id)
    for name in _controls(beats):
        address.give(name, chosen.sets.get(name))


def _controls(beats: Sequence[Beat]) -> set[str]:
    """Return the URL names of all controls that the beats set or reset."""
    return {name for beat in beats for name in (*beat.sets, *beat.lets_go)}
