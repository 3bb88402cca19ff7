"""Scores, weights and contexts of models with attention, recomputed in float64."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explainer.analysis.lookup import softmax
from explainer.analysis.maps import is_ordinary
from explainer.analysis.scores import AdditiveWeights, ScoreName, additive, context, dot, general
from explainer.runs import recurrent
from explainer.runs.recurrent import Reading
from explainer.translation import Translation

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class AttentionPass:
    """Attention of one model: query states `s` (T, D), source states `h` (S, C), scores (T, S).

    In a head `s` are its queries and `h` its values. A score is a sum: of v_a tanh(q_a + k_a) for
    "additive", else of q_i k_i. `q` (T, ...) and `k` (S, ...) are the factors of these terms; only
    the additive score has `v`.
    """

    name: ScoreName
    s: Floats
    h: Floats
    q: Floats
    k: Floats
    v: Floats | None
    scores: Floats
    difference: float = 0  # of weights and contexts from the recorded ones

    @property
    def weights(self) -> Floats:
        """Attention weights (T, S), the softmax of the scores."""
        return softmax(self.scores)

    @property
    def contexts(self) -> Floats:
        """Context vectors (T, C), the weighted sums of the source states."""
        return context(self.weights, self.h)


def attention_pass(reading: Reading) -> AttentionPass:
    """Recompute a recurrent model's attention; Bahdanau queries with the previous state."""
    trace = reading.trace
    h = trace["memory"].astype(np.float64)
    states = trace["decoder.state"].astype(np.float64)
    v: Floats | None = None
    name: ScoreName
    if reading.kind == "gru-bahdanau":
        s = np.vstack([trace["start_state"].astype(np.float64)[None], states[:-1]])
        parts = recurrent.weights(reading.kind, "additive")
        w, u, v = (parts[one].astype(np.float64) for one in ("query.weight", "key.weight", "v"))
        name, q, k = "additive", s @ w.T, h @ u.T
        scores = additive(s, h, AdditiveWeights(w.T, u.T, v))
    elif reading.score == "general":
        w = recurrent.weights(reading.kind, "multiplicative.query")["weight"].astype(np.float64)
        name, s, q, k = "general", states, states @ w.T, h
        scores = general(s, h, w.T)
    else:
        name, s, q, k = "dot", states, states, h
        scores = dot(s, h)
    recorded = trace["decoder.weights"], trace["decoder.context"]
    return _compared(AttentionPass(name, s, h, q, k, v, scores), recorded)


def head_pass(translation: Translation, layer: int, head: int) -> AttentionPass:
    """Recompute one head of a Transformer's cross-attention; `q` is divided by sqrt(d_k)."""
    prefix, trace = f"decoder.{layer}.cross_attn", translation.trace
    q, k, v = (trace[f"{prefix}.{name}"][head].astype(np.float64) for name in "qkv")
    asked = q / math.sqrt(q.shape[-1])
    found = AttentionPass("head", q, v, asked, k, None, dot(asked, k))
    recorded = trace[f"{prefix}.weights"][head], trace[f"{prefix}.heads"][head]
    return _compared(found, recorded)


def _compared(found: AttentionPass, recorded: tuple[Any, Any]) -> AttentionPass:
    """Add the largest difference of weights and contexts from the `recorded` ones."""
    pairs = zip((found.weights, found.contexts), recorded, strict=True)
    return replace(found, difference=max(float(np.abs(ours - its).max()) for ours, its in pairs))


def telling_step(weights: Floats, tokens: Sequence[str]) -> int:
    """Return the step that deviates most from source order; punctuation and EOS excluded."""
    inner = weights[:-1, :-1]
    if not inner.size:
        return 0
    order = np.arange(len(inner)) * (inner.shape[1] - 1) / max(1, len(inner) - 1)
    far = np.abs(inner.argmax(axis=1) - order) * inner.max(axis=1)
    words = [is_ordinary(token) for token in tokens[:-1]]
    return int(np.where(words, far, -1.0).argmax())
