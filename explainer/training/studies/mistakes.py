"""Train small models with common mistakes: `python -m explainer.training.studies.mistakes FILE`.

A small Transformer learns to reverse a row of symbols, once correctly and once with each mistake;
FILE gets the curves as JSON. All runs of a seed start from the same weights and see the same
batches in the same order. About a minute per run on one core.

Shape suffixes: B sentences, T target symbols, V vocabulary.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import torch
import torch.nn.functional as F
from torch import Tensor
from tqdm import tqdm

from explainer.model import ModelConfig, Transformer, padding_mask
from explainer.tokenizer import BOS, EOS, PAD
from explainer.training.batches import Batch, IdPair, make_batch
from explainer.training.schedule import learning_rate

FIRST: Final = 4  # id of the first symbol, after PAD, UNK, BOS and EOS


@dataclass(frozen=True)
class Toy:
    """Settings shared by all runs. `lengths` are the fewest and most symbols in a row."""

    symbols: int = 16
    lengths: tuple[int, int] = (2, 10)
    d_model: int = 32
    n_heads: int = 4
    d_ff: int = 128
    n_layers: int = 2
    dropout: float = 0.1
    batch: int = 32
    steps: int = 1000
    warmup: int = 250
    factor: float = 0.7  # as ko-en-base
    clip: float = 1.0
    every: int = 50  # steps between two measurements
    held_out: int = 128


@dataclass(frozen=True)
class Mistake:
    """How a run differs from the correct one.

    `warm` False uses the peak learning rate from the first step; `over_pad` counts PAD in the loss;
    `times` multiplies all rates.
    """

    id: str
    seed: int
    warm: bool = True
    over_pad: bool = False
    times: float = 1.0


RUNS: Final = (
    Mistake("usual", 1),
    Mistake("over_pad", 1, over_pad=True),
    Mistake("fast", 1, times=2.0),
    Mistake("fast_no_warmup", 1, warm=False, times=2.0),
)


@dataclass
class Curves:
    """Learning curves, one entry per measurement.

    `train` is the mean training loss since the previous measurement, in nats, as the run minimises
    it; `loss` (nats) and `forced` (accuracy) are teacher-forced on held-out symbols without PAD;
    `free` is the share of held-out rows decoded greedily without an error.
    """

    step: list[int] = field(default_factory=list)
    rate: list[float] = field(default_factory=list)
    train: list[float] = field(default_factory=list)
    loss: list[float] = field(default_factory=list)
    forced: list[float] = field(default_factory=list)
    free: list[float] = field(default_factory=list)


def rows(toy: Toy, count: int, seed: str) -> list[IdPair]:
    """Return pairs (row, reversed row), both with EOS, deterministic by seed."""
    rng = random.Random(seed)
    pairs = []
    for _ in range(count):
        row = [FIRST + rng.randrange(toy.symbols) for _ in range(rng.randint(*toy.lengths))]
        pairs.append(([*row, EOS], [*row[::-1], EOS]))
    return pairs


def loss_of(logits_BTV: Tensor, wanted_BT: Tensor, over_pad: bool) -> Tensor:
    """Return the mean cross-entropy in nats over the real symbols, or PAD as well."""
    counted = torch.ones_like(wanted_BT, dtype=torch.bool) if over_pad else wanted_BT != PAD
    return F.cross_entropy(logits_BTV[counted], wanted_BT[counted])


def rate_of(toy: Toy, mistake: Mistake, step: int) -> float:
    """Return the learning rate of a step."""
    effective = step if mistake.warm else max(step, toy.warmup)
    return learning_rate(effective, toy.d_model, toy.warmup, toy.factor * mistake.times)


def train(toy: Toy, mistake: Mistake) -> Curves:
    """Train one run and return its curves; reproducible on the same machine."""
    torch.manual_seed(mistake.seed)
    model = Transformer(
        ModelConfig(
            vocab_size=FIRST + toy.symbols,
            d_model=toy.d_model,
            n_heads=toy.n_heads,
            d_ff=toy.d_ff,
            n_encoder_layers=toy.n_layers,
            n_decoder_layers=toy.n_layers,
            dropout=toy.dropout,
        )
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9)
    held_out = make_batch(rows(toy, toy.held_out, "held out"))
    curves, sums = Curves(), []
    for step in tqdm(range(1, toy.steps + 1), desc=f"{mistake.id} {mistake.seed}", mininterval=5):
        rate = rate_of(toy, mistake, step)
        optimizer.param_groups[0]["lr"] = rate
        batch = make_batch(rows(toy, toy.batch, f"{mistake.seed}-{step}"))
        logits_BTV = model(batch.src_BS, batch.fed_BT)
        loss = loss_of(logits_BTV, batch.wanted_BT, mistake.over_pad)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), toy.clip)
        optimizer.step()
        sums.append(float(loss.detach()))
        if step % toy.every == 0:
            curves.step.append(step)
            curves.rate.append(rate)
            curves.train.append(sum(sums) / len(sums))
            sums.clear()
            measure(model, held_out, curves)
    return curves


@torch.inference_mode()
def measure(model: Transformer, batch: Batch, curves: Curves) -> None:
    """Add a measurement on held-out rows, without dropout, to the curves."""
    model.eval()
    logits_BTV = model(batch.src_BS, batch.fed_BT)
    real_BT = batch.wanted_BT != PAD
    right_BT = (logits_BTV.argmax(-1) == batch.wanted_BT)[real_BT]
    curves.loss.append(float(loss_of(logits_BTV, batch.wanted_BT, False)))
    curves.forced.append(float(right_BT.float().mean()))
    curves.free.append(float((free(model, batch) | ~real_BT).all(1).float().mean()))
    model.train()


def free(model: Transformer, batch: Batch) -> Tensor:
    """Decode greedily and return where the output is correct, (B, T)."""
    src_mask = padding_mask(batch.src_BS)
    memory_BSD = model.encode(batch.src_BS, src_mask)
    read_BT = torch.full_like(batch.wanted_BT[:, :1], BOS)
    for _ in range(batch.wanted_BT.shape[1]):
        x_BTD = model.decode(read_BT, memory_BSD, src_mask)
        chosen_B1 = model.project(x_BTD[:, -1:]).argmax(-1)
        read_BT = torch.cat([read_BT, chosen_B1], dim=1)
    return read_BT[:, 1:] == batch.wanted_BT


def record(toy: Toy, runs: Sequence[Mistake]) -> dict[str, Any]:
    """Train all runs; return settings and rounded curves for the JSON file."""
    rows = []
    for run in runs:
        curves = {
            name: [round(value, 5) for value in values]
            for name, values in vars(train(toy, run)).items()
        }
        rows.append({"id": run.id, "seed": run.seed, **curves})
    return {"toy": vars(toy), "torch": torch.__version__, "runs": rows}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path, help="the JSON file to write")
    file: Path = parser.parse_args().file
    torch.set_num_threads(1)
    text = json.dumps(record(Toy(), RUNS), separators=(",", ":"))
    file.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
