"""What layers cost, counted and timed: one measurement at a time in the whole process."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Final

from explainer.analysis.layer_times import Passes, measure, measure_passes
from explainer.runs.computed import by_model, computed
from explainer.runs.gate import Busy

if TYPE_CHECKING:
    from explainer.engine import Translator
    from explainer.translation import Translation

SECONDS: Final = 10.0  # of a measurement, at most
LENGTHS: Final = (16, 20, 32, 64, 128, 256, 512, 1024, 2048)
ENOUGH: Final = 0.01  # CPU seconds of repetitions of one layer
FEWEST: Final = 3  # lengths of a curve
_alone: Final = Lock()


@computed(max_entries=8)
def time_layers(d: int) -> dict[str, tuple[float, ...]]:
    """CPU seconds of each layer at the first of LENGTHS, as many as SECONDS allow; then kept.

    Raises Busy where another measurement is under way, for the two would spoil each other, and
    where so much else is that there is no curve.
    """
    with _measuring():
        seconds = measure(d, LENGTHS, until=time.monotonic() + SECONDS, enough=ENOUGH)
    if min(len(times) for times in seconds.values()) < FEWEST:
        raise Busy
    return seconds


def time_passes(translation: Translation) -> Passes:
    """The translation on screen in one pass and step by step, measured once. Raises Busy too."""
    return _time_passes(translation.model, translation.source.ids, translation.fed)


@by_model(computed(max_entries=64))
def _time_passes(model: Translator, source: tuple[int, ...], fed: tuple[int, ...]) -> Passes:
    with _measuring():
        return measure_passes(model.decoder, source, fed)


@contextmanager
def _measuring() -> Iterator[None]:
    if not _alone.acquire(blocking=False):
        raise Busy
    try:
        yield
    finally:
        _alone.release()
