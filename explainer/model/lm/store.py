"""Load the language models of the five families and their shared tokenizer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from torch import nn

from explainer.model.lm.config import Family, LmConfig
from explainer.model.lm.networks import Lm, make_model
from explainer.model.lm.vocabulary import Vocabulary
from explainer.model.networks import load_weights, read_facts
from explainer.model.store import CONFIG, TOKENIZER, CheckpointError, read_checked

FOLDER: Final = "families"  # in `pretrained/`


@dataclass(frozen=True)
class FamilyFacts:
    """What all families share: config.json, vocabulary and tokenizer bytes."""

    facts: dict[str, Any]
    vocabulary: Vocabulary
    tokenizer: bytes


def read_families(folder: Path) -> FamilyFacts:
    """Read the shared files. Raises CheckpointError if one is missing or damaged."""
    facts = read_facts(folder)
    tokenizer = read_checked(folder, TOKENIZER, facts)
    try:
        vocabulary = Vocabulary([int(index) for index in facts["tokens"]])
    except (KeyError, TypeError, ValueError) as error:
        raise CheckpointError(f"{folder / CONFIG}: no list of tokens in it") from error
    return FamilyFacts(facts, vocabulary, tokenizer)


def load_family(folder: Path, family: Family, size: int) -> Lm:
    """Load a model in evaluation mode; `size` is the vocabulary size. Raises CheckpointError."""

    def make(card: Any) -> nn.Module:
        config = LmConfig.from_dict(card)
        if (config.family, config.vocab_size) != (family, size):
            raise ValueError(f"a {config.family} of {config.vocab_size} tokens")
        return make_model(config)

    model: Lm = load_weights(folder, family, make)  # type: ignore[assignment]
    return model
