"""The figure of the forcing page: two paths, and the pen that leads one back to the other."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import streamlit as st

from explainer.analysis.forcing import divergence
from explainer.chapters.forcing.paths import Path, Paths, corrected
from explainer.drawings import Choice, drawing, place_in, rounded
from explainer.frame.choices import Drawn, Place
from explainer.frame.pickers import Picker
from explainer.runs.registry import model_of

if TYPE_CHECKING:
    from explainer.frame.view import View
    from explainer.text import Text

POSITION = Place("forcing_position")  # counts from 1, in the address too
ALL: Final = "all"


def _read_pen(written: str) -> str | None:
    return written if re.fullmatch(r"all|\d{1,2}(\.\d{1,2})*", written) else None


PEN = Drawn("forcing_pen", _read_pen, usual="0")  # steps that are corrected, joined by dots


def start_position(paths: Paths) -> int:
    """Return the default position, from 0: after the first divergence, else the least probable."""
    place = divergence(paths.reference.ids, paths.greedy.ids)
    if place is None:
        return int(paths.reference.forced.losses.argmax())
    return min(place + 1, min(len(paths.reference.ids), len(paths.greedy.ids)) - 1)


def pick_pen(view: View, paths: Paths) -> tuple[list[int], Path]:
    """Return the steps, from 0, that the learner corrects, and what is then read. Raises Busy.

    Of another sentence, model or reference none is corrected yet.
    """
    right, count = paths.reference.ids, len(paths.reference.ids)
    written = PEN.in_drawing(view.text, of=(right, paths.greedy.ids))
    steps = range(count) if written == ALL else (int(step) - 1 for step in written.split("."))
    pen = sorted({step for step in steps if 0 <= step < count})
    return pen, corrected(view.translation, paths, pen)


def pick_position(text: Text, paths: Paths, own: Path) -> int:
    """Draw the position control; return it from 0."""
    pick = Picker(text, (paths.reference.ids, paths.greedy.ids))
    longest = max(len(path.ids) for path in (paths.reference, paths.greedy, own))
    return pick.number(POSITION, longest, start_position(paths))


def draw_divergence(view: View, paths: Paths, pen: list[int], own: Path, place: int) -> None:
    """Draw the reference's path and the decoder's own, which the learner's pen corrects."""
    text, count = view.text, len(paths.reference.ids)

    def go(choice: Choice) -> None:
        to = place_in(choice, "at", max(count, len(own.ids)))
        if to is not None:
            st.session_state[POSITION] = to + 1
        if isinstance(held := choice.get("pen"), list):
            held = sorted({step for step in held if step in range(count)})
            st.session_state[PEN.name] = ".".join(str(step + 1) for step in held) or PEN.usual

    drawing(
        "forcing/two_paths",
        {"reference": _tokens(view, paths.reference), "own": _tokens(view, own)},
        words=text.section("forcing.two_paths"),
        key="forcing_two_paths",
        chosen={"at": place, "pen": pen},
        computed=("pen",),
        on_choice=go,
        blank=lambda data: _blank(data, place),
    )
    cut = divergence(paths.reference.ids, own.ids)
    if cut is not None:
        st.caption(text("forcing.divergence", place=cut + 1))
    else:
        st.caption(text("forcing.corrected" if pen else "forcing.no_divergence"))


def _tokens(view: View, path: Path) -> dict[str, Any]:
    """Return a path's tokens with their ranks, and what was expected most at every step."""
    numbers, model = path.forced, model_of(view.translator_name)
    return {
        "tokens": list(path.tokens),
        "probs": rounded(np.exp(numbers.log_probs)),
        "ranks": numbers.ranks.tolist(),
        "top": [list(model.tokens(ids)) for ids in numbers.top_ids.tolist()],
        "shares": rounded(numbers.top_probs),
    }


def _blank(data: Mapping[str, Any], place: int) -> dict[str, Any]:
    """Hide the answer: show the reference up to the chosen step, and as many steps.

    The next token of both outputs is one of several candidates, in alphabetical order.
    """
    tokens, tops = data["reference"]["tokens"], data["reference"]["top"]
    count = max(len(tokens), len(data["own"]["tokens"]))
    path = {"tokens": [*tokens[:place], *["?"] * (count - len(tokens[:place]))], "probs": []}
    blank = {**path, "ranks": [], "top": [], "shares": []}
    shown = [*tokens[place : place + 1], *(top[0] for top in tops[place : place + 1])]
    choices = sorted({*shown})
    told = {"asked": place, "choices": choices, "offers": choices, "shown": shown}
    return {"reference": blank, "own": blank, **told}
