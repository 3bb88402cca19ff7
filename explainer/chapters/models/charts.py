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


def loss_curves(log: Log, others: Sequence[Log], words: Mapping[str, str], dark: bool) -> Figure:
    """Loss over steps, with the development losses of the `others` as pale lines behind it.

    `words` has the names `step`, `loss`, `train`, `dev`, `others` and `line`.
    """
    steps, train, dev = log
    last = max(max(one[0]) for one in (log, *others))
    highest = math.ceil(max(max(*one[1], *one[2]) for one in (log, *others)))
    names = [words["others"], *[""] * len(others)]  # one entry of the legend for all of them
    pale = [
        Curve(name, losses, "third", places, False, pointed=False)
        for name, (places, _, losses) in zip(names, others, strict=False)
    ]
    return curves(
        lines=(
            *pale,
            Curve(words["dev"], dev, "target", steps),
            Curve(words["train"], train, "third", steps, False, DASH, pointed=False),
        ),
        x=Axis(words["step"], span=(0.0, 1.03 * last), form=",d"),
        y=Axis(words["loss"], span=(0.0, float(highest)), grid=True),
        name_title=words["line"],
        dark=dark,
        height=HEIGHT,
    )
