"""Registry of the installed models: folders below `pretrained/`, their cards, and which are usable.

EXPLAINER_PRETRAINED overrides the path. A model that is replaced while the app runs has another
version, and counts as another model.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from numbers import Real
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

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
from explainer.scope import scoped

LOG = logging.getLogger(__name__)
VARIABLE = "EXPLAINER_PRETRAINED"
BUNDLED: Final = Path(__file__).resolve().parent.parent / "pretrained"
PICTURES: Final = BUNDLED / "images"  # networks that read pictures: no model a reader translates by
LANGUAGE_MODELS: Final = BUNDLED / "families"  # nor are these
NO_TRANSLATORS: Final = frozenset({PICTURES.name, LANGUAGE_MODELS.name})


# What a card says beside the sizes, and of which kind it is.
TEST: Final = ("test", "beam")
IN_WORDS: Final[Mapping[tuple[str, ...], type]] = {
    ("source",): str,
    ("target",): str,
    ("parameters",): int,
    (*TEST, "bleu"): Real,
    (*TEST, "chrf"): Real,
    (*TEST, "bleu_signature"): str,
}
ORIGIN: Final = "origin"  # of the card of a model that was trained elsewhere, and not scored here
FACTS: Final = {**IN_WORDS, (*TEST, "sentences"): Real, ("sha256", WEIGHTS): str}


class UnknownModel(ValueError):
    """Error for a name that no installed model has; the message lists the names."""


@dataclass(frozen=True)
class Entry:
    """A model folder: its card, or the reason why it cannot be used."""

    name: str
    folder: Path
    card: Mapping[str, Any]
    problem: str = ""

    @property
    def version(self) -> str:
        """Version of the weights, part of every cache key."""
        return version(self.card)

    @property
    def bleu(self) -> float | None:
        """BLEU on the test set; None for a model without scores."""
        return float(self.card["test"]["beam"]["bleu"]) if "test" in self.card else None

    @property
    def recurrent(self) -> bool:
        """Whether the model is a recurrent network."""
        return is_recurrent(self.card)


def models_folder() -> Path:
    wanted = os.environ.get(VARIABLE, "").strip()
    return Path(wanted) if wanted else BUNDLED


def pictures() -> Path:
    """Return the folder of the image networks, another models folder's if it has any."""
    return _own_or(PICTURES)


def language_models() -> Path:
    """Return the folder of the five families' models, as `pictures`."""
    return _own_or(LANGUAGE_MODELS)


def _own_or(bundled: Path) -> Path:
    own = models_folder() / bundled.name
    return own if (own / CONFIG).is_file() else bundled


def without_folder(error: Exception) -> str:
    """Return an error's message without this machine's folders."""
    return str(error).replace(f"{models_folder()}/", "").replace(f"{BUNDLED}/", "")


def find_model(name: str) -> Path:
    """Return a model's folder by name. Raises UnknownModel."""
    folder = models_folder() / name
    if not folder.is_dir() or not name or Path(name).name != name:
        there = ", ".join(candidates()) or "none"
        raise UnknownModel(f"no model {name!r} in {models_folder()}; there are: {there}")
    return folder


def candidates() -> Mapping[str, Path]:
    """List the folders that may be models, alphabetically; none if the parent folder is missing."""
    root = models_folder()
    try:
        return _candidates(root, root.stat().st_mtime_ns)
    except OSError:
        return {}


@lru_cache(maxsize=4)  # the app asks many times a run
def _candidates(root: Path, changed: int) -> Mapping[str, Path]:
    """List the folders; `changed` is part of the cache key, so changes are noticed."""
    folders = (p for p in root.iterdir() if p.is_dir() and not p.name.startswith("."))
    there = sorted(p for p in folders if p.name not in NO_TRANSLATORS)
    return MappingProxyType({path.name: path for path in there})


_there: ContextVar[dict[str, Entry] | None] = ContextVar("models", default=None)


def cached_for_run() -> AbstractContextManager[None]:
    """Cache the list of installed models for one script run, which asks dozens of times."""
    return scoped(_there, _found())


def installed_models() -> Mapping[str, Entry]:
    """Return all model folders by name, alphabetically, including unusable ones."""
    there = _there.get()
    return _found() if there is None else there


def _found() -> dict[str, Entry]:
    return {name: _find_model(path) for name, path in candidates().items()}


Times = tuple[int, ...]


def _change_times(path: Path) -> Times:
    """Return when the files needed for translation were written, see `_written`."""
    return _written(path, (CONFIG, WEIGHTS, TOKENIZER))


