"""A batch as a skyline of losses; below it, how the loss of one token pulls at the logits."""

from __future__ import annotations

from explainer.chapters.training.pull.mount import FOLDER, pull
from explainer.chapters.training.pull.payload import (
    EPSILONS,
    Sentence,
    Token,
    pull_payload,
    told_sentences,
)

__all__ = ["EPSILONS", "FOLDER", "Sentence", "Token", "pull", "pull_payload", "told_sentences"]
