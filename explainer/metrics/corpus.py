"""Corpus BLEU and chrF by sacrebleu (Post, arXiv:1804.08771), each with its signature."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sacrebleu.metrics import BLEU, CHRF


@dataclass(frozen=True)
class CorpusScore:
    """`bleu` and `chrf` are 0..100; `sentences` is how many were scored."""

    bleu: float
    bleu_signature: str
    chrf: float
    chrf_signature: str
    sentences: int


# Korean words are stems with endings grown on: without taking them apart BLEU sees almost no match.
TOKENIZERS = {"ko": "ko-mecab"}


def score_corpus(
    hypotheses: Sequence[str], references: Sequence[str], language: str = "en"
) -> CorpusScore:
    """One reference a sentence; sacrebleu's defaults, with Korean morphemes for `language="ko"`.

    Raises ValueError if counts differ.
    """
    if len(hypotheses) != len(references) or not hypotheses:
        raise ValueError(f"{len(hypotheses)} translations for {len(references)} references")
    bleu, chrf = BLEU(tokenize=TOKENIZERS.get(language)), CHRF()
    bleu_score = bleu.corpus_score(list(hypotheses), [list(references)])
    chrf_score = chrf.corpus_score(list(hypotheses), [list(references)])
    return CorpusScore(
        bleu=float(bleu_score.score),
        bleu_signature=str(bleu.get_signature()),
        chrf=float(chrf_score.score),
        chrf_signature=str(chrf.get_signature()),
        sentences=len(hypotheses),
    )
