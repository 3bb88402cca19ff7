"""Where the model runs: the one place that decides."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

import torch

VARIABLE = "EXPLAINER_DEVICE"
FEW_ROWS = 8


def choose_device() -> torch.device:
    """CUDA when there is one, else the CPU; `EXPLAINER_DEVICE` overrides ("cpu", "cuda:1").

    Raises ValueError when the variable names a device this machine does not have.
    """
    wanted = os.environ.get(VARIABLE, "").strip()
    if not wanted:
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(wanted)
        torch.empty(0, device=device)
    except (RuntimeError, AssertionError) as error:
        raise ValueError(f"{VARIABLE}={wanted!r} is not a device of this machine") from error
    return device


@contextmanager
def threads_for(rows: int) -> Iterator[None]:
    """One CPU thread while only a few rows are decoded: waking a second costs more than it does.

    The number is the process's own, so a search running beside may see it too; that changes its
    speed and nothing else, and the number it was before always comes back.
    """
    before = torch.get_num_threads()
    if rows > FEW_ROWS or before == 1:
        yield
        return
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)
