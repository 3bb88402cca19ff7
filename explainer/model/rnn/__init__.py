"""Recurrent encoder-decoders, the translators before the Transformer, in PyTorch."""

from explainer.model.rnn.config import ARCHITECTURE, RecurrentConfig
from explainer.model.rnn.decoder import RecurrentDecoder
from explainer.model.rnn.network import Memory, Recurrent

__all__ = [
    "ARCHITECTURE",
    "Memory",
    "Recurrent",
    "RecurrentConfig",
    "RecurrentDecoder",
]
