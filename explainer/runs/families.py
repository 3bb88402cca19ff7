"""The language models of five families, and what they say: kept for all visitors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from explainer.analysis.families import EOS, Families, Family, Ids, Written
from explainer.decoding.options import DecodeOptions
from explainer.engine.recorded import size_of
from explainer.installed import language_models
from explainer.model.store import CheckpointError
from explainer.runs.computed import computed
from explainer.training import objectives

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LONGEST: Final = 30  # tokens written at most
UNREADABLE: Final = CheckpointError  # what all here raise where a file is missing or damaged


@lru_cache(maxsize=2)
def _families(folder: Path) -> Families:
    return Families(folder)


def facts() -> Mapping[str, Any]:
    """config.json of the models."""
    return _families(language_models()).facts


def tokens(text: str) -> Ids:
    """A sentence as ids of the models, without EOS."""
    return _families(language_models()).tokens(text)


def names(ids: Sequence[int]) -> list[str]:
    return _families(language_models()).names(ids)


def sentence(ids: Sequence[int]) -> str:
    return _families(language_models()).text(ids)


@computed(max_entries=128, size=size_of)
def forward_pass(family: Family, read: Ids, fed: Ids = ()) -> Mapping[str, NDArray[Any]]:
    """See `Families.forward_pass`. Raises Busy too, as all below do."""
    return _families(language_models()).forward_pass(family, read, fed)


@computed(max_entries=256)
def write(family: Family, read: Ids, temperature: float = 0.0, seed: int = 0) -> Written:
    """What a model writes: the most probable token each time, or one drawn."""
    options = DecodeOptions(
        method="sample", temperature=temperature, seed=seed, max_length=LONGEST, n_best=1
    )
    return _families(language_models()).write(family, read, options)


@computed(max_entries=64)
def filled_on(read: Ids, count: int) -> Written:
    """See `Families.generate_masked`."""
    return _families(language_models()).generate_masked(read, count)


@computed(max_entries=256)
def propose(masked: Ids, seed: int) -> Mapping[int, int]:
    """See `Families.propose`."""
    return _families(language_models()).propose(masked, seed)


def damaged(ids: Ids, noise: str, seed: int) -> Ids:
    """A sentence under one of BART's noises; the seed says how."""
    return tuple(objectives.NOISES[noise](ids, Random(seed)))


def task_of(ids: Ids, prefix: str, seed: int) -> tuple[Ids, Ids]:
    """What T5 reads under a prefix, EOS included, and the answer."""
    named, rng = facts()["prefixes"][prefix], Random(seed)
    if prefix == "order:":
        return (*named, *objectives.permutation(ids, rng), EOS), ids
    fed, wanted = objectives.span_corruption(ids, rng)
    return (*named, *fed, EOS), tuple(wanted)


def put_back(prefix: str, read: Ids, answer: Ids) -> Ids:
    """The sentence that T5's answer makes of what it read."""
    if prefix == "order:":
        return answer
    inside = read[len(facts()["prefixes"][prefix]) : -1]
    return tuple(objectives.put_back(inside, answer))


def put_in(ids: Ids, proposals: Mapping[int, int]) -> tuple[Ids, list[bool]]:
    """A sentence with ELECTRA's proposals put in, and which tokens now differ."""
    fed, wrong = objectives.replace_tokens(ids, proposals)
    return tuple(fed), wrong
