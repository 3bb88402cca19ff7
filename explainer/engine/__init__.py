"""The engine: text in, translation out; the only access to the model."""

from explainer.engine.checkpoint import CLEANS, VOCABULARY
from explainer.engine.translator import (
    MAX_CHARS,
    MAX_SOURCE_TOKENS,
    MAX_STEPS,
    MAX_WIDTH,
    Translator,
)
from explainer.metrics.sentence import score_sentence
from explainer.translation import AttentionKind, BatchResult, InputError, Translation

__all__ = [
    "CLEANS",
    "MAX_CHARS",
    "MAX_SOURCE_TOKENS",
    "MAX_STEPS",
    "MAX_WIDTH",
    "VOCABULARY",
    "AttentionKind",
    "BatchResult",
    "InputError",
    "Translation",
    "Translator",
    "score_sentence",
]
