"""Common implementation mistakes, as variants of the one-file Transformer.

Each mistake is a subclass that overrides one method. The diff shown on the page is computed from
both sources, so the code shown is the code that runs.
"""

from __future__ import annotations

import ast
import copy
import inspect
import math
import re
import textwrap
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import ndiff
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from explainer.analysis.line_tracer import RETURNED, LineTracer, TracedValue
from explainer.analysis.one_file import (
    PATH,
    build,
    logits_of,
    part_of,
    row,
    state_of,
    with_weights,
)
from explainer.model import one_file
from explainer.model.device import threads_for
from explainer.model.one_file import (
    DecoderLayer,
    EncoderLayer,
    MultiHeadAttention,
    Transformer,
    greedy_search,
)
from explainer.model.transformer import Transformer as Trained

STEPS: Final = 24  # output limit; enough to show that EOS is never reached
HINT: Final = re.compile(r"\s*# type: ignore\[[\w-]+\]")


class NoSoftmax(MultiHeadAttention):
    """Attention whose weights are the raw scores, without softmax."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(self.q_proj(x))  # (B, H, Q, E)
        k = self.split(self.k_proj(memory))  # (B, H, K, E)
        v = self.split(self.v_proj(memory))  # (B, H, K, E)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, H, Q, K)
        weights = scores.masked_fill(~mask, 0.0)  # (B, H, Q, K)
        heads = weights @ v  # (B, H, Q, E)
        concat = heads.transpose(1, 2).flatten(2)  # (B, Q, D)
        out: Tensor = self.out_proj(concat)  # (B, Q, D)
        return out


class NoProjections(MultiHeadAttention):
    """Attention without the projections W_Q, W_K and W_V."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(x)  # (B, H, Q, E)
        k = self.split(memory)  # (B, H, K, E)
        v = self.split(memory)  # (B, H, K, E)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, H, Q, K)
        masked = scores.masked_fill(~mask, float("-inf"))  # (B, H, Q, K)
        weights = masked.softmax(dim=-1)  # (B, H, Q, K)
        heads = weights @ v  # (B, H, Q, E)
        concat = heads.transpose(1, 2).flatten(2)  # (B, Q, D)
        out: Tensor = self.out_proj(concat)  # (B, Q, D)
        return out


