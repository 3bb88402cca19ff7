"""Memoised numbers of the layers page, computed once per sentence.

Keys are the model, its version and ids; the trace is an unhashed argument.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.feed_forward import feed_forward, singular_values
from explainer.analysis.gradients import DepthGradients, fresh_gradients
from explainer.analysis.interventions import Intervention
from explainer.analysis.textbook import sinusoids, textbook_decoder
from explainer.runs import registry, resources
from explainer.runs.computed import by_model, computed

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator

PARTS = (
    "encoder",
    "decoder",
    "encoder_norm",
    "decoder_norm",
    "encoder_embedding",
    "decoder_embedding",
    "untied",
)
# What is taken out of the decoder, one after the other.
REMOVED: Mapping[str, tuple[Intervention, ...]] = {
    "cross": (Intervention("attention", "cross"),),
    "ffn": (Intervention("ffn", "decoder"),),
    "residual": (Intervention("residual", "decoder"),),
}


def matrix(model: str) -> NDArray[np.float32]:
    """Return the shared embedding matrix, (V, D)."""
    return registry.model_of(model).matrix


def counts(model: str) -> dict[str, int]:
    """Count each parameter of a model, by its full name."""
    sizes = {"matrix": matrix(model).size}
    bias = registry.model_of(model).output[1]
    if bias is not None:
        sizes["output_bias"] = bias.size
    for part in PARTS:
        with suppress(KeyError):  # not every model has every part
            arrays = resources.weights(model, part)
            sizes |= {f"{part}.{name}": array.size for name, array in arrays.items()}
    return sizes


def jacobian_values(
    translation: Translation, stack: str, layer: int, position: int, vector: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return singular values of dF/dx and I + dF/dx of a feed-forward network at a position."""
    ids = (translation.source.ids, translation.fed, stack, layer, position)
    return _stretch(translation.model, ids, vector)


@by_model(computed(max_entries=256))
def _stretch(
    model: Translator, where: tuple[Any, ...], _vector: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    part = feed_forward(model.weights(where[2]), where[3], model.config.activation)
    return singular_values(part.jacobian(_vector))


@computed(max_entries=32)
def fresh(norm: Any, depth: int, with_residuals: bool) -> DepthGradients:
    """Return gradients of small untrained models, the same for every user."""
    return fresh_gradients(norm, depth, with_residuals)


def textbook(translation: Translation, card: Mapping[str, Any]) -> str:
    """Return the output of the textbook's decoder with this model's weights."""
    sizes = card["model"]
    return _textbook(
        translation.model,
        translation.source.ids,
        sizes["n_decoder_layers"],
        sizes["n_heads"],
        translation.trace["memory"],
    )


@by_model(computed(max_entries=64))
def _textbook(
    model: Translator,
    source: tuple[int, ...],
    n_layers: int,
    n_heads: int,
    _memory: NDArray[np.float32],
) -> str:
    try:
        learned = model.weights("decoder_embedding")["words.table"]
        positions = learned[: resources.BROKEN_STEPS]
    except KeyError:
        positions = sinusoids(resources.BROKEN_STEPS, _memory.shape[-1])
    decoder, embedding = model.weights("decoder"), model.matrix
    with suppress(KeyError):
        embedding = model.weights("untied")["target"]
    ids = textbook_decoder(decoder, embedding, model.output, _memory, positions, n_layers, n_heads)
    return model.tokenizer.decode(ids) + resources.ellipsis_unless_finished(ids)
