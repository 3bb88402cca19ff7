"""Folders of small networks, and cards that are changed."""

import json
from pathlib import Path

import torch

from explainer.model import ModelConfig, Transformer
from explainer.model.rnn import Recurrent, RecurrentConfig
from explainer.model.store import CONFIG, save_checkpoint

TOKENS = b"tokens"


def network_of(sizes: ModelConfig | RecurrentConfig) -> Transformer | Recurrent:
    """The same weights at every call."""
    torch.manual_seed(0)
    return Transformer(sizes) if isinstance(sizes, ModelConfig) else Recurrent(sizes)


def saved(folder: Path, sizes: ModelConfig | RecurrentConfig) -> Path:
    """The folder, with the weights of `network_of`."""
    weights = network_of(sizes).state_dict()
    save_checkpoint(folder, sizes, weights, TOKENS, {"source": "ko"})
    return folder


def change(folder: Path, **values: object) -> None:
    """Other values in its card."""
    card = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps({**card, **values}))
