"""Every name a trace holds: its axes, its formula and the tensors it was made from.

From this list come the test of recorded names, the test of shapes, and the answer to "how was this
number made". Axes: B sentences, S source, T target, D d_model, H heads, E d_head, F d_ff, V
vocabulary. `formula` is a key of the text catalogue.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from explainer.model.config import ModelConfig

Sizes = dict[str, int]


@dataclass(frozen=True)
class TensorName:
    """One recorded tensor; `parents` are names of this list, or "src_ids", "tgt_ids"."""

    name: str
    axes: str
    formula: str
    parents: tuple[str, ...]

    def shape(self, config: ModelConfig, batch: int, source: int, target: int) -> tuple[int, ...]:
        sizes: Sizes = {
            "B": batch, "S": source, "T": target, "D": config.d_model, "H": config.n_heads,
            "E": config.d_head, "F": config.d_ff, "V": config.vocab_size,
        }  # fmt: skip
        return tuple(sizes[axis] for axis in self.axes)


def embedding_names(stack: str, axis: str, ids: str) -> list[TensorName]:
    axes = f"B{axis}D"
    return [
        TensorName(f"{stack}.tokens", axes, "formula.tokens", (ids,)),
        TensorName(f"{stack}.positions", axes, "formula.positions", ()),
        TensorName(
            f"{stack}.embed", axes, "formula.embed", (f"{stack}.tokens", f"{stack}.positions")
        ),
    ]


def attention_names(prefix: str, queries: str, keys: str, x: str, memory: str) -> list[TensorName]:
    """`queries` and `keys` are axes (S or T); `x` and `memory` the tensors they come from."""

    def named(part: str, axes: str, *parents: str) -> TensorName:
        full = tuple(p if p in (x, memory) else f"{prefix}.{p}" for p in parents)
        return TensorName(f"{prefix}.{part}", axes, f"formula.{part}", full)

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


def ffn_names(prefix: str, axis: str, x: str) -> list[TensorName]:
    return [
        TensorName(f"{prefix}.pre", f"B{axis}F", "formula.pre", (x,)),
        TensorName(f"{prefix}.act", f"B{axis}F", "formula.act", (f"{prefix}.pre",)),
        TensorName(f"{prefix}.out", f"B{axis}D", "formula.ffn_out", (f"{prefix}.act",)),
    ]


def layer_names(
    config: ModelConfig, layer: str, axis: str, x: str, sublayers: list[str]
) -> list[TensorName]:
    """Names of one layer in the order they are recorded."""
    names: list[TensorName] = []
    for index, sublayer in enumerate(sublayers, start=1):
        add = f"{layer}.add{index}"
        entry = f"{add}.norm" if config.norm == "pre" else x
        prefix = f"{layer}.{sublayer}"
        if sublayer == "ffn":
            body = ffn_names(prefix, axis, entry)
        elif sublayer == "cross_attn":
            body = attention_names(prefix, axis, "S", entry, "memory")
        else:
            body = attention_names(prefix, axis, axis, entry, entry)
        axes = f"B{axis}D"
        total = TensorName(f"{add}.sum", axes, "formula.sum", (x, f"{prefix}.out"))
        if config.norm == "pre":
            norm = TensorName(f"{add}.norm", axes, "formula.norm", (x,))
            names += [norm, *body, total]
            x = f"{add}.sum"
        else:
            norm = TensorName(f"{add}.norm", axes, "formula.norm", (f"{add}.sum",))
            names += [*body, total, norm]
            x = f"{add}.norm"
    return names


@cache
def trace_names(config: ModelConfig) -> tuple[TensorName, ...]:
    """All names of one traced forward pass, in the order they are recorded."""
    last = "sum" if config.norm == "pre" else "norm"
    names = embedding_names("encoder", "S", "src_ids")
    x = "encoder.embed"
    for index in range(config.n_encoder_layers):
        layer = f"encoder.{index}"
        names += layer_names(config, layer, "S", x, ["self_attn", "ffn"])
        x = f"{layer}.add2.{last}"
    names.append(TensorName("memory", "BSD", "formula.memory", (x,)))
    names += embedding_names("decoder", "T", "tgt_ids")
    x = "decoder.embed"
    for index in range(config.n_decoder_layers):
        layer = f"decoder.{index}"
        names += layer_names(config, layer, "T", x, ["self_attn", "cross_attn", "ffn"])
        x = f"{layer}.add3.{last}"
    names += [
        TensorName("output", "BTD", "formula.output", (x,)),
        TensorName("logits", "BTV", "formula.logits", ("output",)),
        TensorName("log_probs", "BTV", "formula.log_probs", ("logits",)),
        TensorName("probs", "BTV", "formula.probs", ("log_probs",)),
    ]
    return tuple(names)
