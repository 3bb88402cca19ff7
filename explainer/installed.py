"""Which models there are: the folders below `pretrained/` (EXPLAINER_PRETRAINED overrides)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from numbers import Real
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from explainer.model.store import CONFIG, CheckpointError, read_card

VARIABLE = "EXPLAINER_PRETRAINED"
BUNDLED: Final = Path(__file__).resolve().parent.parent / "pretrained"
PICTURES: Final = BUNDLED / "images"  # networks that read pictures: no model a reader translates by
LANGUAGE_MODELS: Final = BUNDLED / "families"  # nor are these
NO_TRANSLATORS: Final = frozenset({PICTURES.name, LANGUAGE_MODELS.name})


class UnknownModel(ValueError):
    """A name no installed model has; the message lists those there are."""


@dataclass(frozen=True)
class Installed:
    """A model folder and its config.json; only that file has been read."""

    name: str
    folder: Path
    card: dict[str, Any]


def models_folder() -> Path:
    wanted = os.environ.get(VARIABLE, "").strip()
    return Path(wanted) if wanted else BUNDLED


def pictures() -> Path:
    """The networks that read pictures: those of another folder of models where it has some."""
    return _own_or(PICTURES)


def language_models() -> Path:
    """The models of five families, as `pictures`."""
    return _own_or(LANGUAGE_MODELS)


def _own_or(bundled: Path) -> Path:
    own = models_folder() / bundled.name
    return own if (own / CONFIG).is_file() else bundled


def without_folder(error: Exception) -> str:
    """What is wrong with a model, without the folders of this machine."""
    return str(error).replace(f"{models_folder()}/", "").replace(f"{BUNDLED}/", "")


def find_model(name: str) -> Path:
    """The folder of a model by name. Raises UnknownModel."""
    folder = models_folder() / name
    if not folder.is_dir() or not name or Path(name).name != name:
        there = ", ".join(candidates()) or "none"
        raise UnknownModel(f"no model {name!r} in {models_folder()}; there are: {there}")
    return folder


def candidates() -> Mapping[str, Path]:
    """Folders that may be models, by name in alphabetical order; none where there is no such
    folder.
    """
    root = models_folder()
    try:
        return _candidates(root, root.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=4)  # the app asks many times a run
def _candidates(root: Path, changed: int) -> Mapping[str, Path]:
    """`changed` is there for the cache: a folder that came or went is seen."""
    folders = (p for p in root.iterdir() if p.is_dir() and not p.name.startswith("."))
    there = sorted(p for p in folders if p.name not in NO_TRANSLATORS)
    return MappingProxyType({path.name: path for path in there})


def installed_models() -> tuple[list[Installed], list[CheckpointError]]:
    """Every model folder that has a readable config.json, and what is wrong with the others."""
    installed: list[Installed] = []
    broken: list[CheckpointError] = []
    for folder in candidates().values():
        try:
            installed.append(Installed(folder.name, folder, read_card(folder)))
        except CheckpointError as error:
            broken.append(error)
    if not installed and not broken:
        broken.append(CheckpointError(f"{models_folder()}: no model ({CONFIG}) in it"))
    return installed, broken


def in_words(card: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Pair, parameters, BLEU, chrF and signature as a card has them, each "?" where it says none.

    And the names of those that are not what they should be, which also become "?".
    """
    odd: list[str] = []

    def fact(path: str, kind: type) -> Any:
        value: Any = card
        keys = path.split(".")
        for depth, key in enumerate(keys):
            if not isinstance(value, Mapping):
                odd.append(".".join(keys[:depth]))
                return "?"
            value = value.get(key)
            if value is None:
                return "?"
        is_kind = isinstance(value, kind) and not isinstance(value, bool)
        if is_kind and (not isinstance(value, str) or value.isprintable()):
            return value
        odd.append(path)
        return "?"

    size = fact("parameters", int)
    words = [
        f"{fact('source', str)}-{fact('target', str)}",
        f"{size:,}" if isinstance(size, int) else size,
        *(str(fact(f"test.beam.{metric}", Real)) for metric in ("bleu", "chrf")),
        fact("test.beam.bleu_signature", str),
    ]
    return words, list(dict.fromkeys(odd))
