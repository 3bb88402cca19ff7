"""Training checkpoints of a model: what each writes, its probabilities and attention weights.

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
    """Load the model as it was after `step` training steps; call only inside the gate."""
    if step == FINISHED:
        return finished
    return finished.at_step(installed.models_folder() / finished.name, step)


@dataclass(frozen=True)
class CheckpointOutput:
    """A checkpoint's greedy text, and p (T,) of given tokens and whether each is its top choice."""

    text: str
    probs: NDArray[np.float64]
    right: NDArray[np.bool_]


@by_model(computed(max_entries=1024))
def checkpoint_output(model: Translator, step: int, source: Ids, wanted: Ids) -> CheckpointOutput:
    """Run one checkpoint on a sentence. Raises Busy."""
    state = _model(model, step)
    ids = state.generate(source, (), None, OPEN_END)
    probs = state.run(source, shift_right(wanted))["probs"].astype(np.float64)
    places = np.arange(len(wanted))
    return CheckpointOutput(
        resources.display_text(state, ids),
        probs[places, list(wanted)],
        probs.argmax(axis=1) == np.array(wanted),
    )


@by_model(computed(max_entries=256))
def checkpoint_outputs(
    model: Translator, steps: tuple[int, ...], source: Ids, wanted: Ids
) -> tuple[CheckpointOutput, ...]:
    """Run each checkpoint on a sentence. Raises Busy."""
    return tuple(checkpoint_output(model, step, source, wanted) for step in steps)


@by_model(computed(max_entries=48))
def attention_weights(
    model: Translator, step: int, source: Ids, wanted: Ids
) -> Mapping[AttentionKind, NDArray[np.float16]]:
    """Return a checkpoint's teacher-forced weights (L, H, Q, S) by kind. Raises Busy."""
    state = _model(model, step)
    trace = state.run(source, shift_right(wanted))
    encoder, decoder = state.config.n_encoder_layers, state.config.n_decoder_layers
    sizes: dict[AttentionKind, int] = {"encoder": encoder, "decoder": decoder, "cross": decoder}
    names = {kind: [prefix_of(kind, layer) for layer in range(sizes[kind])] for kind in sizes}
    return {
        kind: np.stack([trace[f"{name}.weights"].astype(np.float16) for name in of_kind])
        for kind, of_kind in names.items()
    }


def checkpoint_bleu(model: str) -> DevBleu | None:
    """Return the dev BLEU of every checkpoint; None if not measured."""
    return dev_bleu(model, installed.version_of(model))


@by_model(computed(max_entries=128))
def embedding_rows(model: Translator, step: int, ids: Ids) -> Floats:
    """Return rows (N, D) of a checkpoint's embedding matrix. Raises Busy."""
    return _model(model, step).matrix[list(ids)]
