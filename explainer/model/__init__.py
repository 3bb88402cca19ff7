"""The encoder-decoder Transformer in PyTorch."""

from explainer.model.config import ModelConfig
from explainer.model.device import choose_device
from explainer.model.masks import additive, causal_mask, pad, padding_mask
from explainer.model.trace import NO_TRACE, NoTrace, Trace
from explainer.model.transformer import Transformer

__all__ = [
    "NO_TRACE",
    "ModelConfig",
    "NoTrace",
    "Trace",
    "Transformer",
    "additive",
    "causal_mask",
    "choose_device",
    "pad",
    "padding_mask",
]
