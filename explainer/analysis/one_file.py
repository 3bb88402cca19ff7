"""Run the one-file Transformer with a trained model's weights and trace its lines.

The program is `explainer.model.one_file`, the unchanged file that a reader can download.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

import torch
from torch import Tensor

from explainer.analysis.line_tracer import LineTracer, Visits
from explainer.model import ModelConfig, one_file
from explainer.model.device import threads_for, without_compiler
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer

PATH: Final = Path(one_file.__file__)
MARK: Final = re.compile(r"^# \[(\w+)\] ")
TOTAL: Final = {  # our names of a layer's parts -> the file's names, which are PyTorch's
    "add1.norm": "norm1",
    "add2.norm": "norm2",
    "add3.norm": "norm3",
    "ffn.expand": "linear1",
    "ffn.contract": "linear2",
}


@dataclass(frozen=True)
class Part:
    """Lines `first` to `last` of the file, from 1, inclusive."""

    id: str
    first: int
    last: int


@cache
def parts() -> tuple[Part, ...]:
    """Split the file into parts; each begins with a comment `# [name] ...`."""
    lines = source().splitlines()
    starts = [(m[1], n) for n, line in enumerate(lines, 1) if (m := MARK.match(line))]
    ends = [*(n - 1 for _, n in starts[1:]), len(lines)]
    file_parts = []
    for (name, first), last in zip(starts, ends, strict=True):
        while not lines[last - 1].strip():
            last -= 1  # noqa: PLW2901
        file_parts.append(Part(name, first, last))
    return tuple(file_parts)


def part_of(name: str) -> Part:
    """Return the part of this name."""
    return next(part for part in parts() if part.id == name)


@cache
def source() -> str:
    """Return the source text of the program; cached."""
    return PATH.read_text(encoding="utf-8")


def fits(config: ModelConfig) -> bool:
    """Return whether a model has the paper's architecture, the only one the file implements."""
    same = config.n_encoder_layers == config.n_decoder_layers
    plain = config.activation == "relu" and config.tied and not config.output_bias
    paper = config.norm == "post" and config.positions == "sinusoidal" and config.causal
    return same and plain and paper


def fits_card(sizes: Mapping[str, Any]) -> bool:
    """Same as `fits`, for the "model" part of a model's card."""
    return fits(ModelConfig.from_dict(sizes))


def state_of(model: Transformer) -> dict[str, Tensor]:
    """Return a trained model's weights under the file's parameter names."""
    state = {"embedding.matrix": model.matrix.detach()}
    for name, value in model.state_dict().items():
        if name != "matrix":
            for ours, theirs in TOTAL.items():
                name = name.replace(ours, theirs)  # noqa: PLW2901
            state[name] = value
    return state


def build(config: ModelConfig, kind: type[one_file.Transformer]) -> one_file.Transformer:
    """Build the program with fixed random weights and without dropout."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        return kind(
            config.vocab_size,
            config.d_model,
            config.n_heads,
            config.d_ff,
            config.n_encoder_layers,
            dropout=0.0,
        ).eval()


# One program per loaded model: initialising random weights, later replaced, takes longer than a
# forward pass.
_programs: WeakKeyDictionary[Transformer, one_file.Transformer] = WeakKeyDictionary()


def with_weights(model: Transformer) -> one_file.Transformer:
    """Return the program with the weights of `model`, shared, not copied; read-only.

    Raises ValueError unless the model has the paper's architecture.
    """
    if not fits(model.config):
        raise ValueError("the file has no variants: post-norm, sinusoidal positions, causal mask")
    program = _programs.get(model)
    if program is None:
        program = build(model.config, one_file.Transformer)
        program.load_state_dict(state_of(model), assign=True)
        _programs[model] = program.requires_grad_(False)
    return program


Ids = Sequence[int]


def row(ids: Ids) -> Tensor:
    """Make a batch (1, length) of one row of ids."""
    return torch.tensor([list(ids)])


def logits_of(program: one_file.Transformer, source_ids: Ids, fed: Ids) -> Tensor:
    """Return teacher-forced logits (T, V)."""
    with torch.no_grad():
        logits: Tensor = program(row(source_ids), row(fed))[0]
    return logits


def trace_part(model: Transformer, name: str, source_ids: Ids, target: Ids) -> Visits:
    """Run part `name` on a sentence and its translation (with BOS and EOS) and trace its lines.

    The training step works on a copy of the weights.
    """
    part = part_of(name)
    program = with_weights(model)
    src, tgt = row(source_ids), row(target)
    learns = name == "training"
    if learns:
        program = copy.deepcopy(program).requires_grad_(True)
    with (
        threads_for(1),
        without_compiler(),
        torch.set_grad_enabled(learns),
        LineTracer(PATH, part.first, part.last) as seen,
    ):
        if learns:
            one_file.train(program, [(src, tgt)])
        elif name == "greedy":
            one_file.greedy_search(program, src)
        elif name == "beam":
            one_file.beam_search(program, src)
        else:
            if name == "embedding":
                one_file.sinusoids(len(source_ids), model.config.d_model)
            program(src, tgt[:, :-1])
    return seen.visits


def difference(model: Transformer, source_ids: Ids, fed: Ids) -> float:
    """Return max |difference| between the file's logits and the engine's, teacher-forced."""
    src, tgt = row(source_ids), row(fed)
    with threads_for(1), torch.no_grad():
        return float((with_weights(model)(src, tgt) - model(src, tgt, Trace())).abs().max())
