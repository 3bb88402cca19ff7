"""`python -m explainer.training` with the recipe `tiny`: 20 steps, no dropout, float64, no model.

Dropout draws other random numbers in each process. In float32 the sum of two halves is rounded
otherwise than the whole; sooner or later that moves one hidden unit across the zero of its ReLU,
and the runs part (after some 50 steps; which one, and when, depends on the processor).
"""

import sys
from contextlib import nullcontext
from dataclasses import replace
from unittest.mock import patch

import torch

from explainer.training import __main__ as command
from explainer.training import loop, recipes

TINY = recipes.RECIPES["tiny"]
SHORT = replace(
    TINY, model=replace(TINY.model, dropout=0.0), max_steps=20, eval_every=10, history=()
)


def main() -> int:
    before = torch.get_default_dtype()
    torch.set_default_dtype(torch.float64)
    try:
        with (
            patch.dict(recipes.RECIPES, tiny=SHORT),
            patch.object(loop, "autocast", lambda device: nullcontext()),
            patch.object(command, "export"),
        ):
            return command.main()
    finally:
        torch.set_default_dtype(before)


if __name__ == "__main__":  # by two processes, as torchrun does, but all is imported once
    from torch.distributed.launcher.api import LaunchConfig, elastic_launch

    two = LaunchConfig(1, 1, 2, rdzv_backend="c10d", rdzv_endpoint="localhost:0", max_restarts=0)
    two.start_method = "fork"
    sys.exit(max(elastic_launch(two, main)().values()))
