"""Everything kept between runs: models, cards, translations, roles. All st.cache_* live here.

A translation is keyed by model, its version, the sentence and the frozen options, never by the
reader's language or theme: two readers of the same sentence share one.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import streamlit as st

from explainer.analysis.head_roles import HeadRole, Kind, head_role
from explainer.decoding.options import DecodeOptions
from explainer.installed import candidates, models_folder
from explainer.model.store import CONFIG, CheckpointError, read_card

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from explainer.engine import Translation, Translator

# Inference runs on one thread each: two permits keep two cores busy, more would only wait longer.
PERMITS = 2
WAIT_SECONDS = 5.0
_permits = threading.BoundedSemaphore(PERMITS)


class Busy(RuntimeError):
    """All permits were taken for WAIT_SECONDS."""


@dataclass(frozen=True)
class Request:
    """What a reader asks for; small and hashable, so that a session can remember it."""

    model: str
    sentence: str
    options: DecodeOptions


@dataclass(frozen=True)
class Entry:
    """One folder of models: its card, or the reason why it cannot be used."""

    name: str
    folder: Path
    card: Mapping[str, Any]
    problem: str = ""

    @property
    def version(self) -> str:
        """Changes with the weights: part of every cache key."""
        return str(self.card["sha256"]["weights.safetensors"])[:16]


def installed() -> dict[str, Entry]:
    """All model folders by name, in alphabetical order, also those that cannot be used."""
    return {path.name: _entry(path, _changed(path)) for path in candidates()}


def _changed(path: Path) -> int:
    card = path / CONFIG
    return card.stat().st_mtime_ns if card.is_file() else 0


def usable() -> dict[str, Entry]:
    """The models whose card could be read."""
    return {name: model for name, model in installed().items() if not model.problem}


@st.cache_resource(max_entries=32, show_spinner=False)
def _entry(path: Path, changed: int) -> Entry:
    """`changed` is there for the cache: a replaced model is read again."""
    try:
        card = MappingProxyType(read_card(path))
    except CheckpointError as error:
        return Entry(path.name, path, MappingProxyType({}), _said(error))
    return Entry(path.name, path, card, "" if _complete(card) else f"{path.name}/{CONFIG}")


def _complete(card: Mapping[str, Any]) -> bool:
    """What the app itself reads from a card; sizes are checked when the weights are loaded."""
    try:
        test = card["test"]["beam"]
        facts = (test["bleu"], test["chrf"], test["sentences"], card["parameters"])
        words = (card["source"], card["target"], card["sha256"]["weights.safetensors"])
    except (KeyError, TypeError):
        return False
    return all(isinstance(fact, int | float) for fact in facts) and all(
        isinstance(word, str) for word in words
    )


def _said(error: CheckpointError) -> str:
    """The message without the folders of this machine."""
    return str(error).replace(f"{models_folder()}/", "")


def problem(model: Entry) -> str:
    """Why a model cannot be used, "" if it can; loads it if that has not been done."""
    if not model.problem:
        try:
            translator(model.name, model.version)
        except CheckpointError as error:
            return _said(error)
    return model.problem


@st.cache_resource(max_entries=8, show_spinner=False)
def translator(name: str, version: str) -> Translator:
    """A loaded model. Raises CheckpointError naming the file that is missing or damaged."""
    from explainer.engine import Translator

    return Translator.load(models_folder() / name)


@contextmanager
def permit() -> Iterator[None]:
    """A place at the model. Raises Busy after WAIT_SECONDS."""
    if not _permits.acquire(timeout=WAIT_SECONDS):
        raise Busy
    try:
        yield
    finally:
        _permits.release()


def translate(request: Request) -> Translation:
    """The translation with its trace, from the cache where possible.

    Raises InputError for a sentence the model cannot take, Busy, and CheckpointError.
    """
    version = usable()[request.model].version
    return _translation(request.model, version, request.sentence, request.options)


# A trace of a long sentence has about 10 MB, of a usual one 2.
@st.cache_resource(max_entries=32, show_spinner=False, hash_funcs={DecodeOptions: repr})
def _translation(name: str, version: str, sentence: str, options: DecodeOptions) -> Translation:
    model = translator(name, version)
    with permit():
        return model.translate(sentence, options)


@st.cache_resource(max_entries=64, show_spinner=False)
def head_roles(
    weights: NDArray[np.float32], kind: Kind, key_pieces: tuple[str, ...]
) -> tuple[tuple[HeadRole, ...], ...]:
    """What every head of (layers, heads, Q, K) weights seems to do; the same at every click."""
    return tuple(
        tuple(head_role(head, kind=kind, key_pieces=key_pieces) for head in layer)
        for layer in weights
    )
