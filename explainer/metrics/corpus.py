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
    hypotheses: Sequence[str],
    references: Sequence[str],
    language: str = "en",
    more: Sequence[Sequence[str]] = (),
) -> CorpusScore:
    """sacrebleu's defaults, with Korean morphemes for `language="ko"`.

    `references` has one translation of each sentence, each of `more` another one. Raises ValueError
    if counts differ.
    """
    streams = [list(references), *map(list, more)]
    for stream in streams:
        if len(hypotheses) != len(stream) or not hypotheses:
            raise ValueError(f"{len(hypotheses)} translations for {len(stream)} references")
    bleu, chrf = BLEU(tokenize=TOKENIZERS.get(language)), CHRF()
    bleu_score = bleu.corpus_score(list(hypotheses), streams)
    chrf_score = chrf.corpus_score(list(hypotheses), streams)
    return CorpusScore(
        bleu=float(bleu_score.score),
        bleu_signature=str(bleu.get_signature()),
        chrf=float(chrf_score.score),
        chrf_signature=str(chrf.get_signature()),
        sentences=len(hypotheses),
    )
