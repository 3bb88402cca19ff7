"""The training loop: warm-up schedule, Adam, clipping, bf16, dev loss, early stopping, resuming."""

from __future__ import annotations

import math
import signal
import time
from contextlib import AbstractContextManager
from pathlib import Path
from types import FrameType

import torch
from tqdm import tqdm

from explainer.model import Transformer
from explainer.training.batches import Batch, endless_batches, eval_batches
from explainer.training.loss import dev_loss, training_loss
from explainer.training.prepare import Data
from explainer.training.recipes import Recipe
from explainer.training.schedule import learning_rate
from explainer.training.state import Progress, load_state, save_snapshot, save_state, write_log

SAVE_SECONDS = 120.0


class StopRequest:
    """Remembers SIGINT and SIGTERM, so that the loop ends after a step and saves."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.note)

    def note(self, number: int, frame: FrameType | None) -> None:
        self.asked = True


def autocast(device: torch.device) -> AbstractContextManager[object]:
    """bf16 where the processor multiplies it natively; elsewhere it would be slower."""
    if device.type == "cuda":
        fast = torch.cuda.is_bf16_supported()
    else:
        fast = torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()
    return torch.autocast(device.type, torch.bfloat16, enabled=fast)


class Trainer:
    """One run of a recipe; `run` is its folder."""

    def __init__(self, recipe: Recipe, data: Data, run: Path, device: torch.device) -> None:
        torch.manual_seed(recipe.seed)
        self.recipe, self.data, self.run, self.device = recipe, data, run, device
        self.model = Transformer(recipe.model).to(device)
        self.optimizer = torch.optim.Adam(
            self.model.parameters(), lr=0.0, betas=(0.9, 0.98), eps=1e-9, fused=True
        )
        self.dev = eval_batches(data.dev, recipe.batch_tokens)
        self.progress = Progress()

    def resume(self) -> None:
        """Raises ResumeError."""
        self.progress = load_state(self.run, self.recipe, self.model, self.optimizer)

    def train(self) -> str:
        """Run to the end; returns why it ended: "steps", "patience" or "stopped"."""
        stop, recipe, progress = StopRequest(), self.recipe, self.progress
        batches = endless_batches(
            self.data.train, recipe.batch_tokens, recipe.seed, skip=progress.step
        )
        self.model.train()
        saved = time.monotonic()
        bar = tqdm(total=recipe.max_steps, initial=progress.step, unit="step", mininterval=1)
        with bar:
            while progress.step < recipe.max_steps:
                started = time.monotonic()
                epoch, batch = next(batches)
                self.step(batch)
                progress.epoch = epoch
                if progress.step % recipe.eval_every == 0 or progress.step == recipe.max_steps:
                    self.evaluate()
                    saved = 0.0
                progress.seconds += time.monotonic() - started
                if time.monotonic() - saved > SAVE_SECONDS or stop.asked:
                    save_state(self.run, recipe, progress, self.model, self.optimizer)
                    saved = time.monotonic()
                self.show(bar)
                if stop.asked:
                    return "stopped"
                if progress.evals_since_best >= recipe.patience:
                    return "patience"
        return "steps"

    def step(self, batch: Batch) -> None:
        progress, recipe = self.progress, self.recipe
        progress.step += 1
        rate = learning_rate(progress.step, recipe.model.d_model, recipe.warmup, recipe.lr_factor)
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        tokens = batch.n_tokens
        batch = batch.to(self.device)
        with autocast(self.device):
            loss = training_loss(self.model, batch, recipe.label_smoothing)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), recipe.clip)
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=True)
        progress.tokens += tokens
        progress.loss_sum += float(loss.detach()) * tokens
        progress.loss_tokens += tokens

    def evaluate(self) -> None:
        """Dev loss, a log row, a snapshot for averaging."""
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
        write_log(self.run, progress)
        save_snapshot(self.run, progress.step, self.model, recipe.average)

    def show(self, bar: tqdm[None]) -> None:
        progress = self.progress
        bar.update(progress.step - bar.n)
        if progress.step % 10 == 0 and progress.loss_tokens:
            bar.set_postfix_str(
                f"loss {progress.loss_sum / progress.loss_tokens:.3f}"
                f" dev ppl {math.exp(min(progress.best_dev, 20)):.1f}"
                f" {progress.tokens / max(progress.seconds, 1e-9):.0f} tokens/s",
                refresh=False,
            )
