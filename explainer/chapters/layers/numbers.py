"""What the page of the layers computes once for a sentence: the same at every later click.

Keys are the model, its version and ids; the trace they stand for is handed over unhashed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.dropped_parts import Lost, leave_out
from explainer.analysis.feed_forward import feed_forward, singular_values
from explainer.analysis.gradients import DepthGradients, fresh_gradients, weight_gradients
from explainer.analysis.interventions import Intervention
from explainer.analysis.logit_lens import Lens, lens, through_final_norm
from explainer.analysis.normalisation import layer_norm
from explainer.analysis.rerun import trace_padded
from explainer.analysis.residual import stream
from explainer.analysis.textbook import sinusoids, textbook_decoder
from explainer.data.samples import samples
from explainer.decoding.options import DecodeOptions
from explainer.engine import InputError
from explainer.runs import registry, resources
from explainer.runs.batches import NO_SAMPLES
from explainer.runs.computed import by_model, computed
from explainer.runs.resources import Ids
from explainer.tokenizer import BOS

if TYPE_CHECKING:
    from explainer.engine import Translation, Translator
    from explainer.frame.view import View

SAMPLES = 8  # sentences: enough that no single one decides, and soon computed
PARTS = (
    "encoder",
    "decoder",
    "encoder_norm",
    "decoder_norm",
    "encoder_embedding",
    "decoder_embedding",
)
# What is taken out of the decoder, one after the other.
REMOVED: Mapping[str, tuple[Intervention, ...]] = {
    "cross": (Intervention("attention", "cross"),),
    "ffn": (Intervention("ffn", "decoder"),),
    "residual": (Intervention("residual", "decoder"),),
}


def matrix(model: str) -> NDArray[np.float32]:
    """The shared embedding matrix, (V, D)."""
    return registry.model_of(model).matrix


def counts(model: str) -> dict[str, int]:
    """How many numbers each parameter of a model holds, by its full name."""
    sizes = {"matrix": matrix(model).size}
    for part in PARTS:
        with suppress(KeyError):  # not every model has every part
            arrays = resources.weights(model, part)
            sizes |= {f"{part}.{name}": array.size for name, array in arrays.items()}
    return sizes


def lens_of(view: View, finely: bool) -> Lens:
    """The logit lens after every layer of the decoder, or after every sub-layer."""
    translation = view.translation
    ids = (translation.source.ids, translation.predicted)
    return _lens(translation.model, ids, finely, view, translation)


@by_model(computed(max_entries=64))
def _lens(
    model: Translator, ids: Any, finely: bool, _view: View, _translation: Translation
) -> Lens:
    norm = _view.card["model"]["norm"]
    states = stream(_translation.trace, "decoder", norm)
    chosen = range(len(states.places)) if finely else states.layer_ends()
    rows = states.states[list(chosen)].astype(np.float32)
    if norm == "pre":
        last = model.weights("decoder_norm")
        rows = through_final_norm(rows, last["weight"], last["bias"])
    return lens(rows, model.matrix, _translation.predicted)


def other_end(view: View) -> NDArray[np.float32]:
    """The decoder's last vectors with a norm too many (post-norm) or too few (pre-norm), (T, D).

    torch.nn.Transformer puts a fresh LayerNorm behind a post-norm stack, which the paper has not.
    """
    translation = view.translation
    norm = view.card["model"]["norm"]
    state = stream(translation.trace, "decoder", norm).states[-1].astype(np.float32)
    if norm == "pre":
        return state
    width = state.shape[-1]
    return layer_norm(state, np.ones(width), np.zeros(width)).out.astype(np.float32)


def stretch(
    translation: Translation, stack: str, layer: int, position: int, vector: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Singular values of dF/dx and I + dF/dx of a feed-forward part at one position."""
    ids = (translation.source.ids, translation.fed, stack, layer, position)
    return _stretch(translation.model, ids, vector)


