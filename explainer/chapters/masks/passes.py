"""What the page of masks asks of the model: a padded batch, its sentences alone, one piece a step.

Keyed by model, version and ids, as in `ui.resources`; all wait for a place and raise Busy.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.batch_masks import batch_pass, invariance, one_by_one
from explainer.runs import resources
from explainer.runs.computed import computed
from explainer.runs.resources import Ids

Rows = tuple[tuple[Ids, Ids], ...]  # source ids and fed ids of each sentence


def batched(model: str, rows: Rows) -> Mapping[str, NDArray[Any]]:
    """Sentences padded to one grid: ids, masks, scores, weights, see batch_pass. Raises Busy."""
    return _batched(model, resources.usable()[model].version, rows)


@computed(max_entries=8)
def _batched(name: str, version: str, rows: Rows) -> Mapping[str, NDArray[Any]]:
    found = batch_pass(resources.translator(name, version).model, rows)
    del found["logits"]  # by far the largest, and no page shows it
    return MappingProxyType(found)


def batch_differences(model: str, rows: Rows) -> Mapping[str, NDArray[np.float64]]:
    """Each sentence in the batch against the same alone, see invariance. Raises Busy."""
    return _batch_differences(model, resources.usable()[model].version, rows)


@computed(max_entries=64)
def _batch_differences(name: str, version: str, rows: Rows) -> Mapping[str, NDArray[np.float64]]:
    return MappingProxyType(invariance(resources.translator(name, version).model, rows))


def stepwise(model: str, source_ids: Ids, fed_ids: Ids) -> NDArray[np.float32]:
    """Log-probabilities (T, V) of inference, one piece a step. Raises Busy."""
    return _stepwise(model, resources.usable()[model].version, source_ids, fed_ids)


@computed(max_entries=8)
def _stepwise(name: str, version: str, source: Ids, fed: Ids) -> NDArray[np.float32]:
    return one_by_one(resources.translator(name, version).decoder, source, fed)
