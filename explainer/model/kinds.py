"""The two translator architectures (Transformer and recurrent) behind one interface."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from torch import Tensor

from explainer.model.cache import Decoder, DecoderWeights, decoder_for
from explainer.model.config import ModelConfig
from explainer.model.rnn.config import ARCHITECTURE, RecurrentConfig
from explainer.model.rnn.decoder import RecurrentDecoder
from explainer.model.rnn.network import Recurrent
from explainer.model.transformer import Transformer

Config = ModelConfig | RecurrentConfig
Network = Transformer | Recurrent
Weights = DecoderWeights | Recurrent


def is_recurrent(card: Mapping[str, Any]) -> bool:
    """Return whether config.json describes a recurrent network instead of a Transformer."""
    return card.get("architecture") == ARCHITECTURE


def config_of(card: Mapping[str, Any]) -> Config:
    """Parse the model sizes of config.json. Raises ValueError for bad sizes, TypeError for none."""
    sizes = card.get("model") or {}
    return (RecurrentConfig if is_recurrent(card) else ModelConfig).from_dict(sizes)


def make_network(config: Config) -> Network:
    """Build the network of a configuration, with random weights."""
    return Recurrent(config) if isinstance(config, RecurrentConfig) else Transformer(config)


def weights_of(network: Network) -> Weights:
    """Return the network's weights packed for decoding."""
    return network if isinstance(network, Recurrent) else DecoderWeights(network)


def stepper(weights: Weights, src_BS: Tensor, memory_BSD: Tensor | None = None) -> Decoder:
    """Return the decoding step function for one search; `memory_BSD` as in `decoder_for`."""
    if isinstance(weights, Recurrent):
        return RecurrentDecoder(weights, src_BS)
    return decoder_for(weights, src_BS, memory_BSD)
