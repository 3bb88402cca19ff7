"""Registry of all traced tensors: name, axes, formula and parents.

The tests of names and shapes and the answer to "how was this number computed" use this list.
Axes: B sentences, S source, T target, D d_model, H heads, E d_head, F d_ff, V vocabulary.
`formula` is LaTeX.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from explainer.model.config import ModelConfig

Sizes = dict[str, int]

# Stack and sub-layer of each kind of attention, by the name used in the app.
ATTENTION: Final = {
    "encoder": ("encoder", "self_attn"),
    "decoder": ("decoder", "self_attn"),
    "cross": ("decoder", "cross_attn"),
}
# Sub-layers of one layer in order; each has its own add and norm.
SUBLAYERS: Final = {
    "encoder": ("self_attn", "ffn"),
    "decoder": ("self_attn", "cross_attn", "ffn"),
}

# LaTeX, the same in every language.
FORMULAS = {
    "tokens": r"\sqrt{d_{model}}\, E_{id}",
    "positions": r"\sin(pos / 10000^{2i/d_{model}}),\ \cos(pos / 10000^{2i/d_{model}})",
    "embed": r"\sqrt{d_{model}}\, E_{id} + PE_{pos}",
    "q": r"q = x W_Q + b_Q",
    "k": r"k = m W_K + b_K",
    "v": r"v = m W_V + b_V",
    "scores": r"s = q \cdot k / \sqrt{d_k}",
    "mask": r"\text{True where a query may look}",
    "masked_scores": r"s \text{ where allowed, } -\infty \text{ elsewhere}",
    "weights": r"w_j = e^{s_j} / \textstyle\sum_l e^{s_l}",
    "heads": r"\textstyle\sum_j w_j v_j",
    "concat": r"[head_1; \dots; head_h]",
    "out": r"[head_1; \dots; head_h]\, W_O + b_O",
    "pre": r"x W_1 + b_1",
    "act": r"\max(0, x W_1 + b_1)",
    "ffn_out": r"\max(0, x W_1 + b_1)\, W_2 + b_2",
    "swish": r"h \cdot \sigma(h),\ h = x W_1 + b_1",
    "swish_out": r"(h \cdot \sigma(h))\, W_2 + b_2,\ h = x W_1 + b_1",
    "sum": r"x + \mathrm{Sublayer}(x)",
    "norm": r"\gamma (x - \mu) / \sqrt{\sigma^2 + \epsilon} + \beta",
    "memory": r"\text{the encoder's last vectors}",
    "output": r"\text{the decoder's last vectors}",
    "logits": r"x E^{\top}",
    "logits_bias": r"x E^{\top} + b",
    "log_probs": r"z_v - \log \textstyle\sum_u e^{z_u}",
    "probs": r"e^{z_v} / \textstyle\sum_u e^{z_u}",
}


@dataclass(frozen=True)
class TensorName:
    """One traced tensor; `parents` are names in this registry, or "src_ids", "tgt_ids"."""

    name: str
    axes: str
    formula: str
    parents: tuple[str, ...]

    def shape(self, config: ModelConfig, batch: int, source: int, target: int) -> tuple[int, ...]:
        """Return the tensor's shape for these sizes."""
        sizes: Sizes = {
            "B": batch,
            "S": source,
            "T": target,
            "D": config.d_model,
            "H": config.n_heads,
            "E": config.d_head,
            "F": config.d_ff,
            "V": config.vocab_size,
        }
        return tuple(sizes[axis] for axis in self.axes)


def embedding_names(stack: str, axis: str, ids: str) -> list[TensorName]:
    """List the tensors of one embedding."""
    axes = f"B{axis}D"
    return [
        TensorName(f"{stack}.tokens", axes, FORMULAS["tokens"], (ids,)),
        TensorName(f"{stack}.positions", axes, FORMULAS["positions"], ()),
        TensorName(
            f"{stack}.embed", axes, FORMULAS["embed"], (f"{stack}.tokens", f"{stack}.positions")
        ),
    ]


