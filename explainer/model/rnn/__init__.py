"""Translators from before the Transformer: recurrent encoder-decoders, torch in, torch out."""

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