def _written(path: Path, names: Iterable[str]) -> Times:
    """Return when files of a model were written, in nanoseconds; 0 for a missing one."""
    times = []
    for name in names:
        try:
            times.append(os.stat(f"{path}/{name}").st_mtime_ns)  # hundreds a run: no Path for each
        except OSError:
            times.append(0)
    return tuple(times)


_left_out: dict[tuple[Path, Times], str] = {}


def mark_unusable(model: Entry, reason: Exception) -> None:
    """Mark a model as unusable until its files change."""
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
    """List the models of every kind with a readable card, except those marked as unusable."""
    return {name: model for name, model in installed_models().items() if not model.problem}


def entry_of(name: str) -> Entry:
    """Return one of `working` without reading other models' files. Raises KeyError."""
    there = _there.get()
    entry = _find_model(candidates()[name]) if there is None else there[name]
    if entry.problem:
        raise KeyError(name)
    return entry


def usable() -> dict[str, Entry]:
    """Return the working Transformers, which the Transformer's pages draw."""
    return {name: model for name, model in working().items() if not model.recurrent}


def version(card: Mapping[str, Any]) -> str:
    """Return the version of the weights that a card belongs to."""
    return str(card["sha256"][WEIGHTS])[:16]


def version_of(name: str) -> str:
    """Return a usable model's version, part of every cache key. Raises KeyError for any other."""
    return entry_of(name).version


def kept_steps(name: str) -> tuple[int, ...]:
    """List the usable checkpoints of a usable model by training step. KeyError for other models."""
    return tuple(step for step, reason in _states(name).items() if not reason)


def lost_steps(name: str) -> Mapping[int, str]:
    """Return the training steps whose checkpoints are unusable, and why."""
    return {step: reason for step, reason in _states(name).items() if reason}


def _states(name: str) -> Mapping[int, str]:
    model = entry_of(name)
    files = tuple(history_file(step) for step in history_steps(dict(model.card)))
    return _checked(model.folder, model.version, _written(model.folder, files)) if files else {}


@lru_cache(maxsize=32)
def _checked(folder: Path, version: str, changed: Times) -> Mapping[int, str]:
    """Check the files; `version` and `changed` are part of the cache key."""
    found = {step: error and without_folder(error) for step, error in check_states(folder).items()}
    for reason in filter(None, found.values()):
        LOG.error("a state of the training of %s cannot be used: %s", folder.name, reason)
    return {step: reason or "" for step, reason in found.items()}


def choosable() -> dict[str, Entry]:
    """Return the models that a user may choose; not those only for comparison."""
    return {name: model for name, model in usable().items() if model.card.get("shown", True)}


@lru_cache(maxsize=32)
def _entry(path: Path, changed: Times) -> Entry:
    """Read a folder; `changed` is part of the cache key, so that a replaced model is read again."""
    try:
        card = read_card(path)
    except CheckpointError as error:
        return Entry(path.name, path, MappingProxyType({}), without_folder(error))
    if not _complete(card):
        return Entry(path.name, path, MappingProxyType(card), f"{path.name}/{CONFIG}: incomplete")
    card["model"] = config_of(card).to_dict()  # with the sizes left unsaid
    return Entry(path.name, path, MappingProxyType(card))


def _complete(card: Mapping[str, Any]) -> bool:
    """Check the parts of a card that the app itself reads; weights are checked when loaded."""
    try:
        config_of(card)
    except (KeyError, TypeError, ValueError):
        return False
    needed = (path for path in FACTS if path[0] != TEST[0] or path[0] in card or ORIGIN not in card)
    return all(_fact(card, path)[0] is not None for path in needed)


def _fact(card: Mapping[str, Any], path: tuple[str, ...]) -> tuple[Any, str]:
    """Return the value at a path of the card, or None, and the name of the first invalid key."""
    value: Any = card
    for depth, key in enumerate(path):
        if not isinstance(value, Mapping):
            return None, ".".join(path[:depth])
        value = value.get(key)
        if value is None:
            return None, ""
    right = isinstance(value, FACTS[path]) and not isinstance(value, bool)
    if right and (not isinstance(value, str) or value.isprintable()):
        return value, ""
    return None, ".".join(path)


def card_texts(card: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Format a card's languages, parameters, BLEU, chrF and signature, "?" if missing or invalid.

    Also return the names of those that are invalid.
    """
    found = [_fact(card, path) for path in IN_WORDS]
    source, target, size, *scores = ("?" if value is None else value for value, _ in found)
    words = [f"{source}-{target}", f"{size:,}" if isinstance(size, int) else size]
    odd = dict.fromkeys(name for _, name in found if name)
    return [*words, *map(str, scores)], list(odd)
