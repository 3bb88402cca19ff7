"""The texts and settings of the BLEU page, and the edits of single words.

The texts are three candidates of a worked example, or the reader's own. Texts that cannot be scored
stay in their fields, while the page keeps showing the last valid ones.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

import streamlit as st

from explainer.data.bleu import example
from explainer.frame import address, chapter
from explainer.frame.choices import OneOf, Place, Slider, Switch
from explainer.metrics.bleu import DEFAULT_VALUE, MAX_ORDER, SMOOTHINGS, BleuSettings
from explainer.metrics.bleu_tokens import TOKENIZERS
from explainer.streamlit_internals import null_container
from explainer.text import Text
from explainer.text.numbers import superscript

if TYPE_CHECKING:
    from streamlit.delta_generator import DeltaGenerator

OWN: Final = "own"
CANDIDATE, REFERENCES = Place("bleu_candidate"), Place("bleu_references")
GOOD: Final = "bleu_good"  # session: the last texts that could be scored
LONG: Final = "bleu_long"  # session: typed texts too long for the address
UNDO: Final = "bleu_undo"  # session: candidates before each edit
WORD: Final = "bleu_word"  # session: the place of the chosen word
MAX_CHARS: Final = 400  # of the candidate and of each reference
MAX_REFERENCES: Final = 6
LINK: Final = 600  # characters of a text that go into the address
KEPT_EDITS: Final = 50
CASE = OneOf("bleu_case", (*example().candidates, OWN))
ORDER = OneOf("bleu_order", (*range(1, MAX_ORDER + 1),), usual=4)
SMOOTHING = OneOf("bleu_smooth", SMOOTHINGS, listed=True)
TOKENIZER = OneOf("bleu_tok", TOKENIZERS, usual="13a", listed=True)
EFFECTIVE, OWN_WEIGHTS = Switch("bleu_effective"), Switch("bleu_weights")
SETTINGS: Final = (ORDER, SMOOTHING, TOKENIZER, EFFECTIVE, OWN_WEIGHTS)
FLOOR = Slider("bleu_floor", 0.01, 1.0, 0.01, usual=DEFAULT_VALUE["floor"])
ADD = Slider("bleu_add", 0.1, 5.0, 0.1, usual=DEFAULT_VALUE["add-k"])
WEIGHTS: Final = tuple(
    Slider(f"bleu_w{n}", 0.0, 1.0, 0.05, usual=1.0, says="bleu.weight")
    for n in range(1, MAX_ORDER + 1)
)
TINY = OneOf("bleu_tiny", ("1e-04", "1e-06", "1e-08", "1e-10", "1e-12"), usual="1e-08", listed=True)


@dataclass(frozen=True)
class Texts:
    """Candidate and references; `case` names a candidate of the example, or is OWN."""

    case: str
    candidate: str
    references: tuple[str, ...]


@dataclass(frozen=True)
class Choice:
    """Settings of the score, the tokenizer, and the length of the highlighted n-grams."""

    settings: BleuSettings
    tokenizer: str


def read_texts(text: Text, controls: DeltaGenerator, below: DeltaGenerator) -> Texts:
    """Draw the choice of texts; always return texts that can be scored."""
    shown = example()
    with controls:
        case = CASE.draw(text)
    if case != OWN:
        return _good(Texts(case, shown.candidates[case], shown.references))
    with below:
        return _own_texts(text)


def _own_texts(text: Text) -> Texts:
    """Draw the fields; return the last texts that could be scored."""
    shown = example()
    candidate = kept_text_field(text, CANDIDATE, shown.candidates["A"])
    references = kept_text_field(
        text,
        REFERENCES,
        "\n".join(shown.references),
        lines=True,
        count=MAX_REFERENCES,
        chars=MAX_CHARS,
    )
    texts = Texts(OWN, candidate, lines_of(references))
    problem = problem_of(text, texts)
    if not problem:
        return _good(texts)
    st.warning(problem, icon=":material/edit:")
    st.caption(text("bleu.last_shown"))
    last: Texts | None = st.session_state.get(GOOD)
    return last or Texts("A", shown.candidates["A"], shown.references)


def chosen_texts() -> Texts:
    """Return the texts of the bench, for parts of the page without it."""
    shown, case = example(), address.upcoming(CASE.name) or "A"
    if case in shown.candidates:
        return Texts(case, shown.candidates[case], shown.references)
    usual = Texts("A", shown.candidates["A"], shown.references)
    if case != OWN:
        return usual
    last: Texts | None = st.session_state.get(GOOD)
    references = lines_of(address.upcoming(REFERENCES) or "") or shown.references
    candidate = address.upcoming(CANDIDATE) or usual.candidate
    return last or Texts(OWN, candidate[:MAX_CHARS], references[:MAX_REFERENCES])


def _good(texts: Texts) -> Texts:
    st.session_state[GOOD] = texts
    return texts


def lines_of(written: str) -> tuple[str, ...]:
    """Return the lines that are not blank."""
    return tuple(line.strip() for line in written.splitlines() if line.strip())


def problem_of(text: Text, texts: Texts) -> str:
    """Return the reason why texts cannot be scored; "" if they can."""
    if not texts.candidate.strip():
        return text("bleu.no_candidate")
    if not texts.references:
        return text("bleu.no_reference")
    if len(texts.references) > MAX_REFERENCES:
        return text("bleu.many_references", count=len(texts.references), limit=MAX_REFERENCES)
    longest = max((texts.candidate, *texts.references), key=len)
    if len(longest) > MAX_CHARS:
        return text(
            "bleu.too_long",
            words=f"{len(longest.split()):,}",
            chars=f"{len(longest):,}",
            limit=MAX_CHARS,
        )
    return ""


def kept_text_field(
    text: Text, key: Place, default: str, *, lines: bool = False, **holes: object
) -> str:
    """Draw a text field whose value is kept in the session, and in the URL while short."""
    long: dict[str, str] = st.session_state.setdefault(LONG, {})
    address.seed_text(key, long.get(key, default))
    label, help = key.label(text), key.help(text, **holes)
    if lines:
        value = st.text_area(label, key=key, height=104, help=help)
    else:
        value = st.text_input(label, key=key, help=help, autocomplete="off")
    if len(value) <= LINK:
        long.pop(key, None)
        address.keep(key, value, default)
    else:
        long[key] = value
        address.keep(key, default, default)
        address.forget(key)
    return value


def edit(candidate: str) -> Texts:
    """Replace the reader's own candidate; for callbacks, before the next run."""
    texts: Texts = st.session_state[GOOD]
    undo: list[Texts] = st.session_state.setdefault(UNDO, [])
    undo.append(_typed_now() or texts)
    del undo[:-KEPT_EDITS]
    edited = replace(texts, case=OWN, candidate=candidate)
    _put(edited)
    return edited


