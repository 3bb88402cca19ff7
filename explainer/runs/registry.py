"""Registry of the models: which there are, which can be used, and each loaded once.

A model that is replaced while the app runs has another version, and is another model.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from explainer.engine import Translator
from explainer.engine.memo import MEMO
from explainer.installed import candidates, models_folder, without_folder
from explainer.model.kinds import config_of, is_recurrent
from explainer.model.store import (
    CONFIG,
    TOKENIZER,
    WEIGHTS,
    CheckpointError,
    check_states,
    history_file,
    history_steps,
    read_card,
)
from explainer.runs.gate import permit
from explainer.scope import scoped

LOG = logging.getLogger(__name__)
LOADED: Final = 12  # models


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
        return _version(self.card)

    @property
    def recurrent(self) -> bool:
        """Whether it is no Transformer."""
        return is_recurrent(self.card)


_there: ContextVar[dict[str, Entry] | None] = ContextVar("models", default=None)


def held() -> AbstractContextManager[None]:
    """For a whole run, which asks dozens of times: the models are those of its beginning."""
    return scoped(_there, _found())


def installed_models() -> Mapping[str, Entry]:
    """All model folders by name, in alphabetical order, also those that cannot be used."""
    there = _there.get()
    return _found() if there is None else there


def _found() -> dict[str, Entry]:
    return {name: _find_model(path) for name, path in candidates().items()}


Times = tuple[int, ...]


def _change_times(path: Path) -> Times:
    """When the files a model translates with were written, see `_written`."""
    return _written(path, (CONFIG, WEIGHTS, TOKENIZER))


def _written(path: Path, names: Iterable[str]) -> Times:
    """When files of a model were written, in nanoseconds; 0 for one that is missing."""
    times = []
    for name in names:
        try:
            times.append(os.stat(f"{path}/{name}").st_mtime_ns)  # hundreds a run: no Path for each
        except OSError:
            times.append(0)
    return tuple(times)


_left_out: dict[tuple[Path, Times], str] = {}


def leave_out(model: Entry, reason: Exception) -> None:
    """A model that turned out not to work has this problem from now on, until its files change."""
    said = without_folder(reason)
    if not isinstance(reason, CheckpointError):
        said = f"{model.name}: {type(reason).__name__}: {said}"
    _left_out[model.folder, _change_times(model.folder)] = said
    there = _there.get()
    if there is not None and model.name in there:
        there[model.name] = _find_model(model.folder)


def _find_model(path: Path) -> Entry:
    changed = _change_times(path)
    entry = _entry(path, changed)
    reason = _left_out.get((path, changed))
    return entry if reason is None else replace(entry, problem=reason)


def working() -> dict[str, Entry]:
    """The models of every kind whose card could be read and that were not left out."""
    return {name: model for name, model in installed_models().items() if not model.problem}


def entry_of(name: str) -> Entry:
    """One of `working`, without a look at the files of the others. KeyError where it is none."""
    there = _there.get()
    entry = _find_model(candidates()[name]) if there is None else there[name]
    if entry.problem:
        raise KeyError(name)
    return entry


def usable() -> dict[str, Entry]:
    """The Transformers among them: what the pages of the Transformer draw."""
    return {name: model for name, model in working().items() if not model.recurrent}


def _version(card: Mapping[str, Any]) -> str:
    return str(card["sha256"][WEIGHTS])[:16]


def version_of(name: str) -> str:
    """The version of a usable model: part of every cache key. KeyError for any other."""
    return entry_of(name).version


def key_of(model: str | Translator) -> tuple[str, str]:
    """Name and version: of a loaded model its own, of a name those on the disk. KeyError too."""
    if isinstance(model, str):
        return model, version_of(model)
    return model.name, _version(model.card)


def kept_steps(name: str) -> tuple[int, ...]:
    """Steps of training whose weights came with a usable model and can be used, ascending. KeyError
    for others.
    """
    return tuple(step for step, reason in _states(name).items() if not reason)


def lost_steps(name: str) -> Mapping[int, str]:
    """The other steps whose weights should have come with it, and why they cannot be used."""
    return {step: reason for step, reason in _states(name).items() if reason}


def _states(name: str) -> Mapping[int, str]:
    model = entry_of(name)
    files = tuple(history_file(step) for step in history_steps(dict(model.card)))
    return _checked(model.folder, model.version, _written(model.folder, files)) if files else {}


@lru_cache(maxsize=32)
def _checked(folder: Path, version: str, changed: Times) -> Mapping[int, str]:
    """`version` and `changed` are there for the cache: replaced files are read again."""
    found = {step: error and without_folder(error) for step, error in check_states(folder).items()}
    for reason in filter(None, found.values()):
        LOG.error("a state of the training of %s cannot be used: %s", folder.name, reason)
    return {step: reason or "" for step, reason in found.items()}


def choosable() -> dict[str, Entry]:
    """Those a reader may choose: not the ones that are only there to compare with."""
    return {name: model for name, model in usable().items() if model.card.get("shown", True)}


@lru_cache(maxsize=32)
def _entry(path: Path, changed: Times) -> Entry:
    """`changed` is there for the cache: a replaced model is read again."""
    try:
        card = read_card(path)
    except CheckpointError as error:
        return Entry(path.name, path, MappingProxyType({}), without_folder(error))
    if not _complete(card):
        return Entry(path.name, path, MappingProxyType(card), f"{path.name}/{CONFIG}: incomplete")
    card["model"] = config_of(card).to_dict()  # with the sizes left unsaid
    return Entry(path.name, path, MappingProxyType(card))


def _complete(card: Mapping[str, Any]) -> bool:
    """What the app itself reads from a card; the weights are held against it when loaded."""
    try:
        config_of(card)
        test = card["test"]["beam"]
        facts = (test["bleu"], test["chrf"], test["sentences"], card["parameters"])
        words = (card["source"], card["target"], card["sha256"][WEIGHTS], test["bleu_signature"])
    except (KeyError, TypeError, ValueError):
        return False
    return all(isinstance(fact, int | float) for fact in facts) and all(
        isinstance(word, str) for word in words
    )


def problem(model: Entry) -> str:
    """Why a model cannot be used, "" if it can; loads it if that has not been done."""
    if not model.problem:
        try:
            translator(model.name, model.version)
        except CheckpointError as error:
            return without_folder(error)
    return model.problem


def translator(name: str, version: str) -> Translator:
    """A loaded model. Raises CheckpointError, see `engine.translator.read_checkpoint`."""
    folder = models_folder() / name
    load = partial(Translator.load, folder, door=permit)
    return MEMO.get((translator, folder, version), load, LOADED)


def model_of(name: str) -> Translator:
    """The loaded model of an installed folder."""
    return translator(name, version_of(name))
