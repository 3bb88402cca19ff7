"""The training loop: warm-up schedule, Adam, clipping, bf16, dev loss, early stopping, resuming."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from types import FrameType

import torch

from explainer.model.kinds import make_network
from explainer.training.batches import IdPair, endless_batches, eval_batches, make_batch
from explainer.training.embeddings import take_embeddings
from explainer.training.loss import dev_loss
from explainer.training.parallel import Group, loss_module
from explainer.training.prepare import Data, resample_pair
from explainer.training.recipe import Recipe
from explainer.training.reporting import Report
from explainer.training.schedule import decay_factor, learning_rate
from explainer.training.state import (
    Progress,
    load_start,
    load_state,
    save_history,
    save_snapshot,
    save_state,
    write_log,
)

SAVE_SECONDS = 120.0
ALONE = Group()


class StopRequest:
    """Records SIGINT and SIGTERM, so that the loop finishes the step, saves and ends."""

    def __init__(self) -> None:
        self.requested = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.note)

    def note(self, number: int, frame: FrameType | None) -> None:
        """Record the request (signal handler)."""
        self.requested = True


def autocast(device: torch.device) -> AbstractContextManager[object]:
    """Use bf16 if the hardware supports it natively; otherwise it would be slower."""
    if device.type == "cuda":
        fast = torch.cuda.is_bf16_supported()
    else:
        fast = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.autocast(device.type, torch.bfloat16, enabled=fast)


class Trainer:
    """One run of a recipe; `run` is its folder, `group` the processes that share the work."""

    def __init__(
        self, recipe: Recipe, data: Data, run: Path, device: torch.device, group: Group = ALONE
    ) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.data, self.run, self.device = recipe, data, run, device
        self.group = group
        self.model = make_network(recipe.model).to(device)
        self.loss = loss_module(self.model, recipe.label_smoothing, group)
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True
        )
        self.dev = eval_batches(data.dev, recipe.batch_tokens)
        self.progress = Progress(sha256={p.name: digest for p, digest in data.files.items()})

    def begin(self, models: Path) -> None:
        """Initialise from the recipe's `start` model or `embeddings`, if any.

        Raises CheckpointError.
        """
        if self.recipe.embeddings is not None:
            take_embeddings(models / self.recipe.embeddings, self.model)
        if self.recipe.start is not None:
            start, files = models / self.recipe.start, self.progress.sha256
            tokenizer = self.data.tokenizer
            self.progress = load_start(start, self.run, self.model, files, tokenizer)

    def resume(self) -> None:
        """Continue a saved run; the random numbers are the same only with one process.

        Raises ResumeError.
        """
        self.progress = load_state(
            self.run, self.recipe, self.model, self.optimizer, self.data.files
        )

    def train(self) -> str:
        """Run to the end and return why it ended: "steps", "patience" or "stopped"."""
        stop, recipe, progress = StopRequest(), self.recipe, self.progress
        batches = self.batches()
        self.model.train()
        if self.group.rank:  # a different dropout in each process
            torch.manual_seed(hash((recipe.seed, self.group.rank, progress.step)))
        self.keep_history()
        saved = time.monotonic()
        report = Report(progress, recipe.max_steps, self.group.is_main)
        with report.bar:
            while progress.step < recipe.max_steps:
                started = time.monotonic()
                progress.epoch, indices = next(batches)
                requested = self.step(indices, stop.requested)
                due = progress.step % recipe.eval_every == 0 or progress.step == recipe.max_steps
                if due:
                    self.evaluate()
                    saved = 0.0
                self.keep_history()
                progress.seconds += time.monotonic() - started
                if time.monotonic() - saved > SAVE_SECONDS or requested:
                    if self.group.is_main:
                        save_state(self.run, recipe, progress, self.model, self.optimizer)
                    saved = time.monotonic()
                report.show(evaluated=due)
                if requested:
                    return "stopped"
                if progress.evals_since_best >= recipe.patience:
                    return "patience"
        return "steps"

    def batches(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the remaining (epoch, indices) of batches; the last ones have real pairs only."""
        recipe, done = self.recipe, self.progress.step
        mixed = recipe.max_steps - recipe.real_steps
        whole = endless_batches(self.data.train, recipe.batch_tokens, recipe.seed, skip=done)
        yield from islice(whole, max(0, mixed - done))
        rest = max(0, done - mixed)
        yield from endless_batches(self.data.real, recipe.batch_tokens, recipe.seed, skip=rest)

    def keep_history(self) -> None:
        """Save the weights permanently, at the steps of the recipe's `history`."""
        if self.progress.step in self.recipe.history and self.group.is_main:
            save_history(self.run, self.progress, self.model)

    def step(self, indices: list[int], stop: bool = False) -> bool:
        """Update once on these pairs; return whether any process was asked to stop.

        DistributedDataParallel averages the processes' gradients; weighting each loss by its share
        of the tokens turns that into the gradient of the whole batch.
        """
        progress, recipe = self.progress, self.recipe
        progress.step += 1
        rate = learning_rate(progress.step, recipe.model.d_model, recipe.warmup, recipe.lr_factor)
        rate *= decay_factor(progress.step, recipe.max_steps, recipe.decay)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        batch = make_batch(self.pairs(self.group.share(indices)))
        counts = self.group.has_share(indices)
        own = batch.n_tokens if counts else 0
        batch = batch.to(self.device)
        with autocast(self.device):
            loss = self.loss(batch)
        value = float(loss.detach()) * own
        total, tokens, requested = self.group.totals((value, own, stop), self.device)
        (loss * (own * self.group.size / tokens)).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), recipe.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        progress.tokens += int(tokens)
        progress.loss_sum += total
        progress.loss_tokens += int(tokens)
        return requested > 0

    def pairs(self, indices: list[int]) -> list[IdPair]:
        """Return the training pairs of this step, resampled if the recipe says so.

        A resampled pair much longer than the rest of its batch, which would be padded to its
        length, is replaced by the original.
        """
        data, recipe = self.data, self.recipe
        stored = [data.train[index] for index in indices]
        if not data.texts:
            return stored
        longest = max(len(side) for pair in stored for side in pair)
        most = min(recipe.max_tokens, longest + longest // 4 + 3)
        seeds = (f"{recipe.seed}-{self.progress.step}-{index}" for index in indices)
        drawn = [resample_pair(data, i, recipe, s) for i, s in zip(indices, seeds, strict=True)]
        return [
            new if max(map(len, new)) <= most else old
            for new, old in zip(drawn, stored, strict=True)
        ]

    def evaluate(self) -> None:
        """Measure the dev loss, log a row and save a snapshot for averaging."""
        progress, recipe = self.progress, self.recipe
        with autocast(self.device):
            dev = dev_loss(self.model, self.dev, self.device)
        better = dev < progress.best_dev
        progress.best_dev = min(dev, progress.best_dev)
        progress.evals_since_best = 0 if better else progress.evals_since_best + 1
        rate = self.optimizer.param_groups[0]["lr"]
        progress.rows.append(
            {
                "step": progress.step,
                "epoch": progress.epoch,
                "tokens": progress.tokens,
                "seconds": round(progress.seconds, 1),
                "learning_rate": f"{rate:.6g}",
                "train_loss": f"{progress.loss_sum / progress.loss_tokens:.5f}",
                "dev_loss": f"{dev:.5f}",
            }
        )
        progress.loss_sum, progress.loss_tokens = 0.0, 0
        if self.group.is_main:
            write_log(self.run, progress)
            save_snapshot(self.run, progress, self.model, recipe.average)
