"""Sentence-level BLEU and chrF by sacrebleu (Post, arXiv:1804.08771)."""

from __future__ import annotations

from dataclasses import dataclass

from sacrebleu.metrics import BLEU, CHRF

from explainer.metrics.corpus import tokenizer_of


@dataclass(frozen=True)
class SentenceScore:
    """BLEU and chrF, both 0..100.

    `bleu` is smoothed and uses the effective order; otherwise a sentence without a matching 4-gram
    would score 0.
    """

    bleu: float
    chrf: float


def score_sentence(hypothesis: str, reference: str, language: str = "en") -> SentenceScore:
    """Score one translation against one reference; `language` is that of both."""
    bleu = BLEU(tokenize=tokenizer_of(language), effective_order=True)
    return SentenceScore(
        bleu=float(bleu.sentence_score(hypothesis, [reference]).score),
        chrf=float(CHRF().sentence_score(hypothesis, [reference]).score),
    )