def _typed_now() -> Texts | None:
    """Return the texts in the fields, valid or not."""
    if st.session_state.get(CASE.name) != OWN or CANDIDATE not in st.session_state:
        return None
    references = lines_of(st.session_state.get(REFERENCES, ""))
    return Texts(OWN, st.session_state[CANDIDATE], references)


def undo_edit() -> None:
    undo: list[Texts] = st.session_state.get(UNDO, [])
    if undo:
        st.session_state[WORD] = None
        _put(undo.pop())


def _put(texts: Texts) -> None:
    st.session_state[CASE.name] = texts.case
    if texts.case == OWN:
        st.session_state[CANDIDATE] = texts.candidate
        st.session_state[REFERENCES] = "\n".join(texts.references)


def read_choice(text: Text) -> Choice:
    """Draw the settings of the score, collapsed while all have their defaults."""
    moved = any(setting.name in st.query_params for setting in SETTINGS)
    place = chapter.fold(text("bleu.settings"), key="bleu_settings", expanded=moved)
    with place if place.open else null_container():
        choice = _read_settings(text)
    if not place.open:
        all_of = (*SETTINGS, FLOOR, ADD, TINY, *WEIGHTS)
        address.mark_stale(*(setting.name for setting in all_of))
    return choice


def _read_settings(text: Text) -> Choice:
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        order, smoothing = ORDER.draw(text), SMOOTHING.draw(text)
        value = _value(text, smoothing)
        tokenizer = TOKENIZER.draw(text)
        effective, own = EFFECTIVE.draw(text), OWN_WEIGHTS.draw(text)
    weights = _weights(text, order) if own else None
    return Choice(BleuSettings(order, smoothing, value, effective, weights), tokenizer)


def _value(text: Text, smoothing: str) -> float | None:
    """Draw and return the parameter of a smoothing method."""
    if smoothing == "floor":
        return FLOOR.draw(text)
    if smoothing == "add-k":
        return ADD.draw(text)
    if smoothing == "tiny":
        names = {value: f"10{superscript(int(value.partition('e')[2]))}" for value in TINY.options}
        return float(TINY.draw(text, names))
    return None


def _weights(text: Text, order: int) -> tuple[float, ...] | None:
    """Draw a slider per n-gram length; return None (equal weights) while all are 0."""
    with st.container(horizontal=True, gap="medium"):
        weights = tuple(weight.draw(text, n=n) for n, weight in enumerate(WEIGHTS[:order], 1))
    if not sum(weights):
        st.info(text("bleu.no_weights"), icon=":material/balance:")
        return None
    return weights
