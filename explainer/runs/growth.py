"""The kept states of a model's training: what each writes, how sure it is, where it looks.

Weights of a state are read when they are asked for and are not kept: a page asks for all states in
turn, and would find none of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from explainer import installed
from explainer.data.growth import DevBleu, dev_bleu
from explainer.runs import resources
from explainer.runs.computed import by_model, computed
from explainer.runs.forced import shift_right
from explainer.runs.resources import Ids
from explainer.translation import AttentionKind, prefix_of

if TYPE_CHECKING:
    from explainer.engine import Translator

OPEN_END: Final = 24  # tokens after which a translation without an end is cut
FINISHED: Final = -1  # the step of the finished model

Floats = NDArray[np.float32]


def _model(finished: Translator, step: int) -> Translator:
    """The model as it was after `step` steps; only from inside the gate."""
    if step == FINISHED:
        return finished
    return finished.at_step(installed.models_folder() / finished.name, step)


@dataclass(frozen=True)
class Line:
    """What a state writes greedily, and what it thinks of given tokens, teacher-forced: `probs`
    (T,) of the tokens themselves, `right` (T,) whether each is its first choice.
    """

    text: str
    probs: NDArray[np.float64]
    right: NDArray[np.bool_]


@by_model(computed(max_entries=1024))
def line(model: Translator, step: int, source: Ids, wanted: Ids) -> Line:
    """Raises Busy."""
    state = _model(model, step)
    ids = state.generate(source, (), None, OPEN_END)
    probs = state.run(source, shift_right(wanted))["probs"].astype(np.float64)
    places = np.arange(len(wanted))
    return Line(
        resources.written(state, ids),
        probs[places, list(wanted)],
        probs.argmax(axis=1) == np.array(wanted),
    )


@by_model(computed(max_entries=256))
def lines(model: Translator, steps: tuple[int, ...], source: Ids, wanted: Ids) -> tuple[Line, ...]:
    """That of each state. Raises Busy."""
    return tuple(line(model, step, source, wanted) for step in steps)


@by_model(computed(max_entries=48))
def weights(
    model: Translator, step: int, source: Ids, wanted: Ids
) -> Mapping[AttentionKind, NDArray[np.float16]]:
    """By kind the weights (L, H, Q, S) of a teacher-forced pass over `wanted`. Raises Busy."""
    state = _model(model, step)
    trace = state.run(source, shift_right(wanted))
    encoder, decoder = state.config.n_encoder_layers, state.config.n_decoder_layers
    sizes: dict[AttentionKind, int] = {"encoder": encoder, "decoder": decoder, "cross": decoder}
    names = {kind: [prefix_of(kind, layer) for layer in range(sizes[kind])] for kind in sizes}
    return {
        kind: np.stack([trace[f"{name}.weights"].astype(np.float16) for name in of_kind])
        for kind, of_kind in names.items()
    }


def bleu(model: str) -> DevBleu | None:
    """BLEU of every state on the development set; None where unknown."""
    return dev_bleu(model, installed.version_of(model))


@by_model(computed(max_entries=128))
def embeddings(model: Translator, step: int, ids: Ids) -> Floats:
    """Rows of the embedding matrix of a state, (N, D). Raises Busy."""
    return _model(model, step).matrix[list(ids)]
