"""A term's value in a model and in one sentence, as LaTeX."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from explainer.frame.symbols import SYMBOLS
from explainer.tokenizer import BOS, EOS, PAD, UNK
from explainer.translation import AttentionKind, Translation, prefix_of

Card = Mapping[str, Any]  # config.json of a model

PLAIN: Final = {  # signs of LaTeX in values, as text
    **{"{,}": ",", r"\times": "×", r"\cdot": "·", r"\ldots": "…", r"\to": "→", r"\;": " "},
    "-": "\u2212",
}
SHOWN: Final = 3  # numbers of a vector
D_MODEL: Final = SYMBOLS["d_model"]


def model_value(id: str, card: Card) -> str:
    """Return a term's value that depends on the model only; "" if it has none."""
    told = _OF_MODEL.get(id)
    try:
        return told(card) if told else ""
    except KeyError:  # a model of somebody's own, whose card says less
        return ""


def sentence_value(id: str, translation: Translation) -> str:
    """Return a term's value in this translation; "" if it has none."""
    told = _OF_SENTENCE.get(id)
    return told(translation) if told else ""


def plain(value: str) -> str:
    """Return the last number of a value in LaTeX as text."""
    last = value.rpartition(" = ")[2] if r"\;" not in value else value
    for sign, written in PLAIN.items():
        last = last.replace(sign, written)
    return last


def grouped(number: int) -> str:
    """Format with thousands separators."""
    return f"{number:,}".replace(",", "{,}")


