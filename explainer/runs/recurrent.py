"""The recurrent models that came with the project, and what they make of a sentence.

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
from explainer.analysis.recurrent import Stepper, encode_with_padding, trace_pass
from explainer.decoding import DecodeOptions, decode
from explainer.engine.recorded import Recorded
from explainer.model.rnn.config import Kind
from explainer.model.store import TOKENIZER
from explainer.runs import registry, resources
from explainer.runs.computed import by_model, computed
from explainer.runs.forced import shift_right
from explainer.runs.gate import permit
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
    """A model on a source and a target, its own or a given one; `trace` as `Translator.run`."""

    kind: Kind
    score: str  # of Luong's attention
    source: Ids
    target: Ids
    source_tokens: tuple[str, ...]
    target_tokens: tuple[str, ...]
    trace: Arrays
    probs: NDArray[np.float64]  # (T,) of the target tokens
    text: str


def models() -> dict[Kind, str]:
    """The first usable model of every kind, by name: of Luong's those with global attention, whose
    every weight is a softmax over the whole sentence.
    """
    names: dict[Kind, str] = {}
    for name, entry in installed.working().items():
        sizes = entry.card["model"]
        if entry.recurrent and sizes["locality"] == "global":
            names.setdefault(sizes["kind"], name)
    return names


def reads(card: Mapping[str, Any]) -> bool:
    """Whether sentences of the Transformer with this card are cut into tokens they know."""
    return bool(card) and _tokens(card) in _known_tokens()


def _known_tokens() -> set[tuple[str, str]]:
    working = installed.working()
    return {_tokens(working[name].card) for name in models().values()}


def _tokens(card: Mapping[str, Any]) -> tuple[str, str]:
    return str(card["source"]), str(card["sha256"][TOKENIZER])


def transformer() -> str | None:
    """A Transformer that reads the same tokens, for an example."""
    known = _known_tokens()
    names = [name for name, one in installed.choosable().items() if _tokens(one.card) in known]
    return USUAL if USUAL in names else next(iter(names), None)


def translator(kind: Kind) -> Translator:
    """KeyError where it is not there."""
    return registry.model_of(models()[kind])


def reading(kind: Kind, source: Ids) -> Reading:
    """The model's own greedy translation."""
    return _reading(models()[kind], source, None)


def force(kind: Kind, source: Ids, wanted: Ids) -> Reading:
    """A given target, teacher-forced."""
    return _reading(models()[kind], source, wanted)


@by_model(computed(max_entries=256))
def _reading(model: Translator, source: Ids, wanted: Ids | None) -> Reading:
    network = model.recurrent
    target = wanted or _write(Stepper(network, source))
    fed = shift_right(target)
    trace = Recorded(lambda: trace_pass(model.recurrent, source, fed), permit)
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
    """Ids of greedy search; only from inside the gate."""
    options = DecodeOptions(method="greedy", max_length=MOST_STEPS)
    return decode(step, 1, options).hypotheses[0][0].ids


def text_of(reading: Reading) -> str:
    """What is written; with an ellipsis where it found no end."""
    return reading.text + resources.open_end(reading.target)


@dataclass(frozen=True)
class Padded:
    """How far padding that is read on moves the last state, and what is written from the right
    state and from the wrong one.
    """

    moved: float
    right: str
    wrong: str


def read_padded(kind: Kind, source: Ids, count: int) -> Padded:
    """See `analysis.recurrent.encode_with_padding`."""
    return _read_padded(models()[kind], source, count)


@by_model(computed(max_entries=64))
def _read_padded(model: Translator, source: Ids, count: int) -> Padded:
    moved, wrong = encode_with_padding(model.recurrent, source, count)
    steppers = Stepper(model.recurrent, source), wrong
    return Padded(moved, *(resources.written(model, _write(stepper)) for stepper in steppers))


@by_model(computed(max_entries=256))
def gradients(model: Translator, source: Ids, wanted: Ids) -> NDArray[np.float64]:
    """(T, S) of any model by its name, see `analysis.recurrence.source_gradients`."""
    return source_gradients(model.network, source, shift_right(wanted), wanted)


def weights(kind: Kind, part: str) -> Arrays:
    """The parameters of one part, "encoder.layer", see Translator.weights."""
    return resources.weights(models()[kind], part)
