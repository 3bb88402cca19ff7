"""Report training progress: a progress bar on a terminal, otherwise a line per evaluation."""

from __future__ import annotations

import math
import sys
from datetime import timedelta

from tqdm import tqdm

from explainer.training.state import Progress


class Report:
    """Progress of a run on standard error, from one process only (`speaks`).

    The time left is estimated from the steps since the last start or resume.
    """

    def __init__(self, progress: Progress, last: int, speaks: bool) -> None:
        terminal = sys.stderr.isatty()
        self.progress, self.last = progress, last
        self.first, self.seconds = progress.step, progress.seconds
        self.writes_lines = speaks and not terminal
        self.bar = tqdm(
            total=last,
            initial=progress.step,
            unit="step",
            mininterval=1,
            disable=not (speaks and terminal),
        )

    def show(self, evaluated: bool) -> None:
        """Update the report; call after every step."""
        progress = self.progress
        self.bar.update(progress.step - self.bar.n)
        if self.writes_lines and evaluated:
            print(self.line(), file=sys.stderr, flush=True)
        if progress.step % 10 == 0 and progress.loss_tokens:
            evaluated_before = math.isfinite(progress.best_dev)
            perplexity = math.exp(min(progress.best_dev, 20))
            dev = f" dev ppl {perplexity:.1f}" if evaluated_before else ""
            self.bar.set_postfix_str(
                f"loss {progress.loss_sum / progress.loss_tokens:.3f}{dev}"
                f" {progress.tokens / max(progress.seconds, 1e-9):.0f} tokens/s",
                refresh=False,
            )

    def line(self) -> str:
        """Return the last evaluation and the time left (h:mm:ss)."""
        progress = self.progress
        row = progress.rows[-1]
        pace = (progress.seconds - self.seconds) / (progress.step - self.first)
        left = timedelta(seconds=round(pace * (self.last - progress.step)))
        return (
            f"step {progress.step:,} of {self.last:,}: {left} left,"
            f" training loss {float(row['train_loss']):.3f}, dev loss {float(row['dev_loss']):.3f}"
        )
