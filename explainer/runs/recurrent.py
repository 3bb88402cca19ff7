"""Memoised runs of the installed recurrent models on a sentence.

They read the tokens of the Transformers of their direction. Everything is kept by model, version
and ids; whatever computes waits for a place at the model and raises Busy.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer import installed
from explainer.analysis.recurrence import source_gradients
from explainer.analysis.recurrent import Stepper, encode_with_padding
from explainer.decoding import DecodeOptions, decode
from explainer.model.rnn.config import Kind
from explainer.model.store import TOKENIZER
from explainer.runs import registry, resources
from explainer.runs.computed import by_model, computed
from explainer.runs.forced import shift_right
from explainer.runs.resources import Ids

if TYPE_CHECKING:
    from explainer.engine import Translator

__all__ = ["Kind", "Reading"]

KINDS: Final[tuple[Kind, ...]] = ("rnn", "gru", "lstm", "gru-bahdanau", "lstm-luong")
MOST_STEPS: Final = 48  # tokens after which a translation without an end is cut
USUAL: Final = "ko-en"  # the Transformer that an example is translated with

Arrays = Mapping[str, NDArray[np.float32]]


@dataclass(frozen=True)
class Reading:
    """A recurrent model's pass over a source and a target; `trace` as `Translator.run`."""

    kind: Kind
    score: str  # of Luong's attention
    source: Ids
    target: Ids
    source_tokens: tuple[str, ...]
    target_tokens: tuple[str, ...]
    trace: Arrays
    probs: NDArray[np.float64]  # (T,) of the target tokens
    text: str


def models_by_kind() -> dict[Kind, str]:
    """Return the first usable model of each kind; of Luong's only those with global attention."""
    names: dict[Kind, str] = {}
    for name, entry in installed.working().items():
        sizes = entry.card["model"]
        if entry.recurrent and sizes["locality"] == "global":
            names.setdefault(sizes["kind"], name)
    return names


def shares_tokens_with(card: Mapping[str, Any]) -> bool:
    """Return whether the recurrent models use the tokenizer of the Transformer with this card."""
    return bool(card) and _tokens(card) in _known_tokens()


def _known_tokens() -> set[tuple[str, str]]:
    working = installed.working()
    return {_tokens(working[name].card) for name in models_by_kind().values()}


def _tokens(card: Mapping[str, Any]) -> tuple[str, str]:
    return str(card["source"]), str(card["sha256"][TOKENIZER])


def matching_transformer() -> str | None:
    """Return a Transformer with the same tokenizer, for an example."""
    known = _known_tokens()
    names = [name for name, one in installed.choosable().items() if _tokens(one.card) in known]
    return USUAL if USUAL in names else next(iter(names), None)


def translator(kind: Kind) -> Translator:
    """Load the model of a kind. Raises KeyError if there is none."""
    return registry.model_of(models_by_kind()[kind])


def greedy_reading(kind: Kind, source: Ids) -> Reading:
    """Translate greedily with a recurrent model, traced."""
    return _reading(models_by_kind()[kind], source, None)


def force_target(kind: Kind, source: Ids, wanted: Ids) -> Reading:
    """Run a recurrent model on a given target, teacher-forced and traced."""
    return _reading(models_by_kind()[kind], source, wanted)


@by_model(computed(max_entries=256))
def _reading(model: Translator, source: Ids, wanted: Ids | None) -> Reading:
    network = model.recurrent
    target = wanted or _write(Stepper(network, source))
    fed = shift_right(target)
    trace = model.run(source, fed)
    probs = trace["probs"].astype(np.float64)[np.arange(len(target)), list(target)]
    return Reading(
        network.config.kind,
        network.config.score,
        source,
        target,
        model.tokens(source),
        model.tokens(target),
        trace,
        probs,
        model.tokenizer.decode(target) or " ".join(model.tokens(target)),
    )


def _write(step: Stepper) -> Ids:
    """Decode greedily; call only inside the gate."""
    options = DecodeOptions(method="greedy", max_length=MOST_STEPS)
    return decode(step, 1, options).hypotheses[0][0].ids


def output_text(reading: Reading) -> str:
    """Return the output as text, with an ellipsis if it was cut off before EOS."""
    return reading.text + resources.ellipsis_unless_finished(reading.target)


@dataclass(frozen=True)
class PaddingEffect:
    """The change of the last state by encoded padding, and both states' outputs."""

    moved: float
    right: str
    wrong: str


def measure_padding(kind: Kind, source: Ids, count: int) -> PaddingEffect:
    """Measure the effect of encoding `count` PADs, see `analysis.recurrent.encode_with_padding`."""
    return _read_padded(models_by_kind()[kind], source, count)


@by_model(computed(max_entries=64))
def _read_padded(model: Translator, source: Ids, count: int) -> PaddingEffect:
    moved, wrong = encode_with_padding(model.recurrent, source, count)
    steppers = Stepper(model.recurrent, source), wrong
    return PaddingEffect(
        moved, *(resources.display_text(model, _write(stepper)) for stepper in steppers)
    )


@by_model(computed(max_entries=256))
def gradients(model: Translator, source: Ids, wanted: Ids) -> NDArray[np.float64]:
    """Return source gradients (T, S) of any model by name, see `source_gradients`."""
    return source_gradients(model.network, source, shift_right(wanted), wanted)


def weights(kind: Kind, part: str) -> Arrays:
    """Return the parameters of one part, "encoder.layer", see Translator.weights."""
    return resources.weights(models_by_kind()[kind], part)
