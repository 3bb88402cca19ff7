"""A model folder read whole: network, card and the tokenizers that belong to it."""

from __future__ import annotations

from pathlib import Path

import torch

from explainer.model.store import (
    TOKENIZER,
    Checkpoint,
    CheckpointError,
    check_others,
    load_checkpoint,
)
from explainer.tokenizer import Tokenizer

VOCABULARY = "vocabulary_sha256"  # of the card; models of old may have none
CLEANS = "cleans"  # of the card: False where sentences are not cleaned as in our training


def read_checkpoint(folder: Path, device: torch.device | None = None) -> Checkpoint:
    """Read all files of a model, except the history, once each.

    Raises CheckpointError naming one that is missing, damaged, or not of this model.
    """
    checkpoint = load_checkpoint(folder, device)
    check_others(folder, checkpoint.card)
    try:
        sizes, fingerprint = checkpoint.network.config, checkpoint.card.get(VOCABULARY)
        source, target = tokenizers_of(checkpoint)
        source.check(sizes.vocab_size, fingerprint)
        target.check(sizes.vocab_size, None)
    except ValueError as error:
        raise CheckpointError(f"{folder / TOKENIZER}: {error}") from error
    return checkpoint


def tokenizers_of(checkpoint: Checkpoint) -> tuple[Tokenizer, Tokenizer]:
    """Return the tokenizers of source and target: twice the same one if the model shares it.

    Raises ValueError for bytes that are no SentencePiece model.
    """
    cleans = checkpoint.card.get(CLEANS, True)
    source = Tokenizer(checkpoint.tokenizer, cleans)
    if checkpoint.target_tokenizer is None:
        return source, source
    return source, Tokenizer(checkpoint.target_tokenizer, cleans)
