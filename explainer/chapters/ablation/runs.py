"""Memoised model runs of the what-if page.

Keyed by model, version and ids, as in `runs.resources`; each call waits for a place at the model
and raises Busy.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.interventions import Intervention, row_edits
from explainer.analysis.leave_one_out import LayerWithout, attention_layers, layer_without
from explainer.analysis.norm_weighted import Contributions, contributions
from explainer.engine import Translator
from explainer.engine.rerun import target_log_probs
from explainer.frame.view import View
from explainer.runs import resources
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Changes, Ids
from explainer.translation import Translation, prefix_of

Floats = NDArray[np.float64]
Trace = Mapping[str, NDArray[np.float32]]
PATIENCE = 0.2  # seconds before progress is shown


@dataclass(frozen=True)
class HeadChanges:
    """Change of each output token's log p without a head, `changes` (R, H, T) by `rows`."""

    rows: tuple[tuple[str, int], ...]
    changes: Floats

    @property
    def sums(self) -> Floats:
        """Return the change of the whole output's log-probability, (R, H)."""
        total: Floats = self.changes.sum(axis=-1)
        return total


def _ids(translation: Translation) -> tuple[Ids, Ids, Ids]:
    return translation.source.ids, translation.fed, translation.predicted


def all_heads(view: View, progress: Callable[[float], None]) -> HeadChanges:
    """Ablate every head once; `progress` is called with 0..1 while it takes."""
    translation = view.translation
    sizes = view.card["model"]
    rows = attention_layers(sizes["n_encoder_layers"], sizes["n_decoder_layers"])
    model, started = translation.model, time.monotonic()
    ids = _ids(translation)
    changes = []
    for done, (kind, layer) in enumerate(rows, start=1):
        changes.append(_layer_without(model, ids, kind, layer).change)
        if time.monotonic() - started > PATIENCE:
            progress(done / len(rows))
    return HeadChanges(tuple(rows), np.stack(changes))


@by_model(computed(max_entries=512))
def _layer_without(
    model: Translator, ids: tuple[Ids, Ids, Ids], kind: str, layer: int
) -> LayerWithout:
    return layer_without(model.model, ids, kind, layer)


def log_probs(
    translation: Translation, trace: Trace, changes: Changes = (), memory: Ids | None = None
) -> Floats:
    """Return log-probabilities (T,) of the output tokens under changes; `trace` is that pass."""
    return _log_probs(translation.model, _ids(translation), changes, memory, trace)


@by_model(computed(max_entries=256))
def _log_probs(
    model: Translator,
    ids: tuple[Ids, Ids, Ids],
    changes: Changes,
    memory: Ids | None,
    _trace: Trace,
) -> Floats:
    *_, predicted = ids
    steps = np.arange(len(predicted))
    log_probs_T: Floats = _trace["log_probs"][steps, list(predicted)].astype(np.float64)
    return log_probs_T


@dataclass(frozen=True)
class Ablated:
    """The result of a change: greedy output, and log p (T,) of the first translation."""

    written: Ids
    text: str
    log_probs: Floats


def without_each(
    translation: Translation, changes: Sequence[Intervention], max_steps: int
) -> dict[Intervention, Ablated]:
    """Apply each change by itself, all in one batch."""
    runs = tuple((one,) for one in changes)
    ablated = _without_each(translation.model, _ids(translation), runs, max_steps)
    return dict(zip(changes, ablated, strict=True))


@by_model(computed(max_entries=64))
def _without_each(
    model: Translator, ids: tuple[Ids, Ids, Ids], runs: tuple[Changes, ...], max_steps: int
) -> tuple[Ablated, ...]:
    source, fed, predicted = ids
    edited = row_edits(model.config, runs)
    log_probs_RT = target_log_probs(model.model, source, fed, predicted, edited, len(runs))
    return tuple(
        Ablated(written, model.tokenizer.decode(written), log_probs_T)
        for written, log_probs_T in zip(
            model.generate_each(source, runs, max_steps), log_probs_RT, strict=True
        )
    )


def contributions_of_head(translation: Translation, layer: int, head: int | None) -> Contributions:
    """Return contribution norms of one cross-attention head, from the trace."""
    prefix = prefix_of("cross", layer)
    parameters = resources.weights(translation.model, prefix)
    return contributions(translation.trace, prefix, parameters, head)
