"""The program in one file at work on a reader's sentence, memoised as in `runs.resources`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explainer.analysis.one_file import difference, watch_part
from explainer.analysis.one_file_faults import Outcome, Step, outcomes, steps
from explainer.analysis.twin_layers import Slot, TwinPass, slots, twin_pass
from explainer.runs.computed import by_model, computed

if TYPE_CHECKING:
    from explainer.analysis.watch import Visits
    from explainer.engine import Translation, Translator
    from explainer.runs.resources import Ids


def watched(translation: Translation, part: str) -> Visits:
    """What every line of a part made of the sentence and its translation. Raises Busy."""
    target = (*translation.fed[:1], *translation.predicted)
    return _watched(translation.model, part, translation.source.ids, target)


@by_model(computed(max_entries=24))
def _watched(model: Translator, part: str, source: Ids, target: Ids) -> Visits:
    return watch_part(model.model, part, source, target)


def compare(translation: Translation) -> float:
    """The largest difference of a logit of the file from the engine's. Raises Busy."""
    return _compare(translation.model, translation.source.ids, translation.fed)


@by_model(computed(max_entries=64))
def _compare(model: Translator, source: Ids, fed: Ids) -> float:
    return difference(model.model, source, fed)


def in_torch(translation: Translation, forgotten: str) -> TwinPass:
    """`nn.Transformer` on the sentence, with one thing not said to it. Raises Busy."""
    ids, wanted = translation.source.ids, translation.predicted
    return _in_torch(translation.model, ids, wanted, forgotten)


@by_model(computed(max_entries=64))
def _in_torch(model: Translator, source: Ids, wanted: Ids, forgotten: str) -> TwinPass:
    return twin_pass(model.model, source, wanted, forgotten)


def weights_in_torch(
    translation: Translation, stack: str, layer: int, forgotten: str
) -> tuple[Slot, ...]:
    """Where the weights of a layer lie in it. Raises Busy."""
    return _weights_in_torch(translation.model, stack, layer, forgotten)


@by_model(computed(max_entries=24))
def _weights_in_torch(
    model: Translator, stack: str, layer: int, forgotten: str
) -> tuple[Slot, ...]:
    return slots(model.model, stack, layer, forgotten)


def with_fault(translation: Translation, fault: str) -> tuple[Outcome, Outcome]:
    """The right program and the one with a mistake on the sentence. Raises Busy."""
    return _with_fault(translation.model, fault, translation.source.ids, translation.predicted)


@by_model(computed(max_entries=64))
def _with_fault(model: Translator, fault: str, source: Ids, wanted: Ids) -> tuple[Outcome, Outcome]:
    return outcomes(model.model, fault, source, wanted)


def changed_values(translation: Translation, fault: str) -> tuple[Step, ...]:
    """The values of the changed lines in both programs. Raises Busy."""
    return _changed_values(translation.model, fault, translation.source.ids, translation.predicted)


@by_model(computed(max_entries=24))
def _changed_values(model: Translator, fault: str, source: Ids, wanted: Ids) -> tuple[Step, ...]:
    return steps(model.model, fault, source, wanted)
