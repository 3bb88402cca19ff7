"""Where the model runs: the one place that decides."""

from __future__ import annotations

import os

import torch

VARIABLE = "EXPLAINER_DEVICE"


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
