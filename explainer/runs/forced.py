"""Memoised teacher-forced passes, reduced to a few numbers a position.

Keyed by model, version and ids, as in `runs.resources`; a pass waits for a place at the model and
raises Busy.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.forcing import Forced, read_forced_pass
from explainer.engine.door import OPEN
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.tokenizer import BOS

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator


def shift_right(wanted: Ids) -> Ids:
    """Return the decoder input for the target `wanted`: BOS first, the last token dropped."""
    return (BOS, *wanted[:-1])


@by_model(computed(max_entries=256))
def forced_pass(model: Translator, source: Ids, wanted: Ids) -> Forced:
    """Score a given target in one teacher-forced pass."""
    return read_forced_pass(model.run(source, shift_right(wanted))["logits"], wanted)


def traced_pass(translation: Translation) -> Forced:
    """Score a translation's own output from its trace, without running the model."""
    logits = translation.trace["logits"]
    return _read(translation.model, translation.source.ids, translation.predicted, logits)


@by_model(computed(max_entries=256, door=OPEN))
def _read(model: Translator, source: Ids, wanted: Ids, _logits: NDArray[np.float32]) -> Forced:
    return read_forced_pass(_logits, wanted)
