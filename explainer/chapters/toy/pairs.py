"""A user's own training pairs; kept in the session only, never on disk."""

from __future__ import annotations

from typing import Final

import streamlit as st

from explainer.data.toy import number_word
from explainer.frame.choices import OneOf
from explainer.runs import toy
from explainer.runs.toy import Own, PairsError
from explainer.text import LANGUAGES, Text

FIELD: Final = "toy_pairs"
KEPT: Final = "toy_pairs_kept"  # session: Streamlit forgets a field that is not drawn
MAX_CHARS: Final = 40_000


def example_pairs(lang: str, unit: str = "characters") -> str:
    """Return the field's example: number words and digits, by "words" one token per part."""
    rows = [(number_word(number, lang), str(number)) for number in range(1, 100)]
    if unit == "words":
        rows = [(" ".join(w) if lang == "ko" else w, " ".join(digits)) for w, digits in rows]
    return "\n".join(f"{word} => {digits}" for word, digits in rows)


UNIT = OneOf("toy_unit", ("characters", "words"))


def draw_pairs_field(text: Text) -> tuple[Own | None, bool]:
    """Draw the field; return the parsed pairs and whether they can be trained on."""
    unit = UNIT.draw(text)
    kept = st.session_state.get(FIELD, st.session_state.get(KEPT))
    examples = {example_pairs(lang, each) for lang in LANGUAGES for each in UNIT.options}
    # What nobody has changed is the example of this unit and language.
    st.session_state[FIELD] = example_pairs(text.lang, unit) if kept in {None, *examples} else kept
    written = st.text_area(
        text("toy.pairs"),
        key=FIELD,
        height=220,
        max_chars=MAX_CHARS,
        help=text("toy.pairs_help"),
    )
    st.session_state[KEPT] = written
    try:
        own = toy.own_pairs(written, unit == "words")
    except PairsError as problem:
        st.error(problem_text(text, problem))
        return None, False
    st.caption(
        text(
            "toy.pairs_read",
            learn=len(own.pairs),
            held=len(own.held_out),
            repeated=own.repeated,
            kinds=own.tokenizer.vocab_size,
        )
    )
    return own, True


def problem_text(text: Text, problem: PairsError) -> str:
    """Explain what is wrong with the pairs."""
    numbers = {"line": problem.line, "found": problem.found, "limit": problem.limit}
    return {
        "empty": lambda: text("toy.bad_empty"),
        "too_many": lambda: text("toy.bad_many", found=numbers["found"], limit=numbers["limit"]),
        "no_arrow": lambda: text("toy.bad_arrow", line=numbers["line"]),
        "empty_side": lambda: text("toy.bad_side", line=numbers["line"]),
        "too_long": lambda: text("toy.bad_long", **numbers),
        "too_few": lambda: text("toy.bad_few", found=numbers["found"], limit=numbers["limit"]),
        "too_wide": lambda: text("toy.bad_wide", found=numbers["found"], limit=numbers["limit"]),
        "held_out": lambda: text("toy.bad_held"),
    }[problem.reason]()
