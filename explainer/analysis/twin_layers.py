"""PyTorch's `nn.Transformer` beside the engine, layer by layer: where each weight lies in it, how
far apart both are after each layer, and what becomes of it where one thing is forgotten.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from explainer.analysis.one_file import Ids, row, with_weights
from explainer.analysis.torch_twin import PARTS, as_torch, place_of, torch_logits, torch_state
from explainer.model import one_file
from explainer.model.device import threads_for
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer

FORGOTTEN: Final = ("nothing", "order", "mask", "norm", "scale", "axis")
AS_KERAS: Final = ("q_proj", "v_proj", "k_proj")  # the order in which Keras takes them
CORNER: Final = 12  # rows and columns kept of a weight, to be drawn
ATTENTION: Final = (*PARTS, "out_proj")
PASSED: Final = {  # parts of a layer in the order in which a vector passes them
    "encoder": (("self_attn", ATTENTION), ("", ("norm1", "linear1", "linear2", "norm2"))),
    "decoder": (
        *(("self_attn", ATTENTION), ("", ("norm1",)), ("cross_attn", ATTENTION)),
        ("", ("norm2", "linear1", "linear2", "norm3")),
    ),
}


@dataclass(frozen=True)
class Slot:
    """A weight of ours, and the rows from `first` on of the tensor of PyTorch's that holds it.

    `shape` is that of ours, `rows` how many theirs has; `corner` and `their_corner` the same few
    numbers read from both; `difference` the largest of any of them, bias included.
    """

    ours: str
    theirs: str
    shape: tuple[int, ...]
    first: int
    rows: int
    corner: NDArray[np.float32]
    their_corner: NDArray[np.float32]
    difference: float


def slots(model: Transformer, stack: str, layer: int, forgotten: str) -> tuple[Slot, ...]:
    """Of a layer, from 0. Raises ValueError for a model that is a variant of the paper's."""
    program, order = with_weights(model), _order(forgotten)
    ours, theirs = program.state_dict(), torch_state(program, order)
    names = [
        ".".join(part for part in (stack, str(layer), group, name) if part)
        for group, members in PASSED[stack]
        for name in members
    ]
    return tuple(_slot(name, ours, theirs, order) for name in names)


def _slot(
    name: str, ours: dict[str, Tensor], theirs: dict[str, Tensor], order: Sequence[str]
) -> Slot:
    pairs = []
    for kind in ("weight", "bias"):
        place, third = place_of(f"{name}.{kind}", order)
        mine = ours[f"{name}.{kind}"]
        first = third * len(mine)
        pairs.append((mine, theirs[place][first : first + len(mine)], place, first))
    mine, held, place, first = pairs[0]
    return Slot(
        ours=f"{name}.weight",
        theirs=place,
        shape=tuple(mine.shape),
        first=first,
        rows=len(theirs[place]),
        corner=_corner(mine),
        their_corner=_corner(held),
        difference=max(float((a - b).abs().max()) for a, b, _, _ in pairs),
    )


def _corner(weight: Tensor) -> NDArray[np.float32]:
    kept: NDArray[np.float32] = torch.atleast_2d(weight)[:CORNER, :CORNER].numpy().copy()
    return kept


@dataclass(frozen=True)
class TwinPass:
    """`nn.Transformer` on a sentence and its translation of T tokens, beside the engine.

    By layer, encoder first, then the logits: `sizes` are the engine's largest numbers,
    `differences` the largest of PyTorch's from them, fewer where it stopped with an `error`.
    `likely` (T,) is its most probable token at each place, `loss` that of the translation in nats
    per token; where it gives no numbers these are () and NaN.
    """

    sizes: tuple[float, ...]
    differences: tuple[float, ...]
    likely: tuple[int, ...]
    loss: float
    error: str


def twin_pass(model: Transformer, source_ids: Ids, wanted: Ids, forgotten: str) -> TwinPass:
    """With one of FORGOTTEN not said to PyTorch; teacher forcing, in float32."""
    src, tgt, trace = row(source_ids), row((one_file.BOS, *wanted[:-1])), Trace()
    with threads_for(1), torch.no_grad():
        logits = model(src, tgt, trace)
        states, error = _states(with_weights(model), src, tgt, forgotten)
    ends = (("encoder", "add2"), ("decoder", "add3"))
    layers = range(model.config.n_encoder_layers)
    ours = [trace.tensors[f"{stack}.{i}.{end}.norm"] for stack, end in ends for i in layers]
    pairs = zip((*ours, logits), states, strict=False)
    likely, loss = tuple[int, ...](), float("nan")
    if not error:
        logs = states[-1][0].double().log_softmax(dim=-1)
        loss = -float(logs[torch.arange(len(wanted)), torch.tensor(list(wanted))].mean())
        likely = tuple(logs.argmax(dim=-1).tolist()) if math.isfinite(loss) else ()
    return TwinPass(
        sizes=tuple(float(one.abs().max()) for one in (*ours, logits)),
        differences=tuple(float((one - other).abs().max()) for one, other in pairs),
        likely=likely,
        loss=loss,
        error=error,
    )


def _states(
    program: one_file.Transformer, src: Tensor, tgt: Tensor, forgotten: str
) -> tuple[list[Tensor], str]:
    """What each layer gives and the logits, as far as it came, and why no further."""
    twin, states, error = as_torch(program, _order(forgotten)), list[Tensor](), ""
    if forgotten == "norm":
        width = program.embedding.matrix.shape[1]
        twin.encoder.norm, twin.decoder.norm = nn.LayerNorm(width), nn.LayerNorm(width)
    if forgotten == "axis":
        for module in twin.modules():
            if isinstance(module, nn.Transformer | nn.MultiheadAttention):
                module.batch_first = False
    for layer in (*twin.encoder.layers, *twin.decoder.layers):
        layer.register_forward_hook(lambda _layer, _given, made: states.append(made))

    def change(_twin: nn.Module, given: Any, named: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        if forgotten == "mask":
            named = {**named, "tgt_mask": ~named["tgt_mask"]}
        if forgotten == "scale":
            given = tuple(_unscaled(program, ids) for ids in (src, tgt))
        return given, named

    twin.register_forward_pre_hook(change, with_kwargs=True)
    try:
        states.append(torch_logits(twin, program, src, tgt))
    except (RuntimeError, AssertionError) as raised:
        error = str(raised)
    return states, error


def _unscaled(program: one_file.Transformer, ids: Tensor) -> Tensor:
    return program.embedding.matrix[ids] + program.embedding.get_buffer("table")[: ids.shape[1]]


def _order(forgotten: str) -> Sequence[str]:
    return AS_KERAS if forgotten == "order" else PARTS
