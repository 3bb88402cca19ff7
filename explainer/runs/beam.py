"""Memoised beam searches, shared by all visitors with the same sentence. Each raises Busy.

Keyed by model, version, ids and options, as in `runs.resources`. A search the sentence bar has made
already is read from its translation: the page opens without a forward pass of its own for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from explainer.analysis.beam_rerank import SearchSettings, log_probs_of
from explainer.analysis.beam_tree import Branch
from explainer.decoding import BOS, Candidate, DecodeOptions, DecodeResult, Hypothesis
from explainer.engine.door import OPEN
from explainer.runs import registry, resources
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator

CandidatePools = tuple[tuple[Candidate, ...], ...]
Hypotheses = tuple[Hypothesis, ...]


def search_options(translation: Translation, width: int) -> DecodeOptions:
    """Return the sentence bar's settings with another width, and n_best for all finished ones."""
    bar = translation.options
    if bar.method == "beam":
        return replace(bar, width=width, n_best=width)
    return DecodeOptions(width=width, n_best=width, min_length=bar.min_length)


def candidate_pools(translation: Translation, options: DecodeOptions) -> CandidatePools:
    """Return the candidates of every step, best first."""
    key, own = _key(translation, options), _own(translation, options)
    return _read_pools(*key, own) if own else _pools(*key)


def search_hypotheses(translation: Translation, options: DecodeOptions) -> Hypotheses:
    """Return all finished hypotheses of the search, then the unfinished ones it returned."""
    key, own = _key(translation, options), _own(translation, options)
    return _read_found(*key, own) if own else _searched_hypotheses(*key)


def _key(translation: Translation, options: DecodeOptions) -> tuple[str, Ids, DecodeOptions]:
    return translation.model, translation.source.ids, options


def _own(translation: Translation, options: DecodeOptions) -> DecodeResult | None:
    """Return the sentence bar's own search if it had exactly these options."""
    if options == translation.options and translation.steps:
        return DecodeResult([list(translation.hypotheses)], translation.steps)
    return None


@by_model(computed(max_entries=24))
def _pools(model: Translator, source: Ids, options: DecodeOptions) -> CandidatePools:
    return _pools_in(resources.search_from(model, source, options))


@by_model(computed(max_entries=256))
def _searched_hypotheses(model: Translator, source: Ids, options: DecodeOptions) -> Hypotheses:
    return _found_in(resources.search_from(model, source, options))


@by_model(computed(max_entries=24, door=OPEN))
def _read_pools(
    model: Translator, source: Ids, options: DecodeOptions, _own: DecodeResult
) -> CandidatePools:
    return _pools_in(_own)


@by_model(computed(max_entries=256, door=OPEN))
def _read_found(
    model: Translator, source: Ids, options: DecodeOptions, _own: DecodeResult
) -> Hypotheses:
    return _found_in(_own)


def _pools_in(result: DecodeResult) -> CandidatePools:
    return tuple(step.pool(0) for step in result.steps)


def _found_in(result: DecodeResult) -> Hypotheses:
    unfinished = [h for h in result.hypotheses[0] if not h.finished]
    return (*result.finished(0), *unfinished)


def best_continuation(translation: Translation, options: DecodeOptions, prefix: Ids) -> Branch:
    """Return the best beam hypothesis that continues `prefix`; `prefix` alone if there is none."""
    result = resources.search_from(translation.model, translation.source.ids, options, prefix)
    best = result.hypotheses[0][0]
    return Branch(best.ids, best.log_probs, len(prefix))


def search_settings(options: DecodeOptions, max_positions: int) -> SearchSettings:
    """Return the settings of a search, its length limited by the model's positions."""
    longest = min(options.max_length, max_positions)
    return SearchSettings(
        options.width, options.n_best, longest, options.alpha, min(options.min_length, longest)
    )


def log_prob_difference(translation: Translation, best: Hypothesis) -> float:
    """Return the largest difference of a search's log-probabilities from one float64 pass."""
    if not best.ids:
        return 0.0
    if best.ids == translation.predicted:
        logits = translation.trace["logits"]
    else:
        fed = (BOS, *best.ids[:-1])
        source = translation.source.ids
        logits = resources.experiment(translation.model, source, fed)["logits"]
    again = log_probs_of(logits, best.ids)
    return float(np.abs(again - np.array(best.log_probs)).max())


def path_texts(translation: Translation, paths: Iterable[Ids]) -> tuple[str, ...]:
    """Decode paths of ids to text; runs no model."""
    return _words(translation.model, tuple(paths))


@by_model(computed(max_entries=512, door=OPEN))
def _words(model: Translator, paths: tuple[Ids, ...]) -> tuple[str, ...]:
    return tuple(model.tokenizer.decode(ids) for ids in paths)


def tokens(translation: Translation, ids: Ids) -> tuple[str, ...]:
    return registry.model_of(translation.model).tokens(ids)
