"""Traces of some translations as one .npz file, and its schema."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.model.config import ModelConfig
from explainer.model.names import trace_names
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
N/source_ids, N/fed_ids, N/predicted_ids
            piece ids of translation N = 0, 1, ... (order of meta), int64: (S,), (T,), (T,)
N/NAME      a tensor of the forward pass over that output, all positions at once, float32 (masks
            bool: True = may look); its axes stand in meta. Names are those of
            explainer/model/names.py: encoder.embed, encoder.0.self_attn.weights, memory,
            decoder.1.cross_attn.weights, logits, log_probs, probs, ...
Axes: S source pieces, T target pieces, D d_model, H heads, E width of a head, F width of the
feed-forward layer, V vocabulary. Of weights and scores the last two axes are query, key.
Logs are natural; probabilities are over the whole vocabulary.
"""
AXES = {
    "S": "source pieces",
    "T": "target pieces",
    "D": "d_model",
    "H": "heads",
    "E": "d_head",
    "F": "d_ff",
    "V": "vocabulary",
}


def traces_npz(translations: Sequence[Translation]) -> bytes:
    """Every tensor of some traced translations; what is in the file says SCHEMA, which is in it.

    Raises ValueError for a translation made without a trace.
    """
    arrays: dict[str, Any] = {"schema": np.array(SCHEMA)}
    described = []
    for place, found in enumerate(translations):
        if not found.trace:
            raise ValueError(f"translation {place} was made without a trace")
        arrays[f"{place}/source_ids"] = np.array(found.source.ids, dtype=np.int64)
        arrays[f"{place}/fed_ids"] = np.array(found.fed, dtype=np.int64)
        arrays[f"{place}/predicted_ids"] = np.array(found.predicted, dtype=np.int64)
        arrays |= {f"{place}/{name}": array for name, array in found.trace.items()}
        described.append(described_as(found))
    meta = {"version": VERSION, "axes": AXES, "translations": described}
    arrays["meta"] = np.array(json.dumps(meta, ensure_ascii=False))
    out = io.BytesIO()
    np.savez_compressed(out, **arrays)
    return out.getvalue()


def described_as(found: Translation) -> dict[str, object]:
    """What `meta` says about one translation."""
    best = found.hypotheses[0]
    return {
        "model": found.model,
        "options": asdict(found.options),
        "source": found.source.text,
        "translation": found.text,
        "source_pieces": found.source.pieces,
        "fed_pieces": found.fed_pieces,
        "predicted_pieces": found.predicted_pieces,
        "score": best.score,
        "log_prob": best.total,
        "axes": axes_of(found.trace),
    }


def axes_of(trace: Mapping[str, NDArray[np.generic]]) -> dict[str, str]:
    """Letters of every tensor's axes without the batch; a trace shows the sizes of its model."""
    config = ModelConfig(
        vocab_size=trace["logits"].shape[-1],
        d_model=trace["memory"].shape[-1],
        n_heads=trace["encoder.0.self_attn.weights"].shape[0],
        n_encoder_layers=_layers(trace, "encoder"),
        n_decoder_layers=_layers(trace, "decoder"),
    )
    named = {name.name: name.axes.removeprefix("B") for name in trace_names(config)}
    return {name: named[name] for name in trace}


def _layers(trace: Mapping[str, NDArray[np.generic]], stack: str) -> int:
    found = 0
    while f"{stack}.{found}.self_attn.weights" in trace:
        found += 1
    return found
