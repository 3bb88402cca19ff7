"""The reference translation used by two pages: the reader's, ours, or the output of beam search.

The reader's input stays in the field, in the session and (its beginning) in the URL even if it is
invalid; the last valid reference is then still used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

import streamlit as st

from explainer.data.references import reference_of
from explainer.frame import address
from explainer.frame.controls import LONGEST_LINK
from explainer.frame.params import DEFAULTS
from explainer.frame.sentence_warnings import wrong_language
from explainer.runs import registry, resources
from explainer.runs.resources import Ids
from explainer.tokenizer import EOS, UNK

if TYPE_CHECKING:
    from explainer.decoding import DecodeOptions, Hypothesis
    from explainer.engine import Translation
    from explainer.frame.view import View

KEY: Final = "reference"  # key of the field and URL parameter
WHOLE: Final = "reference_whole"  # session: the full input; the URL has only its beginning
TYPED_FOR: Final = "reference_for"  # session: the sentence it was typed for
GOOD: Final = "reference_good"  # session: the last valid input, with model and sentence
MOST_CHARS: Final = 2000
MOST_TOKENS: Final = 96  # same as the limit of a search

Origin = Literal["typed", "ours", "beam"]


@dataclass(frozen=True)
class Reference:
    """A tokenized reference; `ids` end with EOS, `text` is normalised."""

    text: str
    ids: Ids
    tokens: tuple[str, ...]
    origin: Origin

    @property
    def unknown(self) -> int:
        """Number of unknown tokens."""
        return sum(index == UNK for index in self.ids)


def limit_of(view: View) -> int:
    """Return the maximum number of tokens of a reference."""
    return min(MOST_TOKENS, int(view.card["model"]["max_positions"]))


def pick_reference(view: View) -> Reference:
    """Draw the field with its messages and return the reference to use. Raises Busy."""
    text = view.text
    typed = _field(view)
    default = usual_reference(view)
    reference = default
    if typed and not typed.isspace():
        reference = _read_typed(view, typed) or _last_good(view) or default
    elif typed:
        st.info(text("reference.only_spaces"), icon=":material/edit:")
    st.caption(text.each("reference.origin_*", "typed", "ours", "beam")[reference.origin])
    if reference.origin == "typed":
        _warn(view, reference)
    return reference


def _field(view: View) -> str:
    """Draw the text field; a text that is too long for the URL is restored from the session."""
    text, translation = view.text, view.translation
    value = address.seed_text(KEY, "")
    whole = st.session_state.get(WHOLE, "")
    if value != whole and value == whole[:LONGEST_LINK]:
        st.session_state[KEY] = whole
    default = reference_of(translation.source.text, str(view.card["target"]))
    typed = st.text_input(
        text("reference.reference"),
        key=KEY,
        placeholder=default or text("reference.placeholder"),
        help=text("reference.reference_help"),
        autocomplete="off",
    )
    address.keep(KEY, typed[:LONGEST_LINK], "")
    if typed != whole or TYPED_FOR not in st.session_state:
        st.session_state[TYPED_FOR] = translation.original
    st.session_state[WHOLE] = typed
    if typed.strip() and st.session_state[TYPED_FOR] != translation.original:
        st.info(text("reference.other_sentence"), icon=":material/history:")
        st.button(text("reference.clear"), key="reference_clear", on_click=_clear)
    return typed


def _clear() -> None:
    st.session_state[KEY] = ""


def _read_typed(view: View, typed: str) -> Reference | None:
    """Tokenize the input; None, with a message, if it is invalid."""
    text, translation = view.text, view.translation
    if len(typed) > MOST_CHARS:
        st.warning(
            text("reference.too_long_text", found=f"{len(typed):,}", limit=f"{MOST_CHARS:,}"),
            icon=":material/edit:",
        )
        return None
    clean, _ = registry.model_of(view.translator_name).target_tokenizer.clean(typed)
    if not clean:
        st.info(text("reference.only_spaces"), icon=":material/edit:")
        return None
    reference, limit = _cut(view, clean, "typed"), limit_of(view)
    if len(reference.ids) > limit:
        st.warning(
            text("reference.too_long_tokens", found=len(reference.ids), limit=limit),
            icon=":material/edit:",
        )
        return None
    st.session_state[GOOD] = (translation.model, translation.original, clean)
    return reference


def _last_good(view: View) -> Reference | None:
    translation = view.translation
    model, sentence, clean = st.session_state.get(GOOD, ("", "", ""))
    fits = model == translation.model and sentence == translation.original
    return _cut(view, clean, "typed") if fits else None


def _cut(view: View, clean: str, origin: Origin) -> Reference:
    model = view.translator_name
    tokenizer = registry.model_of(model).target_tokenizer
    tokens = tokenizer.encode(clean)
    return Reference(tokens.text, tokens.ids, tokens.tokens, origin)


def usual_reference(view: View) -> Reference:
    """Return our own translation of an example sentence, else the output of beam search."""
    translation = view.translation
    ours = reference_of(translation.source.text, str(view.card["target"]))
    if ours:
        reference = _cut(view, ours, "ours")
        if len(reference.ids) <= limit_of(view):
            return reference
    model = registry.model_of(translation.model)
    ids = beam_of(translation)[0][0].ids
    if ids[-1:] != (EOS,):  # cut off by the length limit; a reference must end with EOS
        ids = (*ids[: limit_of(view) - 1], EOS)
    return Reference(model.tokenizer.decode(ids), ids, model.tokens(ids), "beam")


def beam_of(translation: Translation) -> tuple[tuple[Hypothesis, ...], DecodeOptions]:
    """Return the sentence bar's beam search, or the default one if it uses another method."""
    options = translation.options
    if options.method == "beam":
        return translation.hypotheses, options
    usual = DEFAULTS.options()
    result = resources.search_from(translation.model, translation.source.ids, usual)
    return tuple(result.hypotheses[0]), usual


def _warn(view: View, reference: Reference) -> None:
    """Warn of unknown tokens and of a script other than the target language's."""
    text = view.text
    if reference.unknown:
        st.warning(
            text("reference.unknown", count=reference.unknown, tokens=len(reference.ids)),
            icon=":material/help:",
        )
    if wrong_language(reference.text, str(view.card["target"])):
        st.info(text("reference.other_script"), icon=":material/translate:")
