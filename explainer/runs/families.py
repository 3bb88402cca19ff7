"""Memoised runs of the small language models of five families (GPT, BERT, BART, T5, ELECTRA)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Final

from explainer.analysis.families import EOS, Families, Family, Generated, Ids
from explainer.decoding.options import DecodeOptions
from explainer.engine.recorded import arrays_bytes
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


def read_config() -> Mapping[str, Any]:
    """Return config.json of the language models."""
    return _families(language_models()).facts


def tokens(text: str) -> Ids:
    """Encode a sentence to ids of the language models, without EOS."""
    return _families(language_models()).tokens(text)


def token_names(ids: Sequence[int]) -> list[str]:
    return _families(language_models()).names(ids)


def text_of(ids: Sequence[int]) -> str:
    return _families(language_models()).text(ids)


@computed(max_entries=128, size=arrays_bytes)
def forward_pass(family: Family, read: Ids, fed: Ids = ()) -> Mapping[str, NDArray[Any]]:
    """Run `Families.forward_pass`, memoised. Raises Busy too, as all below do."""
    return _families(language_models()).forward_pass(family, read, fed)


@computed(max_entries=256)
def generate(family: Family, read: Ids, temperature: float = 0.0, seed: int = 0) -> Generated:
    """Generate text greedily, or by sampling if `temperature` is above 0."""
    options = DecodeOptions(
        method="sample", temperature=temperature, seed=seed, max_length=LONGEST, n_best=1
    )
    return _families(language_models()).write(family, read, options)


@computed(max_entries=64)
def generate_masked(read: Ids, count: int) -> Generated:
    """Generate with BERT by filling masks, see `Families.generate_masked`."""
    return _families(language_models()).generate_masked(read, count)


@computed(max_entries=256)
def propose_replacements(masked: Ids, seed: int) -> Mapping[int, int]:
    """Sample ELECTRA's replacement for each [MASK], see `Families.propose`."""
    return _families(language_models()).propose(masked, seed)


def add_noise(ids: Ids, noise: str, seed: int) -> Ids:
    """Corrupt a sentence with one of BART's noise functions, reproducible by seed."""
    return tuple(objectives.NOISES[noise](ids, Random(seed)))


def t5_example(ids: Ids, prefix: str, seed: int) -> tuple[Ids, Ids]:
    """Return T5's input for a task prefix, EOS included, and the expected output."""
    named, rng = read_config()["prefixes"][prefix], Random(seed)
    if prefix == "order:":
        return (*named, *objectives.permutation(ids, rng), EOS), ids
    fed, wanted = objectives.span_corruption(ids, rng)
    return (*named, *fed, EOS), tuple(wanted)


def apply_t5_answer(prefix: str, read: Ids, answer: Ids) -> Ids:
    """Restore the sentence from T5's input and its output."""
    if prefix == "order:":
        return answer
    inside = read[len(read_config()["prefixes"][prefix]) : -1]
    return tuple(objectives.put_back(inside, answer))


def apply_replacements(ids: Ids, proposals: Mapping[int, int]) -> tuple[Ids, list[bool]]:
    """Insert ELECTRA's replacements; return the new ids and which tokens now differ."""
    fed, wrong = objectives.replace_tokens(ids, proposals)
    return tuple(fed), wrong
