"""Registry of installed models, each loaded once."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from explainer.engine import Translator
from explainer.engine.memo import MEMO
from explainer.installed import Entry, models_folder, version, version_of, without_folder
from explainer.model.store import CheckpointError
from explainer.runs.gate import permit

LOADED: Final = 12  # models


def key_of(model: str | Translator) -> tuple[str, str]:
    """Return (name, version) of a loaded model, or of an installed one by name. Raises KeyError."""
    if isinstance(model, str):
        return model, version_of(model)
    return model.name, version(model.card)


def translator(name: str, version: str) -> Translator:
    """Load a model, once per version. Raises CheckpointError, see `read_checkpoint`."""
    folder = models_folder()
    return MEMO.get((translator, folder, name, version), partial(_load, folder, name), LOADED)


def _load(folder: Path, name: str) -> Translator:
    return Translator.load(folder / name, door=permit)


def model_of(name: str) -> Translator:
    """Return the loaded model of an installed folder."""
    return translator(name, version_of(name))


def model_problem(model: Entry) -> str:
    """Return why a model cannot be used, "" if it can; loads it if not loaded yet."""
    if not model.problem:
        try:
            translator(model.name, model.version)
        except CheckpointError as error:
            return without_folder(error)
    return model.problem
