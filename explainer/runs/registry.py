"""Registry of installed models: an LRU cache of the loaded ones."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from explainer.engine import Translator
from explainer.engine.memo import MEMO
from explainer.installed import Entry, models_folder, version, version_of, without_folder
from explainer.model.store import CheckpointError
from explainer.runs.gate import permit

LOADED: Final = 5  # models: two of a class, and three that a page compares with them


def key_of(model: str | Translator) -> tuple[str, str]:
    """Return (name, version) of a loaded model, or of an installed one by name. Raises KeyError."""
    if isinstance(model, str):
        return model, version_of(model)
    return model.name, version(model.card)


def translator(name: str, version: str) -> Translator:
    """Return a model, loaded if it is not. Raises CheckpointError, see `read_checkpoint`."""
    folder = models_folder()
    load = partial(_load, folder, name, version)
    return MEMO.get((translator, folder, name, version), load, LOADED)


def _load(folder: Path, name: str, version: str) -> Translator:
    loaded = Translator.load(folder / name, door=permit)
    loaded.again = partial(translator, name, version)
    return loaded


def model_of(name: str) -> Translator:
    """Return the loaded model of an installed folder."""
    return translator(name, version_of(name))


def model_problem(model: Entry) -> str:
    """Return why a model cannot be used, "" if it can; loads it once to find out."""
    if model.problem:
        return model.problem
    return MEMO.get((model_problem, model.folder, model.version), partial(_try, model))


def _try(model: Entry) -> str:
    try:
        translator(model.name, model.version)
    except CheckpointError as error:
        return without_folder(error)
    return ""
