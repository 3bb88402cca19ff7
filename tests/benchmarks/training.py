"""Training steps of ours beside a plain `nn.Transformer` loop: same shape, batches, weights."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import torch
from torch import Tensor, nn

from explainer.model import Transformer, causal_mask
from explainer.model.embedding import sinusoidal_positions
from explainer.tokenizer import PAD
from explainer.training.batches import Batch, epoch_batches, make_batch
from explainer.training.loop import Trainer
from explainer.training.prepare import Data, prepare
from explainer.training.recipe import Recipe
from explainer.training.recipes import find_recipe
from explainer.training.schedule import learning_rate
from tests.benchmarks.timing import table
from tests.model.test_transformer import copy_attention, copy_common

RECIPE = "en-de"
TURNS, STEPS = 6, 10


class Plain(nn.Module):
    """`nn.Transformer` with one shared matrix, started from the weights of ours."""

    def __init__(self, ours: Transformer, dropout: float) -> None:
        super().__init__()
        c = ours.config
        self.d_model, self.dropout = c.d_model, nn.Dropout(dropout)
        self.matrix = nn.Parameter(ours.matrix.detach().clone())
        self.body = nn.Transformer(
            c.d_model,
            c.n_heads,
            c.n_encoder_layers,
            c.n_decoder_layers,
            c.d_ff,
            dropout,
            batch_first=True,
        )
        self.body.encoder.norm = self.body.decoder.norm = None  # the paper has none after a stack
        self.register_buffer("positions", sinusoidal_positions(c.max_positions, c.d_model))
        with torch.no_grad():
            mine: Any
            for mine, theirs in zip(ours.encoder, self.body.encoder.layers, strict=True):
                copy_attention(theirs.self_attn, mine.self_attn)
                copy_common(mine, theirs, ("add1", "add2"))
            for mine, theirs in zip(ours.decoder, self.body.decoder.layers, strict=True):
                copy_attention(theirs.self_attn, mine.self_attn)
                copy_attention(theirs.multihead_attn, mine.cross_attn)
                copy_common(mine, theirs, ("add1", "add2", "add3"))

    def embed(self, ids: Tensor) -> Tensor:
        positions = self.get_buffer("positions")[: ids.shape[1]]
        return self.dropout(self.matrix[ids] * self.d_model**0.5 + positions)

    def forward(self, batch: Batch) -> Tensor:
        padding = batch.src_BS == PAD
        x = self.body(
            self.embed(batch.src_BS),
            self.embed(batch.fed_BT),
            tgt_mask=~causal_mask(batch.fed_BT.shape[1])[0, 0],
            src_key_padding_mask=padding,
            memory_key_padding_mask=padding,
        )
        return x @ self.matrix.T


class PlainTrainer:
    """The loop most tutorials write: float32, logits everywhere, padding ignored in the loss."""

    def __init__(self, model: Transformer, recipe: Recipe) -> None:
        self.recipe, self.steps = recipe, 0
        self.model = Plain(model, recipe.model.dropout).train()
        self.optimizer = torch.optim.Adam(self.model.parameters(), betas=(0.9, 0.98), eps=1e-9)
        self.loss = nn.CrossEntropyLoss(ignore_index=PAD, label_smoothing=recipe.label_smoothing)

    def step(self, batch: Batch) -> float:
        self.steps += 1
        r = self.recipe
        for group in self.optimizer.param_groups:
            group["lr"] = learning_rate(self.steps, r.model.d_model, r.warmup, r.lr_factor)
        logits = self.model(batch)
        loss = self.loss(logits.flatten(0, 1), batch.wanted_BT.flatten())
        self.optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), r.clip)
        self.optimizer.step()
        return float(loss)


def tokens_of(data: Data, batches: list[list[int]]) -> int:
    return sum(len(data.train[i][1]) for indices in batches for i in indices)


def batch_of(data: Data, indices: list[int]) -> Batch:
    return make_batch([data.train[i] for i in indices])


def run(corpora: Path, threads: int) -> None:
    """Print tokens a second of two loops taking turns over the same batches."""
    torch.set_num_threads(threads)
    recipe = find_recipe(RECIPE)
    with TemporaryDirectory() as folder:
        speeds(recipe, prepare(recipe, corpora, Path(folder), Path(folder)), Path(folder))


def speeds(recipe: Recipe, data: Data, folder: Path) -> None:
    groups = epoch_batches(data.train, recipe.batch_tokens, recipe.seed, 0)
    ours = Trainer(recipe, data, folder, torch.device("cpu"))
    assert isinstance(ours.model, Transformer)
    ours.model.train()
    plain = PlainTrainer(ours.model, recipe)
    steps: dict[str, Callable[[list[int]], object]] = {
        "ours": ours.step,
        "nn.Transformer": lambda indices: plain.step(batch_of(data, indices)),
    }
    found: dict[str, list[float]] = {name: [] for name in steps}
    for turn in range(TURNS + 1):
        batches = groups[turn * STEPS : (turn + 1) * STEPS]
        for name, step in steps.items():
            started = time.perf_counter()
            for indices in batches:
                step(indices)
            speed = tokens_of(data, batches) / (time.perf_counter() - started)
            if turn:  # the first turn warms up
                found[name].append(speed)
    medians = {name: statistics.median(values) for name, values in found.items()}
    rows = [
        (name, f"{value:,.0f}", f"{medians['ours'] / value:.2f}") for name, value in medians.items()
    ]
    print(table(("training, target tokens a second", "median", "ours is x"), rows))
