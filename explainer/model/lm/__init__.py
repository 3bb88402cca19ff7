"""Small language models of five families (BERT, GPT, BART, T5, ELECTRA) in PyTorch."""

from explainer.model.ids import BOS, EOS, PAD, UNK
from explainer.model.lm.config import FAMILIES, Family, LmConfig
from explainer.model.lm.networks import Electra, LanguageModel, Lm, Stack, make_model
from explainer.model.lm.vocabulary import FIRST, MASK, NAMES, SENTINELS, Vocabulary

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
