"""Text to pieces to ids, and back."""

from explainer.tokenizer.addresses import unmask_addresses
from explainer.tokenizer.normalise import clean_text, normalise
from explainer.tokenizer.pieces import Pieces, Segmentation
from explainer.tokenizer.tokenizer import BOS, EOS, PAD, UNK, Tokenizer

__all__ = [
    "BOS",
    "EOS",
    "PAD",
    "UNK",
    "Pieces",
    "Segmentation",
    "Tokenizer",
    "clean_text",
    "normalise",
    "unmask_addresses",
]
