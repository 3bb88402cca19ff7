"""The program in one file at work on a reader's sentence, memoised as in `runs.resources`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explainer.analysis.one_file import Differences, differences, watch_part
from explainer.analysis.one_file_faults import Outcome, outcomes
from explainer.runs import registry
from explainer.runs.computed import computed

if TYPE_CHECKING:
    from explainer.analysis.watch import Visits
    from explainer.engine import Translation
    from explainer.runs.resources import Ids


def watched(translation: Translation, part: str) -> Visits:
    """What every line of a part made of the sentence and its translation. Raises Busy."""
    target = (*translation.fed[:1], *translation.predicted)
    name = translation.model
    return _watched(name, registry.version_of(name), part, translation.source.ids, target)


@computed(max_entries=24)
def _watched(name: str, version: str, part: str, source: Ids, target: Ids) -> Visits:
    return watch_part(registry.translator(name, version).model, part, source, target)


def compared(translation: Translation) -> Differences:
    """The file and `nn.Transformer` beside the engine. Raises Busy."""
    name = translation.model
    return _compared(name, registry.version_of(name), translation.source.ids, translation.fed)


@computed(max_entries=64)
def _compared(name: str, version: str, source: Ids, fed: Ids) -> Differences:
    return differences(registry.translator(name, version).model, source, fed)


def with_fault(translation: Translation, fault: str) -> tuple[Outcome, Outcome]:
    """The right program and the one with a mistake on the sentence. Raises Busy."""
    name = translation.model
    return _with_fault(
        name, registry.version_of(name), fault, translation.source.ids, translation.predicted
    )


@computed(max_entries=64)
def _with_fault(
    name: str, version: str, fault: str, source: Ids, wanted: Ids
) -> tuple[Outcome, Outcome]:
    return outcomes(registry.translator(name, version).model, fault, source, wanted)
