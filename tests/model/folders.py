"""Folders of small networks, and cards that are changed."""

import json
from pathlib import Path

from explainer.model import ModelConfig
from explainer.model.rnn import RecurrentConfig
from explainer.model.store import CONFIG, save_checkpoint
from tests.conftest import random_model

TOKENS = b"tokens"


def saved(folder: Path, sizes: ModelConfig | RecurrentConfig) -> Path:
    """The folder, with random weights."""
    weights = random_model(sizes, 0).state_dict()
    save_checkpoint(folder, sizes, weights, TOKENS, {"source": "ko"})
    return folder


def change(folder: Path, **values: object) -> None:
    """Other values in its card."""
    card = json.loads((folder / CONFIG).read_text())
    (folder / CONFIG).write_text(json.dumps({**card, **values}))
