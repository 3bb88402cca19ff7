"""The page after the course: one written token on its way through the pictures of the chapters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
import streamlit as st

from explainer.analysis.maps import is_ordinary
from explainer.drawings import Choice, drawing
from explainer.frame import address, chapter
from explainer.frame.chips import Chip, ChipRow, chips, kind_of
from explainer.frame.choices import OneOf, Place
from explainer.frame.course import chapter_of
from explainer.frame.navigation import draw_line
from explainer.frame.page import Beat, Page, render_figure
from explainer.frame.pickers import move, picker, start_step
from explainer.frame.terms import escape
from explainer.frame.view import View
from explainer.text.numbers import percent

# The picture of each part: its chapter and key.
PICTURES: Final[Mapping[str, tuple[str, str]]] = {
    "in": ("positions", "positions_dials"),
    "look": ("heads", "heads_fan"),
    "deep": ("layers", "layers_water"),
    "write": ("beam", "beam_tree"),
    "whole": ("translate", "flow"),
}
PART = OneOf("finale_part", tuple(PICTURES))
AT = Place("finale_at", "words.token")
SHOWN: Final = "finale_shown"  # session: the token, the part and the visit that pictures stand at
ADDED: Final = 3  # results that a layer of the decoder adds to a vector


@dataclass(frozen=True)
class Thread:
    """A written token, `at` from 0, and what the pictures say of it.

    `source`, from 0, is the token that most heads of the last `layer`, from 1, look at, `looking`
    of them; words come before punctuation and special tokens.
    """

    at: int
    source: int
    looking: int
    layer: int

    @property
    def places(self) -> dict[str, str]:
        """Where the pictures show it: URL names of their controls, counted from 1."""
        steps = ("row", "layers_step", "beam_step", "step")
        numbers = {"positions_at": self.source, **dict.fromkeys(steps, self.at)}
        places = {name: str(number + 1) for name, number in numbers.items()}
        return {"kind": "cross", "layer": str(self.layer), **places}


def thread_of(view: View) -> Thread:
    """Return the token that the reader follows; at first one that moves within the sentence."""
    done = view.translation
    at = picker(view.text, done).number(AT, len(done.predicted), start_step(done))
    looks = done.attention("cross")[-1, :, at].argmax(axis=-1)
    counts = np.bincount(looks, minlength=len(done.source.tokens))
    words = counts * [is_ordinary(token) for token in done.source.tokens]
    source = int((words if words.any() else counts).argmax())
    return Thread(at, source, int(counts[source]), len(done.attention("cross")))


def draw(view: View) -> None:
    """Draw the token's way, and the picture of one part of it with a link to its chapter."""
    text = view.text
    part, thread = PART.in_drawing(text), thread_of(view)
    shown = view.translation.source.text, thread.at, part, address.visit()
    if st.session_state.get(SHOWN) != shown:
        st.session_state[SHOWN] = shown
        for name, written in thread.places.items():
            address.give(name, written)
    id, key = PICTURES[part]
    with chapter.figure(text("finale.way"), text("finale.follow")):
        _draw_way(view, thread, part)
        if (spec := chapter_of(id)) is not None:
            render_figure(spec, view, key)
            own = {} if "s" in st.query_params else {"s": view.translation.original}
            draw_line(text, f"finale_{id}", (spec,), text("finale.there"), own)


def _draw_way(view: View, thread: Thread, part: str) -> None:
    """Draw all tokens, to follow another, and a stop a part with its number of this one."""
    text, done = view.text, view.translation
    values = text.each("finale.stop_*", *PICTURES, **told_of(view))
    stops = [
        {"part": id, "name": name, "value": values[id]} for id, name in PART.names(text).items()
    ]

    def go(choice: Choice) -> None:
        if (id := choice.get("part")) in [*PICTURES]:
            st.session_state[PART.name] = id

    pairs = zip(done.predicted, done.predicted_tokens, strict=True)
    chips(
        rows=[ChipRow("", [Chip(token, kind_of(id, "target")) for id, token in pairs])],
        title=text("finale.follow"),
        key="finale_tokens",
        chosen=(0, thread.at),
        on_pick=lambda cell: move(AT, cell[1]),
    )
    drawing(
        "finale/thread",
        {"stops": stops},
        words=text.section("finale.thread"),
        key="finale_thread",
        chosen={"part": part},
        on_choice=go,
        computed=True,
    )


def told_of(view: View) -> dict[str, object]:
    """Return the numbers of the token's way."""
    done, thread = view.translation, thread_of(view)
    chances = done.predicted_probs.astype(float)
    heads, width = done.attention("cross").shape[1], done.trace["memory"].shape[1]
    return {
        "token": done.source.tokens[thread.source],
        "id": done.source.ids[thread.source],
        "place": thread.source,
        "width": width,
        "looking": thread.looking,
        "heads": heads,
        "layer": thread.layer,
        "results": ADDED * thread.layer,
        "written": done.predicted_tokens[thread.at],
        "vocabulary": f"{done.n_vocab:,}",
        "chance": percent(float(chances[thread.at])),
        "steps": len(done.predicted),
        "whole": percent(float(np.prod(chances))),
    }


def said_of(view: View) -> dict[str, object]:
    """Return the same for sentences in Markdown."""
    told = told_of(view)
    return {**told, **{name: _spoken(f"{told[name]}") for name in ("token", "written")}}


def _spoken(token: str) -> str:
    return escape(token.replace("▁", "") or token)


PAGE = Page(
    draw,
    probabilities=("",),
    beats=tuple(
        Beat(part, {PART.name: part} if at else {}, fills=said_of)
        for at, part in enumerate(PICTURES)
    ),
)
