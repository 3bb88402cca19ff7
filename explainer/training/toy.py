"""A toy model that a reader trains live: settings, training steps, evaluation snapshots.

The model is the project's Transformer, very small, without dropout. Shape suffixes: B rows,
S source tokens, T target tokens, V vocabulary, L layers, H heads, Q queries, K keys.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from explainer.model import ModelConfig, Transformer, padding_mask
from explainer.model.device import without_compiler
from explainer.model.trace import Trace
from explainer.tokenizer import BOS, EOS, PAD
from explainer.training.batches import Batch, make_batch
from explainer.training.toy_tasks import TASKS, Own, Pair, Problem, Rule, Task

ALLOWED: Final[Mapping[str, tuple[Any, ...]]] = {
    "task": TASKS,
    "positions": (True, False),
    "causal": (True, False),
    "heads": (1, 2, 4),
    "layers": (1, 2),
    "d_model": (16, 32, 64),
    "rate": (0.0003, 0.001, 0.003, 0.01, 0.03),
    "warm": (True, False),
    "seed": tuple(range(1, 21)),
    "steps": (500, 1000, 2000, 4000),
}
BATCH: Final = 32
WARMUP: Final = 100  # steps
CLIP: Final = 1.0
EVERY: Final = 50  # steps between evaluations
SHOWN: Final = 8  # held-out rows whose output is kept
TELLING: Final = 6  # letters of the row whose attention is kept
MAX_POSITIONS: Final = 64

Ids = NDArray[np.int16]
Maps = Mapping[str, NDArray[np.float16]]


@dataclass(frozen=True)
class Settings:
    """A reader's settings; every value is one of ALLOWED. Raises ValueError."""

    task: Task = "reverse"
    positions: bool = True
    causal: bool = True
    heads: int = 2
    layers: int = 1
    d_model: int = 32
    rate: float = 0.003
    warm: bool = True
    seed: int = 1
    steps: int = 2000

    def __post_init__(self) -> None:
        for name, values in ALLOWED.items():
            if getattr(self, name) not in values:
                raise ValueError(f"{name}: {getattr(self, name)!r} is not one of {values}")

    def model(self, vocab_size: int) -> ModelConfig:
        """Return the model's configuration."""
        return ModelConfig(
            vocab_size=vocab_size,
            d_model=self.d_model,
            n_heads=self.heads,
            d_ff=2 * self.d_model,
            n_encoder_layers=self.layers,
            n_decoder_layers=self.layers,
            dropout=0.0,
            max_positions=MAX_POSITIONS,
            positions="sinusoidal" if self.positions else "none",
            causal=self.causal,
        )


# Recordings of all of them ship with the app, so that a class can view them without training.
PRESETS: Final[Mapping[str, Settings]] = {
    "reverse": Settings(),
    "no_positions": Settings(positions=False),
    "sort_no_positions": Settings(task="sort", positions=False),
    "no_mask": Settings(causal=False),
    "fast": Settings(rate=0.03, warm=False),
    "copy": Settings(task="copy"),
    "sort": Settings(task="sort"),
    "add": Settings(task="add"),
}


@cache
def rule_of(task: Task) -> Rule:
    """Return the (immutable, cached) problem of a task."""
    return Rule(task)


def problem_of(settings: Settings, own: Own | None = None) -> Problem:
    """Return the settings' problem. Raises ValueError if own pairs are needed but missing."""
    if settings.task != "own":
        return rule_of(settings.task)
    if own is None:
        raise ValueError("own: no pairs")
    return own


@dataclass(frozen=True)
class Snapshot:
    """Metrics of a training state on the held-out rows.

    `train` is the mean training loss since the last snapshot (NaN at step 0), `loss` the
    teacher-forced loss on held-out rows, both in nats per token. `tokens` is the accuracy of
    greedily decoded held-out tokens, `rows` the share of rows without an error. `output_ids`
    (SHOWN, T) are the output ids, PAD after EOS. `maps` are the teacher-forced attention weights
    (L, H, Q, K) of one row (`row_for_maps`) by kind of attention.
    """

    step: int
    rate: float
    train: float
    loss: float
    tokens: float
    rows: float
    output_ids: Ids
    maps: Maps


