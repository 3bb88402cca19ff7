"""Force another token on greedy search, and compare both outputs."""

from __future__ import annotations

from typing import Final

import numpy as np
import streamlit as st

from explainer.chapters.greedy.state import Scene, find_typed_token, force, force_at, release
from explainer.decoding import EOS
from explainer.frame import chapter
from explainer.frame.chips import Chip, ChipRow, Kind, chips
from explainer.frame.formula import factor
from explainer.frame.view import View
from explainer.runs.greedy import Path
from explainer.runs.tokenizers import lattice, tokenizer
from explainer.text.numbers import decimal, percent, true_minus
from explainer.tokenizer.tokenizer import SPECIALS
from explainer.translation import Translation

TYPED: Final = "greedy_typed"
MAX_CHARS: Final = 40
SHOWN: Final = 12  # tokens of a text that is none, before dots


def output_chips(path: Path) -> list[Chip]:
    """Return an output's tokens with their probabilities, ✎ where forced."""
    row = []
    for place, token in enumerate(path.tokens):
        kind: Kind = "special" if path.ids[place] <= EOS else "target"
        mark = ("✎",) if place in path.forced else ()
        begins = token.startswith("▁") or kind == "special"
        row.append(Chip(token, kind, (percent(np.exp(path.log_probs[place]), 0), *mark), begins))
    return row


def _draw_force(view: View, scene: Scene) -> None:
    """Draw a field for tokens that are not in the figure, and a reset button."""
    translation = view.translation
    text, step = view.text, scene.step

    def take() -> None:
        token = _typed_token(translation, scene)
        if token is not None and token >= scene.shown.first(step):
            force(scene, token)

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input(
            text("greedy.typed"),
            key=TYPED,
            max_chars=MAX_CHARS,
            on_change=take,
            width=260,
            help=text("greedy.typed_help", limit=MAX_CHARS),
            autocomplete="off",
        )
        st.button(text("greedy.take"), key="greedy_take", on_click=take)
        if scene.forced:
            st.button(
                text("greedy.release"),
                key="greedy_release",
                on_click=release,
                icon=":material/undo:",
            )
    _complain(view, scene)


def _typed_token(translation: Translation, scene: Scene) -> int | None:
    typed = str(st.session_state.get(TYPED, ""))[:MAX_CHARS]
    vocabulary = lattice(translation.model)
    return find_typed_token(typed, vocabulary, scene.shown.distribution(scene.step))


def _complain(view: View, scene: Scene) -> None:
    """Explain why the typed token cannot be forced; it stays in the field."""
    translation = view.translation
    text, typed = view.text, str(st.session_state.get(TYPED, ""))[:MAX_CHARS].strip()
    if not typed:
        return
    token = _typed_token(translation, scene)
    if typed in SPECIALS and token is None:
        st.warning(text("greedy.never_written"), icon=":material/edit:")
    elif token is not None and token < scene.shown.first(scene.step):
        st.warning(text("greedy.too_short"), icon=":material/edit:")
    elif token is None:
        parts = tokenizer(translation.model).encode(typed).tokens[:-1]
        st.warning(text("greedy.no_token", count=len(parts)), icon=":material/edit:")
        st.text("  ".join(parts[:SHOWN]) + ("  …" if len(parts) > SHOWN else ""))


def draw_beside(view: View, scene: Scene) -> None:
    """Draw the free output and, after the question is answered, the forced one."""
    text, free, shown = view.text, scene.free, scene.shown
    step, second = free.close_call
    line = text("greedy.beside_line") if scene.forced else text("greedy.ask_line", step=step + 1)
    with chapter.figure(text("greedy.beside"), line):
        rows = [ChipRow(text("greedy.free", total=decimal(free.total)), output_chips(free))]
        if scene.forced:
            name = text("greedy.forced", total=decimal(shown.total))
            rows.append(ChipRow(name, output_chips(shown)))
        chips(rows=rows, title=text("greedy.beside_alt"), key="greedy_beside")
        if scene.forced:
            st.markdown(_verdict(view, free, shown))
        else:
            st.button(
                text("greedy.walk", step=step + 1),
                key="greedy_walk",
                icon=":material/east:",
                on_click=force_at,
                args=(scene, step, second),
            )
        _draw_force(view, scene)


def _verdict(view: View, free: Path, other: Path) -> str:
    """State which output is more probable, and by what factor."""
    text, lead = view.text, other.total - free.total
    if other.ids == free.ids:
        return text("greedy.same_output")
    values = {"lead": true_minus(f"{lead:+.2f}"), "times": factor(abs(lead))}
    if lead > 0:
        return text("greedy.forced_wins", **values)
    return text("greedy.free_wins", **values)
