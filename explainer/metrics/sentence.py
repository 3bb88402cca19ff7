"""BLEU and chrF of one sentence by sacrebleu (Post, arXiv:1804.08771)."""

from __future__ import annotations

from dataclasses import dataclass

from sacrebleu.metrics import BLEU, CHRF

from explainer.metrics.corpus import tokenizer_of


@dataclass(frozen=True)
class SentenceScore:
    """Both 0..100. A short sentence without a match of four tokens scores BLEU 0 unless smoothed;
    `bleu` counts n-grams only as long as the sentence has them (effective order) and smooths.
    """

    bleu: float
    chrf: float


def score_sentence(hypothesis: str, reference: str, language: str = "en") -> SentenceScore:
    """One translation against one reference, in the language both are written in."""
    bleu = BLEU(tokenize=tokenizer_of(language), effective_order=True)
    return SentenceScore(
        bleu=float(bleu.sentence_score(hypothesis, [reference]).score),
        chrf=float(CHRF().sentence_score(hypothesis, [reference]).score),
    )
