"""The loss of a model while it was trained, from its log."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure

COLUMNS: Final = ("step", "train_loss", "dev_loss")
HEIGHT: Final = 220
DASH: Final = (5, 4)


@dataclass(frozen=True)
class Log:
    """Losses (N,) in nats per token after so many steps (N,)."""

    step: tuple[float, ...]
    train: tuple[float, ...]
    dev: tuple[float, ...]


def read_log(path: Path) -> Log | None:
    """What the training wrote down; None where the file is missing or says nothing usable."""
    try:
        with path.open(encoding="utf-8", newline="") as lines:
            rows = [[float(row[name]) for name in COLUMNS] for row in csv.DictReader(lines)]
    except (OSError, KeyError, TypeError, ValueError):
        return None
    if len(rows) < 2 or not all(math.isfinite(value) for row in rows for value in row):
        return None
    return Log(*zip(*rows, strict=True))


def loss_curves(log: Log, others: Iterable[Log], words: Mapping[str, str], dark: bool) -> Figure:
    """Loss over steps, with the development losses of the `others` as pale lines behind it.

    `words` has the names `step`, `loss`, `train`, `dev`, `others` and `line`.
    """
    behind = list(others)
    logs = [log, *behind]
    steps = max(max(one.step) for one in logs)
    highest = math.ceil(max(max(*one.train, *one.dev) for one in logs))
    names = [words["others"], *[""] * len(behind)]  # one entry of the legend for all of them
    pale = [
        Curve(name, one.dev, "third", one.step, False, pointed=False)
        for name, one in zip(names, behind, strict=False)
    ]
    return curves(
        lines=(
            *pale,
            Curve(words["dev"], log.dev, "target", log.step),
            Curve(words["train"], log.train, "third", log.step, False, DASH, pointed=False),
        ),
        x=Axis(words["step"], span=(0.0, 1.03 * steps), form=",d"),
        y=Axis(words["loss"], span=(0.0, float(highest)), grid=True),
        name_title=words["line"],
        dark=dark,
        height=HEIGHT,
    )
