"""Tokenization: text to tokens to ids, and back."""

from explainer.tokenizer.addresses import unmask_addresses
from explainer.tokenizer.normalise import clean_text, normalise
from explainer.tokenizer.tokenizer import BOS, EOS, PAD, UNK, Tokenizer
from explainer.tokenizer.tokens import Segmentation, Tokens, is_unspaced

__all__ = [
    "BOS",
    "EOS",
    "PAD",
    "UNK",
    "Tokens",
    "Segmentation",
    "Tokenizer",
    "clean_text",
    "is_unspaced",
    "normalise",
    "unmask_addresses",
]
