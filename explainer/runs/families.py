"""The language models of five families, and what they say: kept for all visitors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.analysis.families import Families, Family, Ids, Written
from explainer.decoding.options import DecodeOptions
from explainer.installed import LANGUAGE_MODELS
from explainer.runs.computed import computed

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LONGEST = 30  # tokens written at most


@st.cache_resource(max_entries=2, show_spinner=False)
def _families(folder: Path) -> Families:
    return Families(folder)


def facts() -> Mapping[str, Any]:
    """config.json of the models. Raises CheckpointError, as all here do."""
    return _families(LANGUAGE_MODELS).facts


def tokens(text: str) -> Ids:
    """A sentence as ids of the models, without EOS."""
    return _families(LANGUAGE_MODELS).tokens(text)


def names(ids: Sequence[int]) -> list[str]:
    return _families(LANGUAGE_MODELS).names(ids)


def sentence(ids: Sequence[int]) -> str:
    return _families(LANGUAGE_MODELS).text(ids)


def size() -> int:
    return len(_families(LANGUAGE_MODELS).vocabulary)


@computed(max_entries=128)
def passed(family: Family, read: Ids, fed: Ids = ()) -> Mapping[str, NDArray[Any]]:
    """See `Families.passed`. Raises Busy too, as all below do."""
    return _families(LANGUAGE_MODELS).passed(family, read, fed)


@computed(max_entries=256)
def written(family: Family, read: Ids, temperature: float = 0.0, seed: int = 0) -> Written:
    """What a model writes: the most probable token each time, or one drawn."""
    options = DecodeOptions(
        method="sample", temperature=temperature, seed=seed, max_length=LONGEST, n_best=1
    )
    return _families(LANGUAGE_MODELS).write(family, read, options)


@computed(max_entries=64)
def filled_on(read: Ids, count: int) -> Written:
    """See `Families.fill_on`."""
    return _families(LANGUAGE_MODELS).fill_on(read, count)


@computed(max_entries=256)
def proposed(masked: Ids, seed: int) -> Mapping[int, int]:
    """See `Families.propose`."""
    return _families(LANGUAGE_MODELS).propose(masked, seed)
