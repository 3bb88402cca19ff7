"""What the training page computes: a batch of our own pairs, gradients, the training log.

The batch is made by the code that trained the models.
"""

from __future__ import annotations

import csv
import math
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from explainer.analysis.batch_steps import BatchSteps, train_batch
from explainer.analysis.weight_gradients import (
    Course,
    IdPair,
    WatchedWeight,
    train_on,
    weights_to_watch,
)
from explainer.data.references import reference_of
from explainer.data.samples import samples
from explainer.engine.door import OPEN
from explainer.installed import models_folder
from explainer.runs import registry
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.training.schedule import learning_rate

if TYPE_CHECKING:
    from explainer.engine import Translator

__all__ = ["learning_rate"]

PAIRS: Final = 6
STEPS: Final = 12  # each pair twice
BATCH_STEPS: Final = 6  # all pairs in each
RATE: Final = 1e-4
SMOOTHING: Final = 0.1
CLIP: Final = 1.0
LOG: Final = "log.csv"
COLUMNS: Final = ("step", "learning_rate", "train_loss", "dev_loss")


@dataclass(frozen=True)
class Pair:
    """A sentence and our reference translation, as text and as ids with EOS."""

    source: str
    target: str
    source_ids: Ids
    target_ids: Ids

    @property
    def ids(self) -> IdPair:
        return self.source_ids, self.target_ids


def pairs(model: str, count: int | None = None) -> tuple[Pair, ...]:
    """Return our example sentences in the model's languages that have a reference translation."""
    all_pairs = _pairs(model)
    return all_pairs if count is None else all_pairs[:count]


@by_model(computed(max_entries=8, door=OPEN))
def _pairs(model: Translator) -> tuple[Pair, ...]:
    source, target = (str(model.card[side]) for side in ("source", "target"))
    texts = [(s.text, reference_of(s.text, target)) for s in samples(source)]
    read, written = model.tokenizer.encode, model.target_tokenizer.encode
    return tuple(Pair(a, b, read(a).ids, written(b).ids) for a, b in texts if b)


@by_model(computed(max_entries=8))
def gradients(model: Translator) -> Course:
    """Record gradients of the watched weights over STEPS training steps. Raises Busy."""
    batch = [pair.ids for pair in pairs(model.name, PAIRS)]
    weights = tuple(watched_weights(model.name).values())
    return train_on(model.model, batch, weights, STEPS, RATE, SMOOTHING, CLIP)


def batch_steps(model: Translator, smoothing: float, candidates: tuple[Ids, ...]) -> BatchSteps:
    """Record every token's loss over BATCH_STEPS training steps; call only inside the gate."""
    batch = [pair.ids for pair in pairs(model.name, PAIRS)]
    return train_batch(model.model, batch, candidates, BATCH_STEPS, RATE, smoothing, CLIP)


def watched_weights(model: str) -> dict[str, WatchedWeight]:
    """Choose weights to watch; of the embeddings, the row of the batch's first target token."""
    config = registry.model_of(model).config
    return weights_to_watch(config, pairs(model, 1)[0].target_ids[0])


@dataclass(frozen=True)
class TrainingLog:
    """A model's log.csv, one value per measurement; losses in nats per target token."""

    step: tuple[int, ...]
    rate: tuple[float, ...]
    train: tuple[float, ...]
    dev: tuple[float, ...]


@by_model(computed(max_entries=8, door=OPEN))
def training_log(model: Translator) -> TrainingLog | None:
    """Return an installed model's training log; None if unusable."""
    return read_log(models_folder() / model.name)


def read_log(folder: Path) -> TrainingLog | None:
    """Parse the training log in a model folder; None if it is missing or unusable."""
    try:
        with (folder / LOG).open(encoding="utf-8", newline="") as lines:
            rows = [[float(row[name]) for name in COLUMNS] for row in csv.DictReader(lines)]
    except (OSError, KeyError, TypeError, ValueError):
        return None
    if len(rows) < 2 or not all(math.isfinite(value) for row in rows for value in row):
        return None
    step, *more = zip(*rows, strict=True)
    return TrainingLog(tuple(map(int, step)), *more)