def attention_names(prefix: str, queries: str, keys: str, x: str, memory: str) -> list[TensorName]:
    """List the tensors of one attention block.

    `queries` and `keys` are axes (S or T), `x` and `memory` the tensors they are computed from.
    """

    def named(part: str, axes: str, *parents: str) -> TensorName:
        full = tuple(p if p in (x, memory) else f"{prefix}.{p}" for p in parents)
        return TensorName(f"{prefix}.{part}", axes, FORMULAS[part], full)

    cells = f"BH{queries}{keys}"
    return [
        named("q", f"BH{queries}E", x),
        named("k", f"BH{keys}E", memory),
        named("v", f"BH{keys}E", memory),
        named("scores", cells, "q", "k"),
        named("mask", cells),
        named("masked_scores", cells, "scores", "mask"),
        named("weights", cells, "masked_scores"),
        named("heads", f"BH{queries}E", "weights", "v"),
        named("concat", f"B{queries}D", "heads"),
        named("out", f"B{queries}D", "concat"),
    ]


def ffn_names(prefix: str, axis: str, x: str, activation: str) -> list[TensorName]:
    """List the tensors of one feed-forward network."""
    act, out = ("act", "ffn_out") if activation == "relu" else ("swish", "swish_out")
    return [
        TensorName(f"{prefix}.pre", f"B{axis}F", FORMULAS["pre"], (x,)),
        TensorName(f"{prefix}.act", f"B{axis}F", FORMULAS[act], (f"{prefix}.pre",)),
        TensorName(f"{prefix}.out", f"B{axis}D", FORMULAS[out], (f"{prefix}.act",)),
    ]


def layer_names(
    config: ModelConfig, layer: str, axis: str, x: str, sublayers: Sequence[str]
) -> list[TensorName]:
    """List the tensors of one layer in the order of recording."""
    names: list[TensorName] = []
    for index, sublayer in enumerate(sublayers, start=1):
        add = f"{layer}.add{index}"
        entry = f"{add}.norm" if config.norm == "pre" else x
        prefix = f"{layer}.{sublayer}"
        if sublayer == "ffn":
            body = ffn_names(prefix, axis, entry, config.activation)
        elif sublayer == "cross_attn":
            body = attention_names(prefix, axis, "S", entry, "memory")
        else:
            body = attention_names(prefix, axis, axis, entry, entry)
        axes = f"B{axis}D"
        total = TensorName(f"{add}.sum", axes, FORMULAS["sum"], (x, f"{prefix}.out"))
        if config.norm == "pre":
            norm = TensorName(f"{add}.norm", axes, FORMULAS["norm"], (x,))
            names += [norm, *body, total]
            x = f"{add}.sum"
        else:
            norm = TensorName(f"{add}.norm", axes, FORMULAS["norm"], (f"{add}.sum",))
            names += [*body, total, norm]
            x = f"{add}.norm"
    return names


@cache
def trace_names(config: ModelConfig) -> tuple[TensorName, ...]:
    """List all tensors of one traced forward pass in the order of recording."""
    last = "sum" if config.norm == "pre" else "norm"
    names = embedding_names("encoder", "S", "src_ids")
    x = "encoder.embed"
    for index in range(config.n_encoder_layers):
        layer = f"encoder.{index}"
        names += layer_names(config, layer, "S", x, SUBLAYERS["encoder"])
        x = f"{layer}.add2.{last}"
    names.append(TensorName("memory", "BSD", FORMULAS["memory"], (x,)))
    names += embedding_names("decoder", "T", "tgt_ids")
    x = "decoder.embed"
    for index in range(config.n_decoder_layers):
        layer = f"decoder.{index}"
        names += layer_names(config, layer, "T", x, SUBLAYERS["decoder"])
        x = f"{layer}.add3.{last}"
    logits = FORMULAS["logits_bias" if config.output_bias else "logits"]
    names += [
        TensorName("output", "BTD", FORMULAS["output"], (x,)),
        TensorName("logits", "BTV", logits, ("output",)),
        TensorName("log_probs", "BTV", FORMULAS["log_probs"], ("logits",)),
        TensorName("probs", "BTV", FORMULAS["probs"], ("log_probs",)),
    ]
    return tuple(names)
