"""The reader's choices on the greedy page: the step, and the forced tokens.

URL parameters: `greedy_step` (from 1) and `greedy_force`, where "3-61_5-120" forces token 61 at
step 3 and, in what follows, token 120 at step 5.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.decoding import EOS
from explainer.frame import address
from explainer.frame.choices import Place
from explainer.frame.pickers import move, picker
from explainer.frame.view import View
from explainer.runs.greedy import Floats, ForcedTokens, Path, forced_search
from explainer.text import Text
from explainer.tokenizer import UNK, clean_text
from explainer.tokenizer.lattice import MARK, Lattice
from explainer.tokenizer.tokenizer import SPECIALS
from explainer.translation import Translation

STEP = Place("greedy_step")
FORCE: Final = "greedy_force"
FOR: Final = "greedy_for"  # session: the sentence that the forced tokens belong to
LONGEST: Final = 200  # characters of the address
ENTRY = re.compile(r"([1-9][0-9]{0,2})-([0-9]{1,6})")


@dataclass(frozen=True)
class Scene:
    """What the page shows: the free output, that with forced tokens, and the step (from 0)."""

    free: Path
    shown: Path
    forced: ForcedTokens
    step: int


def parse_forced(written: str, vocabulary: int) -> ForcedTokens | None:
    """Parse forced tokens from the URL; None if invalid."""
    if not written:
        return ()
    matches = [ENTRY.fullmatch(entry) for entry in written[:LONGEST].split("_")]
    pairs = tuple((int(m[1]) - 1, int(m[2])) for m in matches if m is not None)
    steps = [step for step, _ in pairs]
    fits = len(pairs) == len(matches) and steps == sorted(set(steps))
    return pairs if fits and all(EOS <= token < vocabulary for _, token in pairs) else None


def format_forced(forced: ForcedTokens) -> str:
    return "_".join(f"{step + 1}-{token}" for step, token in forced)


def read_forced(text: Text, translation: Translation) -> ForcedTokens:
    """Take the forced tokens, (step from 0, token id), from the URL or the control.

    They are deleted for another sentence or model; invalid ones in the URL are reported."""
    vocabulary = translation.n_vocab
    here = (translation.model, translation.source.ids)
    if st.session_state.get(FOR, here) != here and not address.went_back():
        st.session_state.pop(FORCE, None)
        st.query_params.pop(FORCE, None)
        address.forget(FORCE)
    st.session_state[FOR] = here
    if address.url_wins(FORCE):
        written = st.query_params.get(FORCE)
        if written is not None and parse_forced(written, vocabulary) is None:
            address.say_ignored(text, FORCE)
    value = address.seed(FORCE, "", lambda w: None if parse_forced(w, vocabulary) is None else w)
    return parse_forced(value, vocabulary) or ()


def read_scene(view: View) -> Scene:
    """Run this sentence's searches and draw the step scrubber."""
    translation = view.translation
    text, forced = view.text, read_forced(view.text, translation)
    free = forced_search(translation)
    shown = forced_search(translation, forced) if forced else free
    if len(shown.forced) < len(forced):
        address.say_ignored(text, FORCE)
        forced = forced[: len(shown.forced)]
        st.session_state[FORCE] = format_forced(forced)
    address.keep(FORCE, format_forced(forced), "")
    count = len(shown.ids)
    usual = min(free.close_call[0], count - 1)
    pick = picker(text, translation)
    return Scene(free, shown, forced, pick.slider(STEP, count, usual))


def force(scene: Scene, token: int) -> None:
    """Force a token at the scene's step; greedy's own choice there removes the force."""
    force_at(scene, scene.step, token)


def force_at(scene: Scene, step: int, token: int) -> None:
    """Go to a step (from 0) and force a token there."""
    kept = tuple(entry for entry in scene.forced if entry[0] < step)
    first = scene.shown.first(step)
    own = first + int(scene.shown.distribution(step)[first:].argmax())
    st.session_state[FORCE] = format_forced(kept if token == own else (*kept, (step, token)))
    move(STEP, step)


def release() -> None:
    """Remove all forced tokens."""
    st.session_state[FORCE] = ""


def find_typed_token(typed: str, vocabulary: Lattice, log_probs_V: Floats) -> int | None:
    """Return the token that was typed; None if it is not in the vocabulary or never allowed.

    A word may begin (▁a) or continue (a): the more probable one at this step, unless the typed text
    begins with ▁ or a space.
    """
    if typed.strip() == SPECIALS[EOS]:  # before cleaning, to which it is a tag
        return EOS
    core = clean_text(typed).removeprefix(MARK)
    spelled = [MARK + core] if typed[:1] in (MARK, " ") else [core, MARK + core]
    candidates = [vocabulary.index(token) for token in spelled] if core else []
    known = [token for token in candidates if token != UNK]
    return max(known, key=lambda token: float(log_probs_V[token]), default=None)
