"""The models that `installed` finds on the disk, each loaded once."""

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
    """Name and version: of a loaded model its own, of a name those on the disk. KeyError too."""
    if isinstance(model, str):
        return model, version_of(model)
    return model.name, version(model.card)


def translator(name: str, version: str) -> Translator:
    """A loaded model. Raises CheckpointError, see `engine.checkpoint.read_checkpoint`."""
    folder = models_folder()
    return MEMO.get((translator, folder, name, version), partial(_load, folder, name), LOADED)


def _load(folder: Path, name: str) -> Translator:
    return Translator.load(folder / name, door=permit)


def model_of(name: str) -> Translator:
    """The loaded model of an installed folder."""
    return translator(name, version_of(name))


def problem(model: Entry) -> str:
    """Why a model cannot be used, "" if it can; loads it if that has not been done."""
    if not model.problem:
        try:
            translator(model.name, model.version)
        except CheckpointError as error:
            return without_folder(error)
    return model.problem
