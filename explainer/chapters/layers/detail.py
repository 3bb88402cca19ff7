"""What stands beside the drawing for a chosen box: formulas, shapes, code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from explainer.frame.formula import thousands

if TYPE_CHECKING:
    from explainer.analysis.stack import Sizes
    from explainer.chapters.layers.boxes import Box


def box_formulas(sizes: Sizes, box: Box) -> list[str]:
    """What the box computes, then its parameters with the numbers put in."""
    d, f, v = sizes.d_model, sizes.d_ff, sizes.vocab_size
    what = {
        "ids": [],
        "embed": [r"x = \sqrt{d_{model}}\, E_{id} + PE_{pos}"],
        "self_attn": [r"F(x) = [head_1; \dots; head_H]\, W_O + b_O"],
        "masked": [r"F(x) = [head_1; \dots; head_H]\, W_O + b_O"],
        "cross_attn": [r"F(x, m) = [head_1; \dots; head_H]\, W_O + b_O"],
        "ffn": [r"F(x) = \max(0,\, x W_1 + b_1)\, W_2 + b_2"],
        "add_norm": [r"x' = \mathrm{LayerNorm}(x + F(x))"],
        "norm": [
            r"\mathrm{LayerNorm}(x) = \gamma \odot \frac{x - \mu}{\sqrt{\sigma^2+\epsilon}}"
            r" + \beta"
        ],
        "add": [r"x' = x + F(\mathrm{LayerNorm}(x))"],
        "memory": [],
        "linear": [r"z = x E^{\top}"],
        "softmax": [r"p_v = e^{z_v} \big/ \textstyle\sum_u e^{z_u}"],
    }[box.kind]
    count = {
        "embed": rf"V d_{{model}} = {thousands(v)} \cdot {d}",
        "self_attn": rf"4\, d_{{model}} (d_{{model}} + 1) = 4 \cdot {d} \cdot {d + 1}",
        "ffn": r"2\, d_{model} d_{ff} + d_{ff} + d_{model}"
        rf" = 2 \cdot {d} \cdot {f} + {f} + {d}",
        "norm": rf"2\, d_{{model}} = 2 \cdot {d}",
    }
    same = {"masked": "self_attn", "cross_attn": "self_attn", "add_norm": "norm"}
    if box.count:
        how = count[same.get(box.kind, box.kind)]
        if box.kind == "embed" and sizes.positions:
            how += rf" + {sizes.positions} \cdot {d}"
        what = [*what, rf"n = {how} = {thousands(box.count)}"]
    return what


Row = tuple[str, str, tuple[int, ...]]


def box_shapes(sizes: Sizes, box: Box, source: int, target: int) -> list[Row]:
    """What goes in and what comes out, with this sentence's lengths."""
    axis, length = ("S", source) if box.stack == "encoder" else ("T", target)
    d, h = sizes.d_model, sizes.n_heads
    stream: Row = ("x", f"B, {axis}, d_model", (1, length, d))
    key_axis, keys = ("S", source) if box.kind == "cross_attn" else (axis, length)
    attention: list[Row] = [
        stream,
        ("q", f"B, H, {axis}, d_k", (1, h, length, d // h)),
        ("k, v", f"B, H, {key_axis}, d_k", (1, h, keys, d // h)),
        ("weights", f"B, H, {axis}, {key_axis}", (1, h, length, keys)),
        ("out", f"B, {axis}, d_model", (1, length, d)),
    ]
    rows: dict[str, list[Row]] = {
        "ids": [("ids", f"B, {axis}", (1, length))],
        "embed": [
            ("E", "V, d_model", (sizes.vocab_size, d)),
            ("PE", f"{axis}, d_model", (length, d)),
            stream,
        ],
        "self_attn": attention,
        "masked": attention,
        "cross_attn": attention,
        "ffn": [
            stream,
            ("act", f"B, {axis}, d_ff", (1, length, sizes.d_ff)),
            ("out", f"B, {axis}, d_model", (1, length, d)),
        ],
        "add_norm": [
            stream,
            ("sum", f"B, {axis}, d_model", (1, length, d)),
            ("gamma", "d_model", (d,)),
            ("beta", "d_model", (d,)),
        ],
        "norm": [stream, ("gamma", "d_model", (d,)), ("beta", "d_model", (d,))],
        "add": [stream, ("sum", f"B, {axis}, d_model", (1, length, d))],
        "memory": [("m", "B, S, d_model", (1, source, d))],
        "linear": [stream, ("logits", "B, T, V", (1, target, sizes.vocab_size))],
        "softmax": [("probs", "B, T, V", (1, target, sizes.vocab_size))],
    }
    return rows[box.kind]


def box_code(sizes: Sizes, box: Box) -> tuple[str, ...] | None:
    """Module and name of our lines that compute the box."""
    layers = "explainer.model.layers"
    add = "PreNorm.forward" if sizes.norm == "pre" else "PostNorm.forward"
    attention = ("explainer.model.attention", "MultiHeadAttention.forward")
    return {
        "embed": ("explainer.model.embedding", "Embedding.forward"),
        "self_attn": (layers, "EncoderLayer.forward"),
        "masked": (layers, "DecoderLayer.forward", "attn, cross"),
        "cross_attn": attention,
        "ffn": (layers, "FeedForward.forward"),
        "add_norm": (layers, add),
        "norm": (layers, add),
        "add": (layers, add),
        "linear": ("explainer.model.transformer", "Transformer.project"),
        "memory": ("explainer.model.transformer", "Transformer.encode"),
        "softmax": ("explainer.model.transformer", "Transformer.forward"),
    }.get(box.kind)