class Stepper:
    """A training run, one step at a time; deterministic in its settings."""

    def __init__(self, settings: Settings, problem: Problem) -> None:
        self.settings, self.problem = settings, problem
        self.rate = settings.rate  # may be changed between steps
        self.step_count = 0
        self._losses: list[float] = []
        self.model = Transformer(settings.model(problem.tokenizer.vocab_size))
        self.model.reset_parameters(torch.Generator().manual_seed(settings.seed))
        with without_compiler():
            self._adam = torch.optim.Adam(
                self.model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9
            )
        self._held_out = self._batch(problem.held_out)

    def step(self) -> float:
        """Train on one batch; return its loss in nats per token, non-finite after divergence."""
        self.step_count += 1
        self._adam.param_groups[0]["lr"] = self.rate_now()
        seed = f"{self.settings.seed}-{self.step_count}"
        batch = self._batch(self.problem.draw(BATCH, seed))
        loss = loss_of(self.model, batch)
        with without_compiler():
            self._adam.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(self.model.parameters(), CLIP)
            self._adam.step()
        self._losses.append(float(loss.detach()))
        return self._losses[-1]

    def weights(self) -> dict[str, Tensor]:
        """Return a copy of the current weights."""
        return {name: value.clone() for name, value in self.model.state_dict().items()}

    def rate_now(self) -> float:
        """Return this step's learning rate, with linear warm-up if chosen."""
        risen = min(1.0, self.step_count / WARMUP) if self.settings.warm else 1.0
        return self.rate * risen

    @torch.inference_mode()
    def evaluate(self) -> Snapshot:
        """Measure a snapshot of the current weights."""
        batch, train = self._held_out, self._losses
        output_BT = decode_greedily(self.model, batch.src_BS, batch.wanted_BT.shape[1])
        tokens, rows = accuracies(output_BT.numpy(), batch.wanted_BT.numpy())
        snapshot = Snapshot(
            step=self.step_count,
            rate=self.rate_now(),
            train=sum(train) / len(train) if train else float("nan"),
            loss=float(loss_of(self.model, batch)),
            tokens=tokens,
            rows=rows,
            output_ids=output_BT[:SHOWN].numpy().astype(np.int16),
            maps=maps_of(self.model, self._batch([row_for_maps(self.problem.held_out)])),
        )
        self._losses = []
        return snapshot

    def _batch(self, pairs: Sequence[Pair]) -> Batch:
        encode = self.problem.tokenizer.encode_ids
        sources, targets = (encode(side) for side in zip(*pairs, strict=True))
        return make_batch(list(zip(sources, targets, strict=True)))


def row_for_maps(pairs: Sequence[Pair]) -> Pair:
    """Return the row whose attention is kept: the first of TELLING letters, else the longest."""
    matching = (pair for pair in pairs if len(pair[0]) == TELLING)
    return next(matching, None) or max(pairs, key=lambda pair: len(pair[0]))


def loss_of(model: Transformer, batch: Batch) -> Tensor:
    """Return the mean teacher-forced cross-entropy of the target tokens without PAD, in nats."""
    logits_BTV = model(batch.src_BS, batch.fed_BT)
    real_BT = batch.wanted_BT != PAD
    return F.cross_entropy(logits_BTV[real_BT], batch.wanted_BT[real_BT])


def decode_greedily(model: Transformer, src_BS: Tensor, length: int) -> Tensor:
    """Decode greedily, (B, T); PAD after the first EOS."""
    src_mask = padding_mask(src_BS)
    memory_BSD = model.encode(src_BS, src_mask)
    read_BT = torch.full_like(src_BS[:, :1], BOS)
    ended_B1 = torch.zeros_like(read_BT, dtype=torch.bool)
    for _ in range(length):
        x_BTD = model.decode(read_BT, memory_BSD, src_mask)
        chosen_B1 = model.project(x_BTD[:, -1:]).argmax(-1)
        read_BT = torch.cat([read_BT, chosen_B1.masked_fill(ended_B1, PAD)], dim=1)
        ended_B1 = ended_B1 | (chosen_B1 == EOS)
    return read_BT[:, 1:]


def accuracies(output_BT: NDArray[Any], wanted_BT: NDArray[Any]) -> tuple[float, float]:
    """Return the accuracy by token and by whole row."""
    real_BT = wanted_BT != PAD
    right_BT = output_BT == wanted_BT
    return float(right_BT[real_BT].mean()), float((right_BT | ~real_BT).all(axis=1).mean())


def maps_of(model: Transformer, batch: Batch) -> Maps:
    """Return a row's teacher-forced attention weights (L, H, Q, K) by kind of attention."""
    trace, layers = Trace(), model.config.n_decoder_layers
    with torch.no_grad():
        model(batch.src_BS, batch.fed_BT, trace)
    names = {"encoder": "encoder.{}.self_attn", "decoder": "decoder.{}.self_attn"}
    names["cross"] = "decoder.{}.cross_attn"
    return {
        kind: torch.stack([trace[f"{name.format(layer)}.weights"][0] for layer in range(layers)])
        .numpy()
        .astype(np.float16)
        for kind, name in names.items()
    }


def guess_accuracy(pairs: Sequence[Pair]) -> float:
    """Return the expected token accuracy when the order of a row's known letters is guessed.

    In a row of distinct letters one letter is right on average, and so is EOS.
    """
    return 2 * len(pairs) / sum(len(target) + 1 for _, target in pairs)


def train(settings: Settings, problem: Problem | None = None) -> tuple[Stepper, list[Snapshot]]:
    """Train to the end, with a snapshot before the first step and after every EVERY steps."""
    stepper = Stepper(settings, problem or problem_of(settings))
    snapshots = [stepper.evaluate()]
    while stepper.step_count < settings.steps:
        stepper.step()
        if stepper.step_count % EVERY == 0:
            snapshots.append(stepper.evaluate())
    return stepper, snapshots
