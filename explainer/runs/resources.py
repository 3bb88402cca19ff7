"""Memoised translations, passes and searches, shared by all visitors.

A translation is keyed by model, its version, the sentence and the frozen options, never by the
reader's language or theme: two readers of the same sentence share one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from weakref import WeakValueDictionary

from explainer import installed
from explainer.analysis.gradients import DepthGradients, depth_gradients
from explainer.analysis.interventions import Intervention
from explainer.decoding.options import DecodeOptions
from explainer.decoding.steps import ChoiceStep
from explainer.engine.door import OPEN
from explainer.engine.memo import MEMO
from explainer.runs import registry
from explainer.runs.batcher import TOGETHER
from explainer.runs.computed import by_model, computed
from explainer.runs.gate import permit
from explainer.tokenizer import EOS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from explainer.decoding import DecodeResult
    from explainer.engine import Translation, Translator


BROKEN_STEPS: Final = 24  # tokens
STEP: Final = 4_000  # bytes of a step without its tables, about
KEPT: Final = 8  # translations: some hold whole distributions, half a megabyte and more


@dataclass(frozen=True)
class Request:
    """A translation request; small and hashable, so that a session can remember it."""

    model: str
    sentence: str
    options: DecodeOptions


def translate(request: Request) -> Translation:
    """Translate a request with its trace, from the cache if possible.

    Raises InputError for a sentence the model cannot take, Busy, and CheckpointError; RuntimeError
    inside a place at the model: who waits here for another visitor's search must not hold one.
    """
    if permit.is_inside():
        raise RuntimeError("a translation is not to be asked for from inside the gate")
    key = _key_of(request)
    translation = _shown.get(key)
    if translation is None:
        model = registry.translator(*key[1:3])
        made = TOGETHER.translate(model, request.sentence, request.options)
        translation = _shown[key] = MEMO.put((translate, *key), made, KEPT)
    return translation


def cached_translation(request: Request) -> Translation | None:
    """Return the translation if it is cached or held by a session, without waiting; else None."""
    return _shown.get(_key_of(request))


Key = tuple[Path, str, str, str, DecodeOptions]


def _key_of(request: Request) -> Key:
    version = installed.version_of(request.model)
    return installed.models_folder(), request.model, version, request.sentence, request.options


# What the sessions hold (`shell` keeps one in each), so that another page is no new translation.
_shown: WeakValueDictionary[Key, Translation] = WeakValueDictionary()


@by_model(computed(max_entries=1024))
def translate_text(model: Translator, sentence: str, options: DecodeOptions) -> str:
    """Translate without a trace. Raises InputError and Busy too."""
    return model.translate(sentence, options, trace=False).text


Ids = tuple[int, ...]
Written = tuple[Ids, tuple[str, ...], str]  # ids, tokens and text of an output
Changes = tuple[Intervention, ...]


@by_model(computed(max_entries=8))
def experiment(
    model: Translator,
    source_ids: Ids,
    fed_ids: Ids,
    interventions: Changes = (),
    memory_ids: Ids | None = None,
) -> Mapping[str, NDArray[np.float32]]:
    """Run one teacher-forced pass under interventions, see Translator.run. Raises Busy too."""
    return model.run(source_ids, fed_ids, interventions, memory_ids)


@by_model(computed(max_entries=256))
def greedy_output(
    model: Translator,
    source_ids: Ids,
    interventions: Changes = (),
    memory_ids: Ids | None = None,
    max_steps: int = 48,
) -> tuple[Ids, tuple[str, ...], str]:
    """Run greedy search under interventions: return ids, tokens and text. Raises Busy too."""
    ids = model.generate(source_ids, interventions, memory_ids, max_steps)
    return ids, model.tokens(ids), model.tokenizer.decode(ids)


def greedy_text(model: str, source_ids: Ids, changes: Changes = ()) -> str:
    """Return the text of greedy search, or its tokens if they make no text. Raises Busy too.

    With a part of the model taken out it seldom finds an end, and BROKEN_STEPS tokens show that.
    """
    if not changes:
        _, tokens, text = greedy_output(model, source_ids)
        return text or " ".join(tokens)
    ids, tokens, text = greedy_output(model, source_ids, changes, max_steps=BROKEN_STEPS)
    return (text or " ".join(tokens)) + ellipsis_unless_finished(ids)


def display_text(model: Translator, ids: Ids) -> str:
    """Decode ids for display: their tokens if they make no text, an ellipsis if EOS is missing."""
    return (model.tokenizer.decode(ids) or " ".join(model.tokens(ids))) + ellipsis_unless_finished(
        ids
    )


def ellipsis_unless_finished(ids: Ids) -> str:
    """Return "" if the ids end with EOS, else " …"."""
    return "" if ids[-1:] == (EOS,) else " …"


def translate_ids(translation: Translation, ids: Ids) -> str:
    """Translate source ids (EOS included) as the sentence of a translation was. Raises Busy too."""
    return write_from(translation, ids)[-1]


def write_from(translation: Translation, ids: Ids) -> Written:
    """Translate source ids as `translate_ids`; return all that is written. Raises Busy too."""
    if ids == translation.source.ids:
        return translation.predicted, translation.predicted_tokens, translation.text
    return searched(translation.model, ids, translation.options, translation.original)


@by_model(computed(max_entries=256))
def searched(model: Translator, source_ids: Ids, options: DecodeOptions, source: str) -> Written:
    """Search without keeping its steps, see Translator.output_text. Raises Busy too."""
    ids = model.search([source_ids], model.within_limits(options)).hypotheses[0][0].ids
    return ids, model.tokens(ids), model.output_text(ids, source)


def search_bytes(result: DecodeResult) -> int:
    """Return the bytes of a search's steps; greedy and sampling steps hold whole distributions."""
    held = (step.log_probs_RV for step in result.steps if isinstance(step, ChoiceStep))
    return STEP * len(result.steps) + sum(table.untyped_storage().nbytes() for table in held)


@by_model(computed(max_entries=256, size=search_bytes))
def search_from(
    model: Translator, source_ids: Ids, options: DecodeOptions, prefix: Ids = ()
) -> DecodeResult:
    """Search through the forced tokens `prefix` first, keeping all steps. Raises Busy too."""
    return model.search([source_ids], model.within_limits(options), prefix, keep=True)


@by_model(computed(max_entries=64, door=OPEN))
def weights(model: Translator, prefix: str) -> Mapping[str, NDArray[np.float32]]:
    """Return the parameters of one part ("decoder.0.cross_attn"), see Translator.weights."""
    return model.weights(prefix)


@by_model(computed(max_entries=64))
def gradients(
    model: Translator, source_ids: Ids, target_ids: Ids, with_residuals: bool = True
) -> DepthGradients:
    """Return one pair's loss gradient norms by layer, see analysis.gradients. Raises Busy too."""
    return depth_gradients(model.model, source_ids, target_ids, with_residuals)