class DividedByWidth(MultiHeadAttention):
    """Attention that divides the scores by d_k instead of its root."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(self.q_proj(x))  # (B, H, Q, E)
        k = self.split(self.k_proj(memory))  # (B, H, K, E)
        v = self.split(self.v_proj(memory))  # (B, H, K, E)
        scores = q @ k.transpose(-2, -1) / q.shape[-1]  # (B, H, Q, K)
        masked = scores.masked_fill(~mask, float("-inf"))  # (B, H, Q, K)
        weights = masked.softmax(dim=-1)  # (B, H, Q, K)
        heads = weights @ v  # (B, H, Q, E)
        concat = heads.transpose(1, 2).flatten(2)  # (B, Q, D)
        out: Tensor = self.out_proj(concat)  # (B, Q, D)
        return out


class Swapped(MultiHeadAttention):
    """Attention with keys and values exchanged."""

    def forward(self, x: Tensor, memory: Tensor, mask: Tensor) -> Tensor:
        q = self.split(self.q_proj(x))  # (B, H, Q, E)
        v = self.split(self.k_proj(memory))  # (B, H, K, E)
        k = self.split(self.v_proj(memory))  # (B, H, K, E)
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, H, Q, K)
        masked = scores.masked_fill(~mask, float("-inf"))  # (B, H, Q, K)
        weights = masked.softmax(dim=-1)  # (B, H, Q, K)
        heads = weights @ v  # (B, H, Q, E)
        concat = heads.transpose(1, 2).flatten(2)  # (B, Q, D)
        out: Tensor = self.out_proj(concat)  # (B, Q, D)
        return out


class NoCrossAttention(DecoderLayer):
    """Decoder layer that never attends to the source."""

    def forward(self, x: Tensor, memory: Tensor, src_mask: Tensor, tgt_mask: Tensor) -> Tensor:
        looked = self.self_attn(x, x, tgt_mask)  # (B, T, D)
        x = self.norm1(x + self.dropout(looked))  # (B, T, D)
        hidden = self.linear1(x).relu()  # (B, T, F)
        written = self.linear2(hidden)  # (B, T, D)
        return self.norm3(x + self.dropout(written))  # (B, T, D)


class PlainList(Transformer):
    """Model whose layers are in Python lists, so that PyTorch finds no parameters in them."""

    def __init__(
        self, vocab: int, d_model: int, n_heads: int, d_ff: int, n_layers: int, dropout: float = 0.1
    ) -> None:
        nn.Module.__init__(self)
        sizes = (d_model, n_heads, d_ff, dropout)
        self.embedding = one_file.Embedding(vocab, d_model, dropout)
        self.encoder = [EncoderLayer(*sizes) for _ in range(n_layers)]  # type: ignore[assignment]
        self.decoder = [DecoderLayer(*sizes) for _ in range(n_layers)]  # type: ignore[assignment]
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)


FAULTS: Final[Mapping[str, type[nn.Module]]] = {
    "cross": NoCrossAttention,
    "softmax": NoSoftmax,
    "projections": NoProjections,
    "width": DividedByWidth,
    "swapped": Swapped,
    "list": PlainList,
}


def _method(kind: type[nn.Module]) -> str:
    """Return the source of a fault's only method, as it would be in the original.

    Without `type: ignore` comments, and with its `super()`.
    """
    tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
    body: Any = tree.body[0]
    name = next(n.name for n in body.body if isinstance(n, ast.FunctionDef))
    text = textwrap.dedent(inspect.getsource(getattr(kind, name)))
    return HINT.sub("", text).replace("nn.Module.__init__(self)", "super().__init__()")


def _right(kind: type[nn.Module]) -> str:
    wrong = _method(kind)
    name = wrong.split("(", 1)[0].removeprefix("def ")
    return textwrap.dedent(inspect.getsource(getattr(kind.__bases__[0], name)))


@cache
def difference(fault: str) -> str:
    """Return a diff of the right method ("- ") and the wrong one ("+ ")."""
    wrong = _method(FAULTS[fault]).replace("one_file.", "")
    lines = ndiff(_right(FAULTS[fault]).splitlines(), wrong.splitlines())
    return "\n".join(line.rstrip() for line in lines if not line.startswith("?"))


def with_fault(model: Trained, fault: str) -> Transformer:
    """Return the program with the mistake and the trained weights, as far as they fit."""
    kind = FAULTS[fault]
    if issubclass(kind, Transformer):
        program = build(model.config, kind)
        program.load_state_dict(state_of(model), assign=True, strict=False)
        return program.requires_grad_(False)
    right = with_weights(model)
    shared = {id(tensor): tensor for tensor in (*right.parameters(), *right.buffers())}
    program = copy.deepcopy(right, shared)
    for module in program.modules():
        if type(module) is kind.__bases__[0]:
            module.__class__ = kind
    return program


@dataclass(frozen=True)
class Outcome:
    """A program's result on a sentence and its translation of T tokens.

    `probs` (T,) of the wanted tokens, teacher-forced; `loss` their mean -log p, in nats; `ids` the
    output of greedy search, at most STEPS.
    """

    parameters: int
    probs: NDArray[np.float64]
    loss: float
    ids: tuple[int, ...]


def outcome(program: Transformer, source: Sequence[int], wanted: Sequence[int]) -> Outcome:
    """Run a program by teacher forcing and by greedy search."""
    fed = (one_file.BOS, *wanted[:-1])
    log_probs = logits_of(program, source, fed).double().log_softmax(dim=-1)
    logs = log_probs[torch.arange(len(wanted)), torch.tensor(list(wanted))].numpy()
    return Outcome(
        parameters=sum(p.numel() for p in program.parameters()),
        probs=np.exp(logs),
        loss=float(-logs.mean()),
        ids=tuple(greedy_search(program, row(source), STEPS)),
    )


def outcomes(
    model: Trained, fault: str, source: Sequence[int], wanted: Sequence[int]
) -> tuple[Outcome, Outcome]:
    """Return the outcomes of (the right program, the one with the mistake)."""
    programs = (with_weights(model), with_fault(model, fault))
    with threads_for(1):
        right, wrong = (outcome(program, source, wanted) for program in programs)
    return right, wrong


@dataclass(frozen=True)
class Step:
    """A value assigned by the changed lines in both programs on their first run.

    `wrong` is None if the faulty program does not assign it. `difference` is the largest
    |difference| of the numbers kept; None if there is nothing to compare.
    """

    name: str
    right: TracedValue
    wrong: TracedValue | None
    difference: float | None


def steps(
    model: Trained, fault: str, source: Sequence[int], wanted: Sequence[int]
) -> tuple[Step, ...]:
    """Compare the values of both programs, teacher-forced, in the order of the right one."""
    kind, fed = FAULTS[fault], (one_file.BOS, *wanted[:-1])
    part = part_of("decoder" if fault == "cross" else "attention")
    ours = (PATH, part.first, part.last)
    lines, first = inspect.getsourcelines(kind)
    is_whole = issubclass(kind, Transformer)  # its layers are those of the right program
    theirs = ours if is_whole else (Path(__file__), first, first + len(lines) - 1)
    with threads_for(1):
        right = _first_run(with_weights(model), ours, source, fed)
        wrong = _first_run(with_fault(model, fault), theirs, source, fed)
    return tuple(_step(seen, wrong.get(key)) for key, seen in right.items())


def _first_run(
    program: Transformer, lines: tuple[Path, int, int], source: Sequence[int], fed: Sequence[int]
) -> dict[tuple[str, int], TracedValue]:
    """Return each line's first value by (name, number of earlier values with that name)."""
    with LineTracer(*lines) as watch:
        logits_of(program, source, fed)
    named = Counter[str]()
    made = {}
    for seen in (value for runs in watch.visits.values() for value in runs[0]):
        if seen.shape and not seen.name.endswith(".weight") and seen.name != RETURNED:
            made[seen.name, named[seen.name]] = seen
            named[seen.name] += 1
    return made


def _step(right: TracedValue, wrong: TracedValue | None) -> Step:
    if wrong is None or wrong.shape != right.shape:
        return Step(right.name, right, wrong, None)
    both = np.isfinite(right.corner) & np.isfinite(wrong.corner)
    differences = np.abs(right.corner[both] - wrong.corner[both])
    return Step(right.name, right, wrong, float(differences.max(initial=0.0)))
