"""Accuracy at copying and reversing, by length: `python -m explainer.training.studies.bottleneck`.

A GRU encoder-decoder without attention, one with additive attention and a Transformer of about the
same size learn to copy or reverse rows of 3 to 30 digits. Writes explainer/data/bottleneck.json:
the share of rows without an error, by length, and the Transformer's errors at reversing the
longest rows, which longer training fixes. `--only` names the runs (`copy-gru`, `why`) to repeat;
other results are kept.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import torch

from explainer.data.recurrent import TOYS
from explainer.decoding import DecodeOptions, decode
from explainer.model import ModelConfig, pad
from explainer.model.kinds import Config, Network, make_network, stepper, weights_of
from explainer.model.rnn import RecurrentConfig
from explainer.model.store import write_atomically
from explainer.tokenizer import EOS
from explainer.training.batches import IdPair, make_batch
from explainer.training.loss import training_loss
from explainer.training.schedule import decay_factor

DIGITS: Final = tuple(range(EOS + 1, EOS + 11))
LENGTHS: Final = range(3, 31)
TASKS: Final = ("copy", "reverse")
STEPS, ROWS, WARMUP, RATE = 2000, 64, 100, 3e-3
EACH: Final = 100  # test rows per length
SEED: Final = 1
WHY: Final = "why"  # the run that analyses errors
LONGER: Final = 3  # times as many steps
BESIDE: Final = 2  # positions from the right one
V: Final = EOS + 1 + len(DIGITS)
MODELS: Final[dict[str, Config]] = {
    "gru": RecurrentConfig(V, "gru", d_embed=32, d_hidden=90, dropout=0.0),
    "gru-bahdanau": RecurrentConfig(
        V, "gru-bahdanau", d_embed=32, d_hidden=64, d_attention=64, dropout=0.0
    ),
    "transformer": ModelConfig(
        V, d_model=48, n_heads=4, d_ff=128, n_encoder_layers=2, n_decoder_layers=2, dropout=0.0
    ),
}


def rows(task: str, length: int, count: int, rng: random.Random) -> list[IdPair]:
    """Return random rows of digits with their targets, both ending with EOS."""
    made = []
    for _ in range(count):
        digits = rng.choices(DIGITS, k=length)
        wanted = digits if task == "copy" else digits[::-1]
        made.append(([*digits, EOS], [*wanted, EOS]))
    return made


def train(config: Config, task: str, steps: int = STEPS) -> Network:
    """Train a network; each batch has one length, uniform in LENGTHS. Linear warm-up and decay."""
    torch.manual_seed(SEED)
    rng = random.Random(f"{SEED}-{task}")
    network = make_network(config)
    optimizer = torch.optim.Adam(network.parameters(), betas=(0.9, 0.98), eps=1e-9)
    for step in range(1, steps + 1):
        rate = RATE * min(1.0, step / WARMUP, decay_factor(step, steps, steps - WARMUP))
        for group in optimizer.param_groups:
            group["lr"] = rate
        batch = make_batch(rows(task, rng.choice(LENGTHS), ROWS, rng))
        training_loss(network, batch, 0.0).backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
    return network.requires_grad_(False).eval()


def accuracy(network: Network, task: str, length: int, each: int = EACH) -> float:
    """Return the share of rows decoded greedily without an error, EOS included."""
    right = [written == wanted for written, wanted in answers(network, task, length, each)]
    return sum(right) / len(right)


@torch.inference_mode()
def answers(
    network: Network, task: str, length: int, each: int = EACH
) -> list[tuple[list[int], list[int]]]:
    """Decode every test row greedily; return (output, target) pairs."""
    pairs = rows(task, length, each, random.Random(f"test-{task}-{length}"))
    step = stepper(weights_of(network), pad([source for source, _ in pairs]))
    options = DecodeOptions(method="greedy", n_best=1, max_length=length + 5)
    hypotheses = decode(step, len(pairs), options).hypotheses
    return [
        (list(best[0].ids), target) for best, (_, target) in zip(hypotheses, pairs, strict=True)
    ]


def mistakes(rows: Sequence[tuple[list[int], list[int]]]) -> dict[str, float]:
    """Return the token accuracy and how often the first error is a digit from nearby.

    "beside" is the share of wrong rows whose first wrong digit occurs within BESIDE positions in
    the target, "chance" that share for a random wrong digit.
    """
    right = total = 0
    beside, chance = list[bool](), list[float]()
    for written, wanted in rows:
        same = [a == b for a, b in zip(written, wanted, strict=False)]
        right, total = right + sum(same), total + len(wanted)
        if False in same[:-1]:
            i = same.index(False)
            near = {*wanted[max(0, i - BESIDE) : i + BESIDE + 1]} - {wanted[i], EOS}
            beside.append(written[i] in near)
            chance.append(len(near) / (len(DIGITS) - 1))
    count = max(1, len(beside))
    return {"tokens": right / total, "beside": sum(beside) / count, "chance": sum(chance) / count}


def why(task: str, name: str, steps: int) -> dict[str, Any]:
    """Analyse a model's errors on the longest rows, and its accuracy after more steps."""
    found = mistakes(answers(train(MODELS[name], task, steps), task, LENGTHS[-1]))
    shares = {kind: round(share, 3) for kind, share in found.items()}
    longer = result(task, name, LONGER * steps)
    return {"task": task, "model": name, **shares, "longer": longer}


def result(task: str, name: str, steps: int) -> dict[str, Any]:
    """Train a network and return its accuracy by length."""
    network = train(MODELS[name], task, steps)
    return {
        "task": task,
        "model": name,
        "parameters": network.n_parameters(),
        "steps": steps,
        "accuracy": {str(length): accuracy(network, task, length) for length in LENGTHS},
    }


def write(
    path: Path, results: Sequence[dict[str, Any]], reason: Mapping[str, Any] | None = None
) -> None:
    """Write the results as JSON."""
    about = {"rows_a_length": EACH, "batch": ROWS, "rate": RATE, "seed": SEED, WHY: reason}
    text = json.dumps({**about, "results": list(results)}, indent=None)
    write_atomically(path, text.replace('{"task"', '\n{"task"').encode() + b"\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    names = [f"{task}-{name}" for task in TASKS for name in MODELS]
    names.append(WHY)
    parser.add_argument("--only", nargs="*", default=names, metavar="RUN", help=", ".join(names))
    parser.add_argument("--out", type=Path, default=TOYS)
    parser.add_argument("--steps", type=int, default=STEPS)
    args = parser.parse_args()
    torch.set_num_threads(1)
    old = json.loads(args.out.read_text("utf-8")) if args.out.exists() else {}
    results = {f"{row['task']}-{row['model']}": row for row in old.get("results", [])}
    reason = old.get(WHY)
    for name in (name for name in names if name in args.only):
        began = time.process_time()
        task, _, model = name.partition("-")
        if name == WHY:
            latest = reason = why("reverse", "transformer", args.steps)
        else:
            latest = results[name] = result(task, model, args.steps)
        print(name, f"{time.process_time() - began:.0f} s", latest, flush=True)
        write(args.out, [results[name] for name in names if name in results], reason)


if __name__ == "__main__":
    main()
