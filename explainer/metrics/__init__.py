"""Translation metrics: BLEU and chrF against references."""

from explainer.metrics.corpus import CorpusScore, is_uncut, score_corpus

__all__ = ["CorpusScore", "is_uncut", "score_corpus"]
