"""Small language models of five families: torch in, torch out."""

from explainer.model.lm.config import FAMILIES, Family, LmConfig
from explainer.model.lm.networks import Electra, LanguageModel, Lm, Stack, make_model
from explainer.model.lm.vocabulary import (
    BOS,
    EOS,
    FIRST,
    MASK,
    NAMES,
    PAD,
    SENTINELS,
    UNK,
    Vocabulary,
)

__all__ = [
    "BOS",
    "EOS",
    "FAMILIES",
    "FIRST",
    "MASK",
    "NAMES",
    "PAD",
    "SENTINELS",
    "UNK",
    "Electra",
    "Family",
    "LanguageModel",
    "Lm",
    "LmConfig",
    "Stack",
    "Vocabulary",
    "make_model",
]
