"""The loss of a model while it was trained, from its log."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

from explainer.charts.curves import Axis, Curve, curves
from explainer.charts.figure import Figure

HEIGHT: Final = 220
DASH: Final = (5, 4)
# Steps (N,), and the training and development losses (N,) in nats per token after so many.
Log = tuple[Sequence[int], Sequence[float], Sequence[float]]


def loss_curves(
    log: Log, others: Sequence[Log], words: Mapping[str, str], dark: bool, base: Log | None = None
) -> Figure:
    """Loss over steps, behind it the development losses of the `others` as pale lines and that of
    the `base`, which it is compared with.

    `words` has the names `step`, `loss`, `train`, `dev`, `base`, `others` and `line`.
    """
    logs = [log, *others, *([base] if base else [])]
    last = max(max(steps) for steps, _, _ in logs)
    highest = math.ceil(max(max(*train, *dev) for _, train, dev in logs))
    names = [words["others"], *[""] * len(others)]  # one entry of the legend for all of them
    pale = [
        Curve(name, dev, "third", steps, False, pointed=False)
        for name, (steps, _, dev) in zip(names, others, strict=False)
    ]
    beside = [Curve(words["base"], base[2], "primary", base[0], pointed=False)] if base else []
    return curves(
        lines=(
            *pale,
            *beside,
            Curve(words["dev"], log[2], "target", log[0]),
            Curve(words["train"], log[1], "third", log[0], False, DASH, pointed=False),
        ),
        x=Axis(words["step"], span=(0.0, 1.03 * last), form=",d"),
        y=Axis(words["loss"], span=(0.0, float(highest)), grid=True),
        name_title=words["line"],
        dark=dark,
        height=HEIGHT,
    )
