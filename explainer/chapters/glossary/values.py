"""A term's value in a model and in one sentence, as LaTeX."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

from explainer.frame.symbols import SYMBOLS
from explainer.tokenizer import BOS, EOS, PAD, UNK
from explainer.translation import Translation

Card = Mapping[str, Any]  # config.json of a model

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


def _maps(translation: Translation) -> str:
    layers, heads, steps, sources = translation.attention("cross").shape
    shape = rf"{layers} \times {heads} \times {steps} \times {sources}"
    return rf"N \times H \times T \times S = {shape}"


def _widest(translation: Translation) -> str:
    """Return the largest cross-attention weight of the first step as LaTeX."""
    weights = translation.attention("cross")[-1].mean(axis=0)[0]
    return rf"\max_k w_{{1k}} = {weights.max():.2f}"


def _first(translation: Translation) -> float:
    return float(translation.predicted_probs[0])


_OF_SENTENCE: Final[Mapping[str, Callable[[Translation], str]]] = {
    "token": _lengths,
    "memory": _memory,
    "cross_attention": _maps,
    "weight": _widest,
    "probability": lambda one: rf"p(y_1 \mid x) = {_first(one):.2f}",
    "log_probability": lambda one: rf"\log p(y_1 \mid x) = {math.log(_first(one)):z.2f}",
    "hypothesis": lambda one: grouped(len(one.hypotheses)),
}
