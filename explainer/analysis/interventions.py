"""Interventions a reader can make in a forward pass, as Trace edits, never as model state.

Shape suffixes: B sentences, H heads, Q queries, S keys, E d_head, P positions, D d_model.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from explainer.model.config import ModelConfig
from explainer.model.names import ATTENTION, SUBLAYERS
from explainer.model.trace import Edit

ALL: Final = -1

ATTENTION_KINDS: Final = ("head", "uniform", "attention", "scaling", "unmask")
STACK_KINDS: Final = ("ffn", "residual", "positions", "embedding_factor")
KINDS: Final = ATTENTION_KINDS + STACK_KINDS
OF_HEADS: Final = ("head", "uniform", "scaling", "unmask")  # `head` applies
OF_STACK: Final = ("positions", "embedding_factor")  # `layer` does not apply


@dataclass(frozen=True)
class Intervention:
    """One change of a forward pass.

    `kind`:
        "head" sets the head's output to 0; "uniform" gives all visible keys the same weight;
        "attention" and "ffn" set the sub-layer's output to 0; "residual" drops x from
        x + Sublayer(x) at every sub-layer; "positions" sets the positional encoding to 0;
        "embedding_factor" drops the factor sqrt(d_model); "scaling" multiplies the scores by
        `value`, on top of the model's own 1/sqrt(d_k); "unmask" removes the mask.
    `stack`: "encoder", "decoder" or (attention kinds) "cross"; "" is all of them. `layer` and
    `head` count from 0; -1 is all. Raises ValueError for an unknown kind or stack or a value that
    is not finite.
    """

    kind: str
    stack: str = ""
    layer: int = ALL
    head: int = ALL
    value: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} is not one of {', '.join(KINDS)}")
        stacks = tuple(ATTENTION) if self.kind in ATTENTION_KINDS else tuple(SUBLAYERS)
        if self.stack not in ("", *stacks):
            raise ValueError(
                f"stack {self.stack!r} of {self.kind} is not one of {', '.join(stacks)}"
            )
        if not math.isfinite(self.value):
            raise ValueError(f"value {self.value!r} is not a finite number")


def edits(config: ModelConfig, interventions: Iterable[Intervention]) -> dict[str, Edit]:
    """Build the trace edits of a pass; the order of the interventions does not matter.

    The edits can be reused but not by concurrent passes: removing a residual stores a tensor
    between two edits. Raises ValueError for a layer or head the model does not have.
    """
    by_name: dict[str, list[Edit]] = {}
    # Residuals go last: they use the sub-layer's output as changed by the other edits.
    for change in sorted(interventions, key=lambda i: i.kind == "residual"):
        for name, edit in _edits_of(config, change):
            by_name.setdefault(name, []).append(edit)
    return {name: _one_after_the_other(several) for name, several in by_name.items()}


def row_edits(config: ModelConfig, runs: Sequence[Iterable[Intervention]]) -> dict[str, Edit]:
    """Build the edits of a batch in which each row has its own interventions.

    Raises ValueError as `edits` does.
    """
    by_name: dict[str, list[tuple[int, Edit]]] = {}
    for row, interventions in enumerate(runs):
        for name, edit in edits(config, interventions).items():
            by_name.setdefault(name, []).append((row, edit))
    return {name: _each_in_its_row(several) for name, several in by_name.items()}


def _each_in_its_row(several: Sequence[tuple[int, Edit]]) -> Edit:
    def edit(value_B: Tensor) -> Tensor:
        edited_B = value_B.clone()
        for row, row_edit in several:
            edited_B[row : row + 1] = row_edit(value_B[row : row + 1])
        return edited_B

    return edit


def _one_after_the_other(several: Sequence[Edit]) -> Edit:
    def edit(value: Tensor) -> Tensor:
        for each in several:
            value = each(value)
        return value

    return edit


def _edits_of(config: ModelConfig, change: Intervention) -> Iterator[tuple[str, Edit]]:
    if change.kind in OF_STACK:
        yield from _embedding_edits(config, change)
    elif change.kind in ATTENTION_KINDS:
        for stack, part in _attentions(change):
            for layer in _layers(config, change, stack):
                yield _attention_edit(config, change, f"{stack}.{layer}.{part}")
    else:
        for stack in (change.stack,) if change.stack else tuple(SUBLAYERS):
            for layer in _layers(config, change, stack):
                yield from _sublayer_edits(change, stack, f"{stack}.{layer}")


def _attentions(change: Intervention) -> list[tuple[str, str]]:
    return [ATTENTION[change.stack]] if change.stack else list(ATTENTION.values())


def _layers(config: ModelConfig, change: Intervention, stack: str) -> Sequence[int]:
    count = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
    return _indices("layer", change.layer, count)


def _indices(name: str, index: int, count: int) -> Sequence[int]:
    if index == ALL:
        return range(count)
    if not 0 <= index < count:
        raise ValueError(f"{name} {index} is not in 0..{count - 1}")
    return (index,)


def _embedding_edits(config: ModelConfig, change: Intervention) -> Iterator[tuple[str, Edit]]:
    factor = math.sqrt(config.d_model)
    for stack in (change.stack,) if change.stack else tuple(SUBLAYERS):
        if change.kind == "positions":
            yield f"{stack}.positions", torch.zeros_like
        else:
            yield f"{stack}.tokens", lambda tokens_BPD: tokens_BPD / factor


def _attention_edit(config: ModelConfig, change: Intervention, name: str) -> tuple[str, Edit]:
    if change.kind == "attention":
        return f"{name}.out", torch.zeros_like
    chosen = torch.zeros(config.n_heads, 1, 1, dtype=torch.bool)
    chosen[list(_indices("head", change.head, config.n_heads))] = True
    if change.kind == "head":
        return f"{name}.heads", lambda x_BHQE: x_BHQE.masked_fill(_at(chosen, x_BHQE), 0)
    if change.kind == "uniform":  # equal scores give equal weights; the mask's -inf remain
        return f"{name}.masked_scores", lambda scores_BHQS: scores_BHQS.masked_fill(
            _at(chosen, scores_BHQS) & scores_BHQS.isfinite(), 0
        )
    if change.kind == "unmask":
        return f"{name}.mask", lambda mask_BHQS: mask_BHQS | _at(chosen, mask_BHQS)
    return f"{name}.scores", lambda scores_BHQS: torch.where(
        _at(chosen, scores_BHQS), scores_BHQS * change.value, scores_BHQS
    )


def _at(chosen_H11: Tensor, value: Tensor) -> Tensor:
    return chosen_H11.to(value.device)


def _sublayer_edits(change: Intervention, stack: str, layer: str) -> Iterator[tuple[str, Edit]]:
    if change.kind == "ffn":
        yield f"{layer}.ffn.out", torch.zeros_like
        return
    for number, part in enumerate(SUBLAYERS[stack], start=1):
        keep, instead = _replaced_by()
        yield f"{layer}.{part}.out", keep
        yield f"{layer}.add{number}.sum", instead


def _replaced_by() -> tuple[Edit, Edit]:
    """Return two edits: the first stores a value, the second returns it in place of another."""
    kept: list[Tensor] = []

    def keep(value: Tensor) -> Tensor:
        kept[:] = [value]
        return value

    def instead(value: Tensor) -> Tensor:
        return kept[0]

    return keep, instead
