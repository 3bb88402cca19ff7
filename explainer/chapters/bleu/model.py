"""Score the beam's outputs with BLEU: do model and metric agree on the best?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import streamlit as st

from explainer.chapters.bleu.numbers import format_points
from explainer.chapters.bleu.state import MAX_CHARS, kept_text_field
from explainer.data.references import reference_of
from explainer.decoding.options import DecodeOptions
from explainer.frame import chapter
from explainer.frame.choices import Place
from explainer.frame.tables import Column, show_table
from explainer.frame.view import View
from explainer.metrics.bleu import Bleu, BleuSettings, score, statistics
from explainer.metrics.bleu_check import check, chrf
from explainer.metrics.bleu_tokens import tokenize
from explainer.metrics.corpus import tokenizer_of
from explainer.runs import registry, resources
from explainer.runs.gate import Busy, say_busy
from explainer.text import Text
from explainer.text.numbers import power
from explainer.translation import Translation

BEAM: Final = DecodeOptions(method="beam", width=4, n_best=4)
REFERENCE = Place("bleu_model_reference")
KEPT: Final = "bleu_model_kept"  # session: the references of the sentences so far
SENTENCE: Final = "bleu_model_sentence"  # session: the model and sentence of the field's reference
MOST_KEPT: Final = 50
SETTINGS: Final = BleuSettings(smoothing="exp", effective_order=True)  # usual for one sentence


@dataclass(frozen=True)
class BeamOutput:
    """A translation of the beam, in the model's order, with its scores."""

    text: str
    model_score: float
    bleu: Bleu
    chrf: float


def draw_model(view: View) -> None:
    """Draw all outputs of the beam with their scores against one reference."""
    text = view.text
    if view.maybe_translation is None:
        chapter.no_translation(text)
        return
    translation = view.translation
    with chapter.figure(text("bleu.model"), text("bleu.model_line")):
        st.text(translation.source.text)
        default = reference_of(translation.source.text, str(view.card["target"]))
        reference = _reference(text, translation, default)
        try:
            hypotheses = _hypotheses(text, translation)
        except Busy:
            say_busy(text, "bleu")
            return
        if not reference:
            st.info(text("bleu.model_no_reference"), icon=":material/edit:")
            st.code("\n".join(words for words, _ in hypotheses), language=None, wrap_lines=True)
            return
        tokenizer = tokenizer_of(str(view.card["target"])) or "13a"
        outputs = [score_output(words, value, reference, tokenizer) for words, value in hypotheses]
        _compare(text, outputs)
        checked = [check(one.bleu, [one.text], [[reference]], tokenizer) for one in outputs]
        st.caption(
            text(
                "bleu.model_settings",
                signature=checked[0].signature,
                difference=power(max(one.difference for one in checked)),
            )
        )


def _reference(text: Text, translation: Translation, default: str) -> str:
    """Draw the field for the reader's reference, remembered per sentence."""
    here = (translation.model, translation.source.text)
    kept: dict[tuple[str, str], str] = st.session_state.setdefault(KEPT, {})
    if st.session_state.setdefault(SENTENCE, here) != here:
        st.session_state[REFERENCE] = kept.get(here, default)
    st.session_state[SENTENCE] = here
    written = kept_text_field(text, REFERENCE, default, limit=MAX_CHARS).strip()
    kept[here] = written
    if len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
    if len(written) > MAX_CHARS:
        st.warning(
            text(
                "bleu.too_long",
                words=f"{len(written.split()):,}",
                chars=f"{len(written):,}",
                limit=MAX_CHARS,
            ),
            icon=":material/edit:",
        )
        return default
    return written


def _hypotheses(text: Text, translation: Translation) -> list[tuple[str, float]]:
    """Return texts and scores of the sentence bar's beam, or of our own if it used none."""
    if len(translation.hypotheses) > 1:
        hypotheses, texts = translation.hypotheses, translation.hypothesis_texts
        return [(words, one.score) for words, one in zip(texts, hypotheses, strict=True)]
    st.caption(text("bleu.model_own_beam", width=BEAM.width))
    result = resources.search_from(translation.model, translation.source.ids, BEAM)
    decode = registry.model_of(translation.model).tokenizer.decode
    return [(decode(one.ids), one.score) for one in result.hypotheses[0]]


def score_output(words: str, value: float, reference: str, tokenizer: str) -> BeamOutput:
    """Score one translation against one reference."""
    counts = statistics(
        tokenize(words, tokenizer), [tokenize(reference, tokenizer)], SETTINGS.max_order
    )
    return BeamOutput(words, value, score(counts, SETTINGS), chrf([words], [[reference]])[0])


def ranks(scores: Sequence[float]) -> list[int]:
    """Rank scores, 1 for the best; ties share the better rank."""
    return [1 + sum(other > value + 1e-9 for other in scores) for value in scores]


def _compare(text: Text, outputs: Sequence[BeamOutput]) -> None:
    scores = [one.bleu.score for one in outputs]
    by_bleu = ranks(scores)
    oracle = scores.index(max(scores))
    _verdict(text, scores, by_bleu, oracle)
    _table(text, outputs, by_bleu)


def _verdict(text: Text, scores: Sequence[float], by_bleu: Sequence[int], oracle: int) -> None:
    if max(scores) == min(scores):
        st.markdown(text("bleu.verdict_equal", count=len(scores), score=format_points(scores[0])))
    elif by_bleu[0] == 1:
        st.markdown(text("bleu.verdict_agree", count=len(scores), score=format_points(scores[0])))
    else:
        st.markdown(
            text(
                "bleu.verdict_oracle",
                rank=by_bleu[0],
                oracle=oracle + 1,
                first=format_points(scores[0]),
                best=format_points(scores[oracle]),
            )
        )


def _table(text: Text, outputs: Sequence[BeamOutput], by_bleu: Sequence[int]) -> None:
    show_table(
        text("bleu.model_table_alt", count=len(outputs)),
        {
            "model": Column(text("bleu.model_rank"), list(range(1, len(outputs) + 1)), width=80),
            "rank": Column(text("bleu.bleu_rank"), list(by_bleu), width=80),
            "text": Column(text("bleu.col_translation"), [one.text for one in outputs], width=270),
            "bleu": Column(
                text("bleu.bleu"), [format_points(one.bleu.score) for one in outputs], width=60
            ),
            "chrf": Column(
                text("bleu.chrf"), [format_points(one.chrf) for one in outputs], width=60
            ),
            "score": Column(
                text("bleu.col_model_score"),
                [one.model_score for one in outputs],
                digits=3,
                width=110,
                help=text("bleu.model_score_help"),
            ),
        },
    )
