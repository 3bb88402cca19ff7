"""Memoised runs of the one-file Transformer on a user's sentence, see `runs.resources`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explainer.analysis.one_file import difference, trace_part
from explainer.analysis.one_file_faults import Outcome, Step, outcomes, steps
from explainer.analysis.torch_twin import torch_difference
from explainer.runs.computed import by_model, computed

if TYPE_CHECKING:
    from explainer.analysis.line_tracer import Visits
    from explainer.engine import Translation, Translator
    from explainer.runs.resources import Ids


def trace_lines(translation: Translation, part: str) -> Visits:
    """Trace the values that each line of a part assigns on this translation. Raises Busy."""
    target = (*translation.fed[:1], *translation.predicted)
    return _watched(translation.model, part, translation.source.ids, target)


@by_model(computed(max_entries=24))
def _watched(model: Translator, part: str, source: Ids, target: Ids) -> Visits:
    return trace_part(model.model, part, source, target)


def engine_differences(translation: Translation) -> tuple[float, float]:
    """Return the logits' max |difference| from engine and `nn.Transformer`. Raises Busy."""
    return _compare(translation.model, translation.source.ids, translation.fed)


@by_model(computed(max_entries=64))
def _compare(model: Translator, source: Ids, fed: Ids) -> tuple[float, float]:
    return difference(model.model, source, fed), torch_difference(model.model, source, fed)


def compare_with_fault(translation: Translation, fault: str) -> tuple[Outcome, Outcome]:
    """Run the right program and the one with a mistake on the sentence. Raises Busy."""
    return _with_fault(translation.model, fault, translation.source.ids, translation.predicted)


@by_model(computed(max_entries=64))
def _with_fault(model: Translator, fault: str, source: Ids, wanted: Ids) -> tuple[Outcome, Outcome]:
    return outcomes(model.model, fault, source, wanted)


def changed_values(translation: Translation, fault: str) -> tuple[Step, ...]:
    """Compare the values that the changed lines assign in both programs. Raises Busy."""
    return _changed_values(translation.model, fault, translation.source.ids, translation.predicted)


@by_model(computed(max_entries=24))
def _changed_values(model: Translator, fault: str, source: Ids, wanted: Ids) -> tuple[Step, ...]:
    return steps(model.model, fault, source, wanted)
