"""Memoised residual streams with sub-layers removed ("dammed"), in one teacher-forced pass.

Keyed by model, version, ids and dams, as in `runs.resources`; a pass waits for a place at the model
and raises Busy. Without a dam the translation's own trace is read, and nothing is run.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.river import Rivers, dammed, rivers
from explainer.analysis.stack import SublayerId
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator

Dams = tuple[SublayerId, ...]


def rivers_of(translation: Translation, dams: Dams = ()) -> Rivers:
    """Compute both residual streams of a translation's output, these sub-layers removed."""
    ids = (translation.source.ids, translation.fed, translation.predicted)
    trace = None if dams else translation.trace
    return _rivers(translation.model, *ids, dams, trace)


@by_model(computed(max_entries=256))
def _rivers(
    model: Translator,
    source: Ids,
    fed: Ids,
    wanted: Ids,
    dams: Dams,
    _trace: Mapping[str, NDArray[np.float32]] | None,
) -> Rivers:
    trace = model.run(source, fed, dammed(dams)) if _trace is None else _trace
    norm, last = model.model.config.norm, None
    if norm == "pre":
        weights = model.weights("decoder_norm")
        last = (weights["weight"], weights["bias"])
    matrix, bias = model.output
    return rivers(trace, norm, matrix, wanted, last, bias)
