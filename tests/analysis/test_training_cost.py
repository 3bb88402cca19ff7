"""What a training cost: the paper's own estimate from its hours."""

from __future__ import annotations

import pytest

from explainer.analysis.training_cost import days_on, hardware_flops
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, TRAININGS, Task, Training


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
