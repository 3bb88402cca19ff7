"""Traces of some translations as one .npz file, and its schema."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from explainer.model.config import ModelConfig
from explainer.model.names import trace_names
from explainer.model.rnn import RecurrentConfig
from explainer.model.rnn import names as recurrent_names
from explainer.model.rnn.config import Kind
from explainer.translation import Translation

VERSION = 1
SCHEMA = """\
Traces of translations, version 1. Open with numpy.load(file, allow_pickle=False).

schema      this text, a string of shape ()
meta        JSON, a string of shape (): {"version": 1, "axes": {letter: meaning},
            "translations": [one object for each translation, in order]} with, in each:
              model, options           the model's name and the settings of the search
              source, translation      texts: the sentence as cleaned, the output
              source_pieces            S strings, EOS last
              fed_pieces               T strings the decoder read, BOS first
              predicted_pieces         T strings it wrote: position t follows fed position t
              score, log_prob          of the output: by the length penalty, and the plain sum
              axes                     {tensor name: letters}, for example "HTS"
I/source_ids, I/fed_ids, I/predicted_ids
            piece ids of translation I = 0, 1, ... (order of meta), int64: (S,), (T,), (T,)
I/NAME      a tensor of the forward pass over that output, all positions at once, float32 (masks
            bool: True = may look); its axes stand in meta. Names are those of
            explainer/model/names.py: encoder.embed, encoder.0.self_attn.weights, memory,
            decoder.1.cross_attn.weights, logits, log_probs, probs, ...
            Of a recurrent model they are those of explainer/model/rnn/names.py:
            encoder.forward.state, memory, decoder.state, ..., and decoder.weights where it has
            attention.
Axes: S source tokens, T target tokens, D d_model (of a recurrent model the embedding), H heads,
E width of a head, F width of the feed-forward layer, V vocabulary; N units of a recurrent cell,
M width of an encoder state, A inside of additive attention. Of weights and scores the last two
axes are query, key.
Logs are natural; probabilities are over the whole vocabulary.
"""
AXES = {
    "S": "source tokens",
    "T": "target tokens",
    "D": "d_model",
    "H": "heads",
    "E": "d_head",
    "F": "d_ff",
    "V": "vocabulary",
    "N": "units of a recurrent cell",
    "M": "width of an encoder state",
    "A": "inside of additive attention",
}


def traces_npz(translations: Sequence[Translation]) -> bytes:
    """Every tensor of some traced translations; what is in the file says SCHEMA, which is in it.

    Raises ValueError for a translation made without a trace.
    """
    arrays: dict[str, Any] = {"schema": np.array(SCHEMA)}
    described = []
    for place, translation in enumerate(translations):
        if not translation.trace:
            raise ValueError(f"translation {place} was made without a trace")
        arrays[f"{place}/source_ids"] = np.array(translation.source.ids, dtype=np.int64)
        arrays[f"{place}/fed_ids"] = np.array(translation.fed, dtype=np.int64)
        arrays[f"{place}/predicted_ids"] = np.array(translation.predicted, dtype=np.int64)
        arrays |= {f"{place}/{name}": array for name, array in translation.trace.items()}
        described.append(described_as(translation))
    meta = {"version": VERSION, "axes": AXES, "translations": described}
    arrays["meta"] = np.array(json.dumps(meta, ensure_ascii=False))
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def described_as(translation: Translation) -> dict[str, object]:
    """What `meta` says about one translation."""
    best = translation.hypotheses[0]
    return {
        "model": translation.model,
        "options": asdict(translation.options),
        "source": translation.source.text,
        "translation": translation.text,
        "source_pieces": translation.source.pieces,
        "fed_pieces": translation.fed_pieces,
        "predicted_pieces": translation.predicted_pieces,
        "score": best.score,
        "log_prob": best.total,
        "axes": axes_of(translation.trace),
    }


def axes_of(trace: Mapping[str, NDArray[np.generic]]) -> dict[str, str]:
    """Letters of every tensor's axes without the batch; a trace shows the sizes of its model."""
    if "encoder.0.self_attn.weights" not in trace:
        return next(axes for axes in _recurrent_axes() if axes.keys() == trace.keys())
    config = ModelConfig(
        vocab_size=trace["logits"].shape[-1],
        d_model=trace["memory"].shape[-1],
        n_heads=trace["encoder.0.self_attn.weights"].shape[0],
        n_encoder_layers=_layers(trace, "encoder"),
        n_decoder_layers=_layers(trace, "decoder"),
    )
    named = {name.name: name.axes.removeprefix("B") for name in trace_names(config)}
    return {name: named[name] for name in trace}


@cache
def _recurrent_axes() -> list[dict[str, str]]:
    """By every kind of recurrent network; no two record the same names."""
    configs = [RecurrentConfig(vocab_size=1, kind=kind) for kind in get_args(Kind)]
    configs.append(RecurrentConfig(vocab_size=1, kind="lstm-luong", locality="local-p"))
    return [
        {name.name: name.axes.removeprefix("B") for name in recurrent_names.trace_names(config)}
        for config in configs
    ]


def _layers(trace: Mapping[str, NDArray[np.generic]], stack: str) -> int:
    count = 0
    while f"{stack}.{count}.self_attn.weights" in trace:
        count += 1
    return count
