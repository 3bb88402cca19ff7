"""Models on one sentence: compared by twos, and in a plane."""

from __future__ import annotations

from explainer.chapters.models.ranking.mount import FOLDER, ranking
from explainer.chapters.models.ranking.payload import (
    Group,
    Look,
    Ranked,
    RankingWords,
    ranking_payload,
)

__all__ = ["FOLDER", "Group", "Look", "Ranked", "RankingWords", "ranking", "ranking_payload"]
