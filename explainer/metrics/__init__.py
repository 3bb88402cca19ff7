"""Scores of translations against references."""

from explainer.metrics.corpus import CorpusScore, score_corpus

__all__ = ["CorpusScore", "score_corpus"]
