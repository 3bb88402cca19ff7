"""Memoised greedy outputs with the distribution of every step.

The model is asked through `runs.resources` or kept here, keyed by model, version and ids;
everything that asks it raises Busy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.greedy_numbers import closest, runner_up
from explainer.decoding import (
    EOS,
    DecodeOptions,
    DecodeResult,
    GreedyStep,
    Hypothesis,
)
from explainer.engine.proposals import proposals
from explainer.runs import beam, registry, resources
from explainer.runs.resources import Ids

if TYPE_CHECKING:
    from explainer.engine import Translation

Floats = NDArray[np.float64]
ForcedTokens = tuple[tuple[int, int], ...]  # (step from 0, token), steps rising

BEAM = 8  # width of the search that looks for something more probable


@dataclass(frozen=True)
class Path:
    """One greedy output; at `forced` steps the user chose the token.

    `steps` hold one whole distribution for each token.
    """

    ids: Ids
    tokens: tuple[str, ...]
    text: str
    log_probs: tuple[float, ...]
    steps: tuple[GreedyStep, ...]
    forced: Ids = ()

    @property
    def total(self) -> float:
        return sum(self.log_probs)

    @property
    def is_finished(self) -> bool:
        return self.ids[-1:] == (EOS,)

    def distribution(self, step: int) -> Floats:
        """Return a step's log-probabilities (V,), as computed by cached decoding."""
        return self.steps[step].distribution(0)

    def first(self, step: int) -> int:
        """Return the lowest id allowed at a step: EOS, or EOS + 1 before the minimum length."""
        return EOS + 1 if self.steps[step].too_short else EOS

    @cached_property
    def runners_up(self) -> list[tuple[int, float]]:
        """Return each step's second-best token and how much less probable it was."""
        return [
            runner_up(self.distribution(step), token, self.first(step))
            for step, token in enumerate(self.ids)
        ]

    @cached_property
    def close_call(self) -> tuple[int, int]:
        """Return (step, runner-up) of the smallest lead."""
        step = closest([lead for _, lead in self.runners_up])
        return step, self.runners_up[step][0]


def forced_search(translation: Translation, forced: ForcedTokens = ()) -> Path:
    """Run greedy search through forced tokens; those beyond the output's end are dropped."""
    model, source = translation.model, translation.source.ids
    options = DecodeOptions(method="greedy", min_length=translation.options.min_length)
    ids, logs, steps = _greedy_path(resources.search_from(model, source, options))
    kept: list[int] = []
    for number, token in forced:
        if number >= len(ids):
            break
        prefix = (*ids[:number], token)
        before = steps[: number + 1]
        if token == EOS:
            told = float(before[number].distribution(0)[token])
            ids, logs, steps = prefix, (*logs[:number], told), before
        else:
            ids, logs, after = _greedy_path(resources.search_from(model, source, options, prefix))
            # A search tells of a forced step no more than the forced token.
            steps = (*before, *after[number + 1 :])
        kept.append(number)
    engine = registry.model_of(model)
    text = engine.tokenizer.decode(ids)
    return Path(ids, engine.tokens(ids), text, logs, steps, tuple(kept))


def _greedy_path(result: DecodeResult) -> tuple[Ids, tuple[float, ...], tuple[GreedyStep, ...]]:
    best = result.hypotheses[0][0]
    steps = tuple(step for step in result.steps if isinstance(step, GreedyStep))
    return best.ids, best.log_probs, steps[: len(best.ids)]


def path_trace(translation: Translation, path: Path) -> Mapping[str, NDArray[np.float32]]:
    """Return every tensor of one teacher-forced pass over the output, without a cache."""
    if path.ids == translation.predicted:
        return translation.trace
    fed = (translation.fed[0], *path.ids[:-1])
    return resources.experiment(translation.model, translation.source.ids, fed)


def as_translation(translation: Translation, path: Path) -> Translation:
    """Return the path as the sentence's translation, with its tensors and proposals."""
    engine = registry.model_of(translation.model)
    trace = path_trace(translation, path)
    seen = proposals(trace["logits"], path.ids, translation.top_ids.shape[1])
    output = engine.output_fields(path.ids, translation.original, seen)
    return replace(translation, **output, trace=trace, _stacked={})


def best_beam_output(translation: Translation) -> Hypothesis | None:
    """Return the most probable finished output of a wide beam search; None if it finished none."""
    options = DecodeOptions(
        method="beam",
        width=BEAM,
        n_best=BEAM,
        alpha=0.0,
        min_length=translation.options.min_length,
    )
    found = (one for one in beam.search_hypotheses(translation, options) if one.finished)
    return max(found, key=lambda hypothesis: hypothesis.total, default=None)
