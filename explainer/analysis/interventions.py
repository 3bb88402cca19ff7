"""What a reader may switch off or change in a run, as edits of a Trace: never as model state.

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
OF_HEADS: Final = ("head", "uniform", "scaling", "unmask")  # one head may be meant
OF_STACK: Final = ("positions", "embedding_factor")  # a layer means nothing


@dataclass(frozen=True)
class Intervention:
    """One change of the run.

    `kind`:
        "head" its output becomes 0; "uniform" its weights are the same for every key it may see;
        "attention" and "ffn" the sub-layer's output becomes 0; "residual" the sum is the
        sub-layer's output alone, at every sub-layer; "positions" the positional part becomes 0;
        "embedding_factor" tokens without sqrt(d_model); "scaling" the scores are multiplied by
        `value`, on top of the model's own 1/sqrt(d_k); "unmask" everything may be seen.
    `stack`: "encoder", "decoder" or (attention kinds) "cross"; "" is all of them. `layer` and
    `head` count from 0; -1 is all. Raises ValueError for a kind, stack or value unknown to it.
    """

    kind: str
    stack: str = ""
    layer: int = ALL
    head: int = ALL
    value: float = 0.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"kind {self.kind!r} is none of {', '.join(KINDS)}")
        stacks = tuple(ATTENTION) if self.kind in ATTENTION_KINDS else tuple(SUBLAYERS)
        if self.stack not in ("", *stacks):
            raise ValueError(f"stack {self.stack!r} of {self.kind} is none of {', '.join(stacks)}")
        if not math.isfinite(self.value):
            raise ValueError(f"value {self.value!r} is no finite number")


def edits(config: ModelConfig, interventions: Iterable[Intervention]) -> dict[str, Edit]:
    """The edits of a pass, or of one pass after the other: a switched-off residual keeps a tensor,
    so two at once must not share them.

    The order of the interventions does not matter. Raises ValueError for a layer or head the model
    does not have.
    """
    by_name: dict[str, list[Edit]] = {}
    # A residual is left out last: it takes what the other edits made of the sub-layer's output.
    for one in sorted(interventions, key=lambda i: i.kind == "residual"):
        for name, edit in _edits_of(config, one):
            by_name.setdefault(name, []).append(edit)
    return {name: _one_after_the_other(several) for name, several in by_name.items()}


def row_edits(config: ModelConfig, runs: Sequence[Iterable[Intervention]]) -> dict[str, Edit]:
    """The edits of a batch in which each row has interventions of its own. Raises ValueError."""
    by_name: dict[str, list[tuple[int, Edit]]] = {}
    for row, interventions in enumerate(runs):
        for name, edit in edits(config, interventions).items():
            by_name.setdefault(name, []).append((row, edit))
    return {name: _each_in_its_row(several) for name, several in by_name.items()}


def _each_in_its_row(several: Sequence[tuple[int, Edit]]) -> Edit:
    def edit(value_B: Tensor) -> Tensor:
        edited_B = value_B.clone()
        for row, one in several:
            edited_B[row : row + 1] = one(value_B[row : row + 1])
        return edited_B

    return edit


def _one_after_the_other(several: Sequence[Edit]) -> Edit:
    def edit(value: Tensor) -> Tensor:
        for each in several:
            value = each(value)
        return value

    return edit


def _edits_of(config: ModelConfig, one: Intervention) -> Iterator[tuple[str, Edit]]:
    if one.kind in OF_STACK:
        yield from _embedding_edits(config, one)
    elif one.kind in ATTENTION_KINDS:
        for stack, part in _attentions(one):
            for layer in _layers(config, one, stack):
                yield _attention_edit(config, one, f"{stack}.{layer}.{part}")
    else:
        for stack in (one.stack,) if one.stack else tuple(SUBLAYERS):
            for layer in _layers(config, one, stack):
                yield from _sublayer_edits(one, stack, f"{stack}.{layer}")


def _attentions(one: Intervention) -> list[tuple[str, str]]:
    return [ATTENTION[one.stack]] if one.stack else list(ATTENTION.values())


def _layers(config: ModelConfig, one: Intervention, stack: str) -> Sequence[int]:
    count = config.n_encoder_layers if stack == "encoder" else config.n_decoder_layers
    return _indices("layer", one.layer, count)


def _indices(name: str, index: int, count: int) -> Sequence[int]:
    if index == ALL:
        return range(count)
    if not 0 <= index < count:
        raise ValueError(f"{name} {index} is not in 0..{count - 1}")
    return (index,)


def _embedding_edits(config: ModelConfig, one: Intervention) -> Iterator[tuple[str, Edit]]:
    factor = math.sqrt(config.d_model)
    for stack in (one.stack,) if one.stack else tuple(SUBLAYERS):
        if one.kind == "positions":
            yield f"{stack}.positions", torch.zeros_like
        else:
            yield f"{stack}.tokens", lambda tokens_BPD: tokens_BPD / factor


def _attention_edit(config: ModelConfig, one: Intervention, name: str) -> tuple[str, Edit]:
    if one.kind == "attention":
        return f"{name}.out", torch.zeros_like
    chosen = torch.zeros(config.n_heads, 1, 1, dtype=torch.bool)
    chosen[list(_indices("head", one.head, config.n_heads))] = True
    if one.kind == "head":
        return f"{name}.heads", lambda x_BHQE: x_BHQE.masked_fill(_at(chosen, x_BHQE), 0)
    if one.kind == "uniform":  # equal scores give equal weights; the mask's -inf stay
        return f"{name}.masked_scores", lambda scores_BHQS: scores_BHQS.masked_fill(
            _at(chosen, scores_BHQS) & scores_BHQS.isfinite(), 0
        )
    if one.kind == "unmask":
        return f"{name}.mask", lambda mask_BHQS: mask_BHQS | _at(chosen, mask_BHQS)
    return f"{name}.scores", lambda scores_BHQS: torch.where(
        _at(chosen, scores_BHQS), scores_BHQS * one.value, scores_BHQS
    )


def _at(chosen_H11: Tensor, value: Tensor) -> Tensor:
    return chosen_H11.to(value.device)


def _sublayer_edits(one: Intervention, stack: str, layer: str) -> Iterator[tuple[str, Edit]]:
    if one.kind == "ffn":
        yield f"{layer}.ffn.out", torch.zeros_like
        return
    for number, part in enumerate(SUBLAYERS[stack], start=1):
        keep, instead = _replaced_by()
        yield f"{layer}.{part}.out", keep
        yield f"{layer}.add{number}.sum", instead


def _replaced_by() -> tuple[Edit, Edit]:
    """Two edits: the first remembers the value that passes, the second puts it in."""
    kept: list[Tensor] = []

    def keep(value: Tensor) -> Tensor:
        kept[:] = [value]
        return value

    def instead(value: Tensor) -> Tensor:
        return kept[0]

    return keep, instead
