"""Packs one translation for the drawing: pieces, all attention weights, vectors, candidates.

Weights travel as 16-bit integers (weight * 65535, rounded) in base64: at 9 x 10 pieces, 3 layers
and 8 heads the whole payload is about 20 KB. Nothing here knows Streamlit.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.tokenizer.tokenizer import SPECIALS, UNK
from explainer.translation import Translation

MEAN: Final = -1  # the head id that stands for the mean of all heads
FULL_SIDE: Final = 27  # up to so many pieces a side, every head is sent
PAIR_SIDE: Final = 48  # up to here the mean and the chosen head, beyond the chosen one alone
SHADES: Final = 8  # numbers shown of each vector
TOP: Final = 5  # candidates listed at each step
UINT16_MAX: Final = 65535
INT8_MAX: Final = 127
OUTCOME: Final = ("top", "rest", "chosen", "ranks", "vocabulary")  # what the model found probable

FloatArray = NDArray[np.floating[Any]]


def flow_payload(
    translation: Translation, *, layer: int, head: int, step: int, probabilities: bool = True
) -> dict[str, Any]:
    """What the drawing shows, as JSON-ready values.

    `layer` and `step` count from 0, `head` from 0 with -1 for the mean of the heads; raises
    ValueError where the translation has no such layer, head or step. Without `probabilities`
    neither they nor ranks nor other candidates travel. With S source tokens, T
    steps, N heads sent (see `heads_sent`) and L layers, the arrays in base64 are

    - "encoder": uint16 (L_encoder, N, S, S), "cross": uint16 (L_decoder, N, T, S), weight * 65535;
    - "decoder": uint16 (L_decoder, N, T (T + 1) / 2), the lower triangle row by row: the causal
      mask makes the rest exactly 0;
    - "vectors": int8 (L_encoder + 1, S, 8) and (2 L_decoder + 1, T, 8), value * 127 / "scale".
    """
    encoder = translation.attention("encoder")
    decoder = translation.attention("decoder")
    cross = translation.attention("cross")
    layers, heads, steps, sources = cross.shape
    _check("layer", layer, 0, layers)
    _check("head", head, MEAN, heads)
    _check("step", step, 0, steps)
    sent = heads_sent(sources, steps, heads, head)
    lower = np.tril_indices(steps)
    return {
        "source": [
            SPECIALS[UNK] if i == UNK else piece
            for i, piece in zip(translation.source.ids, translation.source.pieces, strict=True)
        ],
        "fed": list(translation.fed_pieces),
        "predicted": list(translation.predicted_pieces),
        "layers": {"encoder": int(encoder.shape[0]), "decoder": int(layers)},
        "heads": int(heads),
        "sent": list(sent),
        "encoder": _pack_weights(_select(encoder, sent)),
        "decoder": _pack_weights(_select(decoder, sent)[..., lower[0], lower[1]]),
        "cross": _pack_weights(_select(cross, sent)),
        "vectors": _vectors(translation.trace, int(encoder.shape[0]), int(layers)),
        **(_candidates(translation) if probabilities else {}),
        "view": {"step": step, "layer": layer, "head": head},
    }


def without_weights(payload: Mapping[str, Any], choices: Sequence[str]) -> dict[str, Any]:
    """Up to the step that is shown: tokens and boxes, neither weights nor vectors, and of the token
    that is about to be written nothing but the `choices` a learner has.
    """
    step, layers, sent = payload["view"]["step"], payload["layers"], len(payload["sent"])
    sources, steps = len(payload["source"]), step + 1
    pairs = {
        "encoder": layers["encoder"] * sources * sources,
        "decoder": layers["decoder"] * steps * (steps + 1) // 2,
        "cross": layers["decoder"] * steps * sources,
    }
    vectors = {
        "encoder": bytes((layers["encoder"] + 1) * sources * SHADES),
        "decoder": bytes((2 * layers["decoder"] + 1) * steps * SHADES),
    }
    return {
        **{name: value for name, value in payload.items() if name not in OUTCOME},
        "fed": payload["fed"][:steps],
        "predicted": [*payload["predicted"][:step], "?"],
        "choices": list(choices),
        **{name: _pack_weights(np.zeros(count * sent)) for name, count in pairs.items()},
        "vectors": {
            **{name: base64.b64encode(part).decode("ascii") for name, part in vectors.items()},
            "scale": 1.0,
            "width": payload["vectors"]["width"],
        },
    }


def heads_sent(sources: int, steps: int, heads: int, head: int) -> tuple[int, ...]:
    """Which heads travel: all of a short sentence, of a long one the mean and the chosen head."""
    longest = max(sources, steps)
    if longest <= FULL_SIDE:
        return tuple(range(heads))
    if longest <= PAIR_SIDE and head != MEAN:
        return (MEAN, head)
    return (head,)


def vector_width(translation: Translation) -> int:
    """d_model: of how many numbers the drawing shows 8."""
    return int(translation.trace["memory"].shape[-1])


def vector_scale(payload: Mapping[str, Any]) -> float:
    """The absolute value that the darkest shade of the vector tiles stands for."""
    return float(payload["vectors"]["scale"])


def _check(name: str, value: int, low: int, end: int) -> None:
    if not low <= value < end:
        raise ValueError(f"{name} must be {low}..{end - 1}, got {value}")


def _select(weights: FloatArray, sent: tuple[int, ...]) -> FloatArray:
    """(L, H, Q, K) to (L, N, Q, K): the heads of `sent`, -1 being the mean over all."""
    planes = [weights.mean(axis=1) if head == MEAN else weights[:, head] for head in sent]
    return np.stack(planes, axis=1)


def _pack_weights(weights: FloatArray) -> str:
    scaled = np.rint(np.clip(weights, 0.0, 1.0) * UINT16_MAX)
    return base64.b64encode(scaled.astype("<u2").tobytes()).decode("ascii")


def _vectors(trace: Mapping[str, FloatArray], encoder_layers: int, layers: int) -> dict[str, Any]:
    """8 evenly spaced numbers of each vector the tiles stand for, on one common scale."""
    # The last encoder tile is the memory itself: it differs from add2 where a final norm follows.
    encoder = [trace["encoder.embed"]]
    encoder += [_residual(trace, f"encoder.{layer}.add2") for layer in range(encoder_layers - 1)]
    encoder.append(trace["memory"])
    decoder = [trace["decoder.embed"]]
    for layer in range(layers):
        decoder.append(_residual(trace, f"decoder.{layer}.add1"))
        decoder.append(_residual(trace, f"decoder.{layer}.add2"))
    width = encoder[0].shape[-1]
    shown = np.linspace(0, width - 1, SHADES).round().astype(int)
    pair = [np.stack(stages)[..., shown] for stages in (encoder, decoder)]
    scale = max(float(np.abs(values).max()) for values in pair) or 1.0
    packed = [np.rint(values * (INT8_MAX / scale)).astype(np.int8).tobytes() for values in pair]
    names = ("encoder", "decoder")
    texts = {
        name: base64.b64encode(part).decode("ascii")
        for name, part in zip(names, packed, strict=True)
    }
    return {**texts, "scale": scale, "width": int(width)}


def _residual(trace: Mapping[str, FloatArray], name: str) -> FloatArray:
    """What a sublayer hands on: its norm after the paper, its sum in the pre-norm variant."""
    normed = trace.get(f"{name}.norm")
    return trace[f"{name}.sum"] if normed is None else normed


def _candidates(translation: Translation) -> dict[str, Any]:
    """The most probable pieces of each step, the chosen one, and what is left for all others."""
    shares = [
        [_round_probability(probability) for probability in row[:TOP]]
        for row in translation.top_probs
    ]
    top = [
        [list(pair) for pair in zip(pieces[:TOP], listed, strict=True)]
        for pieces, listed in zip(translation.top_pieces, shares, strict=True)
    ]
    chosen = [_round_probability(probability) for probability in translation.predicted_probs]
    ranks = [int(rank) for rank in translation.predicted_ranks]
    rest = []
    for listed, probability, rank in zip(shares, chosen, ranks, strict=True):
        below = probability if rank > len(listed) else 0.0
        rest.append(_round_probability(max(0.0, 1.0 - sum(listed) - below)))
    return {
        "top": top,
        "rest": rest,
        "chosen": chosen,
        "ranks": ranks,
        "vocabulary": int(translation.n_vocab),
    }


def _round_probability(probability: float) -> float:
    return round(float(probability), 6)