def _d_k(card: Card) -> int:
    return int(card["model"]["d_model"] // card["model"]["n_heads"])


def _size(symbol: str, name: str) -> Callable[[Card], str]:
    return lambda card: f"{SYMBOLS[symbol]} = {grouped(card['model'][name])}"


def _token_id(number: int) -> Callable[[Card], str]:
    return lambda _: rf"\text{{ID}} = {number}"


def _head(card: Card) -> str:
    return f"d_k = {_d_k(card)}"


def _table(card: Card) -> str:
    rows, columns = card["model"]["vocab_size"], card["model"]["d_model"]
    return rf"V \cdot {D_MODEL} = {grouped(rows)} \cdot {columns} = {grouped(rows * columns)}"


def _heads(card: Card) -> str:
    heads, width = card["model"]["n_heads"], card["model"]["d_model"]
    return rf"H \cdot d_k = {heads} \cdot {_d_k(card)} = {width}"


def _scaling(card: Card) -> str:
    d_k = _d_k(card)
    return rf"\frac{{1}}{{\sqrt{{{d_k}}}}} = {1 / math.sqrt(d_k):.3f}"


_OF_MODEL: Final[Mapping[str, Callable[[Card], str]]] = {
    "vocabulary": _size("V", "vocab_size"),
    "pad": _token_id(PAD),
    "unk": _token_id(UNK),
    "bos": _token_id(BOS),
    "eos": _token_id(EOS),
    "embedding": _table,
    "tying": _table,
    "d_model": _size("d_model", "d_model"),
    "query": _head,
    "key": _head,
    "value": _head,
    "scaling": _scaling,
    "head": _size("H", "n_heads"),
    "multi_head": _heads,
    "encoder": _size("N", "n_encoder_layers"),
    "decoder": _size("N", "n_decoder_layers"),
    "layer": _size("N", "n_encoder_layers"),
    "ffn": _size("d_ff", "d_ff"),
    "dropout": lambda card: f"p = {card['model']['dropout']:g}",
    "parameter": lambda card: grouped(card["parameters"]),
    "loss": lambda card: rf"L_{{\text{{dev}}}} = {card['dev']['loss']:.2f}",
    "perplexity": lambda card: f"e^{{{card['dev']['loss']:.4f}}} = {card['dev']['perplexity']:.2f}",
    "bleu": lambda card: f"{card['test']['beam']['bleu']:.1f}",
    "chrf": lambda card: f"{card['test']['beam']['chrf']:.1f}",
}


def _lengths(translation: Translation) -> str:
    sources, steps = len(translation.source.ids), len(translation.predicted)
    return rf"S = {sources},\; T = {steps}"


def _memory(translation: Translation) -> str:
    rows, columns = translation.trace["memory"].shape
    return rf"S \times {D_MODEL} = {rows} \times {columns}"


def _maps(kind: AttentionKind, rows: str, keys: str) -> Callable[[Translation], str]:
    def told(translation: Translation) -> str:
        shape = r" \times ".join(map(str, translation.attention(kind).shape))
        return rf"N \times H \times {rows} \times {keys} = {shape}"

    return told


def _widest(translation: Translation) -> str:
    """Return the largest cross-attention weight of the first step as LaTeX."""
    weights = translation.attention("cross")[-1].mean(axis=0)[0]
    return rf"\max_k w_{{1k}} = {weights.max():.2f}"


def _vector(symbol: str, values: NDArray[np.floating]) -> str:
    """Return the first numbers of a vector as LaTeX."""
    return rf"{symbol} = [{', '.join(f'{value:z.2f}' for value in values[:SHOWN])}, \ldots]"


def _of_head(
    name: str, told: Callable[[NDArray[np.floating]], str]
) -> Callable[[Translation], str]:
    """Return what is told of a tensor of the last cross-attention's first head."""

    def found(translation: Translation) -> str:
        layer = len(translation.attention("cross")) - 1
        return told(translation.trace[f"{prefix_of('cross', layer)}.{name}"][0])

    return found


def _hidden(translation: Translation) -> str:
    allowed = translation.mask("decoder")
    steps = len(allowed)
    return rf"\tfrac{{T(T-1)}}{{2}} = \tfrac{{{steps} \cdot {steps - 1}}}{{2}} = {(~allowed).sum()}"


def _entropy(translation: Translation) -> str:
    probs = translation.trace["probs"][0].astype(np.float64)
    return rf"-\sum_i p_i \log p_i = {-(probs * np.log(probs)).sum():.2f}"


def _spread(translation: Translation) -> str:
    before, after = (translation.trace[f"encoder.0.add1.{name}"][0] for name in ("sum", "norm"))
    return rf"\sigma = {before.std():.2f} \to {after.std():.2f}"


def _first(translation: Translation) -> float:
    return float(translation.predicted_probs[0])


_OF_A_HEAD: Final[Mapping[str, Callable[[Translation], str]]] = {
    "query": _of_head("q", lambda q: _vector("q_1", q[0])),
    "key": _of_head("k", lambda k: _vector("k_1", k[0])),
    "value": _of_head("v", lambda v: _vector("v_1", v[0])),
    "score": _of_head("scores", lambda scores: rf"\max_k s_{{1k}} = {scores[0].max():.2f}"),
    "context_vector": _of_head("heads", lambda heads: _vector("c_1", heads[0])),
    "softmax": _of_head("weights", lambda weights: rf"\sum_k w_{{1k}} = {weights[0].sum():.2f}"),
}
OF_A_HEAD: Final = frozenset(_OF_A_HEAD)
_OF_SENTENCE: Final[Mapping[str, Callable[[Translation], str]]] = {
    **_OF_A_HEAD,
    "token": _lengths,
    "id": lambda one: rf"\text{{ID}}_1 = {one.source.ids[0]}",
    "positional_encoding": lambda one: _vector("PE_2", one.trace["encoder.positions"][1]),
    "weight": _widest,
    "self_attention": _maps("encoder", "S", "S"),
    "cross_attention": _maps("cross", "T", "S"),
    "causal_mask": _hidden,
    "memory": _memory,
    "layer_norm": _spread,
    "logit": lambda one: rf"\max_i z_{{1i}} = {one.trace['logits'][0].max():.2f}",
    "probability": lambda one: rf"p(y_1 \mid x) = {_first(one):.2f}",
    "log_probability": lambda one: rf"\log p(y_1 \mid x) = {math.log(_first(one)):z.2f}",
    "entropy": _entropy,
    "autoregressive": lambda one: f"T = {len(one.predicted)}",
    "beam_width": lambda one: f"k = {one.options.width}",
    "hypothesis": lambda one: grouped(len(one.hypotheses)),
    "alpha": lambda one: rf"\alpha = {one.options.alpha:g}",
    "complexity": lambda one: f"n^2 = {len(one.source.ids)}^2 = {len(one.source.ids) ** 2}",
}
