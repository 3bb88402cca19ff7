"""Corpus BLEU and chrF by sacrebleu (Post, arXiv:1804.08771), each with its signature."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final

from sacrebleu.metrics import BLEU, CHRF

from explainer.tokenizer import is_unspaced


@dataclass(frozen=True)
class CorpusScore:
    """Corpus scores; `bleu` and `chrf` are 0..100, `sentences` is the number scored."""

    bleu: float
    bleu_signature: str
    chrf: float
    chrf_signature: str
    sentences: int


# Korean is agglutinative: without morphological analysis BLEU finds almost no matches. Chinese,
# Japanese and others have no spaces between words: 13a would take a sentence for one word.
# `ja-mecab` needs packages that the app does not; without them Japanese is split into characters.
TOKENIZERS: Final = {
    "ko": "ko-mecab",
    "zh": "zh",
    "ja": "ja-mecab" if find_spec("MeCab") and find_spec("ipadic") else "char",
    **dict.fromkeys(("th", "lo", "my", "km", "bo", "dz"), "char"),
}
LONGER: Final = {  # three-letter language codes
    "kor": "ko",
    **dict.fromkeys(("zho", "chi", "cmn", "yue"), "zh"),
    "jpn": "ja",
    **dict.fromkeys(("tha", "lao", "mya", "bur", "khm", "bod", "tib", "dzo"), "th"),
}


def tokenizer_of(language: str) -> str | None:
    """Return sacrebleu's BLEU tokenizer for a language; None for its default, 13a."""
    return TOKENIZERS.get(LONGER.get(language, language))


def is_uncut(texts: Iterable[str], language: str) -> bool:
    """Return whether 13a would get texts without spaces, which makes BLEU near 0 regardless."""
    return tokenizer_of(language) is None and is_unspaced("".join(texts))


def score_corpus(
    hypotheses: Sequence[str],
    references: Sequence[str],
    language: str = "en",
    more: Sequence[Sequence[str]] = (),
) -> CorpusScore:
    """Score with sacrebleu's defaults and the tokenizer of the `language`, see tokenizer_of.

    `references` has one translation per sentence; each sequence in `more` has another, "" if there
    is none. Raises ValueError if counts differ.
    """
    streams = [list(references), *map(list, more)]
    for stream in streams:
        if len(hypotheses) != len(stream) or not hypotheses:
            raise ValueError(f"{len(hypotheses)} translations for {len(stream)} references")
    rows = [
        [cell if cell.strip() or not "".join(row).strip() else None for cell in row]
        for row in zip(*streams, strict=True)
    ]
    given = list(map(list, zip(*rows, strict=True)))
    bleu, chrf = BLEU(tokenize=tokenizer_of(language)), CHRF()
    bleu_score = bleu.corpus_score(list(hypotheses), given)
    chrf_score = chrf.corpus_score(list(hypotheses), given)
    return CorpusScore(
        bleu=float(bleu_score.score),
        bleu_signature=str(bleu.get_signature()),
        chrf=float(chrf_score.score),
        chrf_signature=str(chrf.get_signature()),
        sentences=len(hypotheses),
    )
