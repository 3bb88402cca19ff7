"""What a training cost: the paper's own estimate from its hours, and the count of operations."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch
from torch.utils._python_dispatch import TorchDispatchMode

from explainer.analysis.training_cost import (
    counted_flops,
    cut_compounds,
    days_on,
    hardware_flops,
    pareto_front,
    without_embedding,
)
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, TRAININGS, Task, Training
from explainer.model import ModelConfig, Transformer


@pytest.mark.parametrize("training", TRAININGS, ids=lambda training: training.name)
@pytest.mark.parametrize("task", TASKS)
def test_hours_times_gpus_times_speed_is_the_table(training: Training, task: Task) -> None:
    found = hardware_flops(training.hours, GPUS, TERAFLOPS[GPU])
    table = next(one.flops[task] for one in SYSTEMS if one.name == training.name)
    assert float(f"{found:.1e}") == table


def test_one_hour_on_one_device() -> None:
    assert hardware_flops(1, 1, 1) == 3.6e15
    assert days_on(hardware_flops(48, 8, 9.5), 8, 9.5) == pytest.approx(2)
    assert days_on(hardware_flops(24, 8, 9.5), 4, 9.5) == pytest.approx(2)


class Counting(TorchDispatchMode):
    """Counts the operations of every product with a matrix of parameters."""

    total = 0

    def __torch_dispatch__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        if func in (torch.ops.aten.mm.default, torch.ops.aten.addmm.default):
            left, right = args[-2:]
            self.total += 2 * left.shape[0] * left.shape[1] * right.shape[1]
        return func(*args, **(kwargs or {}))


def test_six_operations_a_parameter_and_token() -> None:
    """As many source as target tokens: each weight of an encoder-decoder is met once for each,
    with one product forward and two backward.
    """
    config = ModelConfig(vocab_size=50, d_model=16, n_heads=2, d_ff=32, dropout=0.0)
    model, tokens = Transformer(config).train(), 7
    ids = torch.arange(4, 4 + tokens)[None]
    with Counting() as seen:
        model(ids, ids).sum().backward()
    weights = sum(p.numel() for p in model.parameters() if p.ndim == 2)
    assert seen.total == counted_flops(weights, tokens)
    assert weights > 0.9 * model.n_parameters()  # the rest are biases and norms


def test_the_embedding_is_one_matrix_of_our_models() -> None:
    config = ModelConfig(vocab_size=50, d_model=16, n_heads=2, d_ff=32)
    model = Transformer(config)
    large = [p for p in model.parameters() if p.shape == (50, 16)]
    assert len(large) == 1
    rest = sum(p.numel() for p in model.parameters() if p is not large[0])
    assert without_embedding(model.n_parameters(), 50, 16) == rest


def test_hyphens_inside_words_are_cut() -> None:
    assert cut_compounds("a rich-text format") == "a rich - text format"
    assert cut_compounds("E-Mail-Adresse -- so") == "E - Mail - Adresse -- so"
    assert cut_compounds("- a - b -") == "- a - b -"


def test_who_is_beaten_by_nobody() -> None:
    rng = np.random.default_rng(0)
    cost, score = rng.integers(0, 9, 60), rng.integers(0, 9, 60)
    for i, stays in enumerate(pareto_front(cost, score)):
        beaten = any(
            cost[j] <= cost[i]
            and score[j] >= score[i]
            and (cost[j], score[j]) != (cost[i], score[i])
            for j in range(60)
        )
        assert stays == (not beaten)