@by_model(computed(max_entries=256))
def _stretch(
    model: Translator, where: tuple[Any, ...], _vector: NDArray[np.floating]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    part = feed_forward(model.weights(where[2]), where[3])
    return singular_values(part.jacobian(_vector))


@computed(max_entries=32)
def fresh(norm: Any, depth: int, with_residuals: bool) -> DepthGradients:
    """Gradients of small untrained models; the same for every reader."""
    return fresh_gradients(norm, depth, with_residuals)


@computed(max_entries=16)
def fresh_weights(norm: Any, depth: int) -> NDArray[np.float64]:
    """|d loss / d W_2| by layer of small untrained models."""
    return weight_gradients(norm, depth)


def dropped(view: View) -> Lost:
    """Sub-layers left out of this sentence's run, one by one and two by two."""
    translation = view.translation
    return _dropped(translation.model, translation.source.ids, translation.predicted)


@by_model(computed(max_entries=64))
def _dropped(model: Translator, source: Ids, target: Ids) -> Lost:
    return leave_out(model.model, source, target)


def dropped_usually(view: View) -> tuple[NDArray[np.float64], int]:
    """What each sub-layer alone costs on sample sentences that the model translated by itself
    (greedy search), in nats a token, (N,), and how many sentences they were.
    """
    name = view.translation.model
    sources = _sample_ids(view)[:SAMPLES]
    rows = tuple((ids, resources.greedy_output(name, ids)[0]) for ids in sources)
    return _dropped_usually(name, rows), len(rows)


def _sample_ids(view: View) -> list[Ids]:
    """All sample sentences of the model's source language."""
    model = registry.model_of(view.translation.model)
    texts = [one.text for one in samples(view.card["source"]) or samples(NO_SAMPLES)]
    return [model.tokenizer.encode(text).ids for text in texts]


@by_model(computed(max_entries=8))
def _dropped_usually(model: Translator, rows: tuple[tuple[Ids, Ids], ...]) -> NDArray[np.float64]:
    losses = [leave_out(model.model, source, target, two=False) for source, target in rows]
    total: NDArray[np.float64] = np.sum([one.one for one in losses], axis=0)
    return total / sum(one.pieces for one in losses)


def sample_states(view: View, stack: str, name: str) -> tuple[NDArray[np.float32], list[int]]:
    """What is traced under `name` for all sample sentences in one padded batch, (B, P, D), and
    their lengths. The decoder is fed what the model itself writes (greedy search).
    """
    model, sources = view.translation.model, _sample_ids(view)
    fed: list[Ids] = [(BOS,)] * len(sources)
    if stack == "decoder":
        fed = [(BOS, *resources.greedy_output(model, ids)[0][:-1]) for ids in sources]
    rows = tuple(zip(sources, fed, strict=True))
    states = _sample_states(model, rows, name)
    return states, [len(row) for row in (sources if stack == "encoder" else fed)]


@by_model(computed(max_entries=8))
def _sample_states(
    model: Translator, rows: tuple[tuple[Ids, Ids], ...], name: str
) -> NDArray[np.float32]:
    states = trace_padded(model.model, rows, name)
    states.setflags(write=False)
    return states


def textbook(translation: Translation, card: Mapping[str, Any]) -> str:
    """What the textbook's decoder writes with this model's weights."""
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
    decoder = model.weights("decoder")
    ids = textbook_decoder(decoder, model.matrix, _memory, positions, n_layers, n_heads)
    return model.tokenizer.decode(ids) + resources.open_end(ids)


def twin(view: View) -> tuple[str, Translation] | None:
    """An installed model of the same languages whose norms stand in the other place, and its
    translation of the same sentence; None when there is none.
    """
    translation = view.translation
    own = view.card
    for name, entry in registry.usable().items():
        card = entry.card
        same = (card["source"], card["target"]) == (own["source"], own["target"])
        norm = card.get("model", {}).get("norm", own["model"]["norm"])
        if not same or norm == own["model"]["norm"] or registry.problem(entry):
            continue
        request = resources.Request(name, translation.source.text, DecodeOptions(method="greedy"))
        with suppress(InputError):
            return name, resources.translate(request)
    return None
