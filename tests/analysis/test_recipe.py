"""Optimizer, gradients of a course and dropout against torch and against counting."""

from copy import deepcopy

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.analysis.batch_steps import train_batch
from explainer.analysis.dropout import drop_units, keep_mask
from explainer.analysis.optimizer import Settings, adam, clip_factor
from explainer.analysis.weight_gradients import WatchedWeight, train_on
from explainer.model import Transformer
from tests.analysis.small_model import made


@pytest.fixture(scope="module")
def model() -> Transformer:
    return made()


@pytest.mark.parametrize("betas", [(0.9, 0.98), (0.0, 0.5), (0.99, 0.999)])
def test_adam_is_that_of_torch(betas: tuple[float, float]) -> None:
    gradients = np.random.default_rng(1).normal(size=20)
    weight = torch.tensor(0.5, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([weight], lr=0.01, betas=betas, eps=1e-9)
    path = []
    for gradient in gradients:
        weight.grad = torch.tensor(gradient)
        optimizer.step()
        path.append(float(weight.detach()))
    found = adam(gradients, 0.5, 0.01, Settings(*betas))
    assert found.weight == pytest.approx(path, abs=1e-12)
    assert adam(gradients, 0.5, 0.01, Settings(*betas, corrected=False)).weight[0] != path[0]


def test_clipping_is_that_of_torch() -> None:
    for length in (0.3, 1.0, 7.0):
        weight = torch.zeros(3, dtype=torch.float64, requires_grad=True)
        weight.grad = torch.tensor([length, 0.0, 0.0], dtype=torch.float64)
        torch.nn.utils.clip_grad_norm_([weight], 1.0)
        factor = clip_factor(np.array([length]), 1.0)[0]
        assert length * factor == pytest.approx(float(weight.grad[0]), rel=1e-6)


def test_a_recorded_gradient_is_the_difference_quotient(model: Transformer) -> None:
    pairs = [((5, 6, 7, 3), (8, 9, 3))]
    watched = [WatchedWeight("decoder.1.ffn.contract.bias", (2,)), WatchedWeight("matrix", (8, 0))]
    course = train_on(model, pairs, watched, 1, 0.1, 0.1, 1.0)
    small = 1e-2
    for one, gradient in zip(watched, course.gradients[:, 0], strict=True):
        losses = []
        for sign in (1, -1):
            parameter = dict(model.named_parameters())[one.name]
            parameter[one.place] += sign * small
            losses.append(train_on(model, pairs, watched, 1, 0.1, 0.1, 1.0).losses[0])
            parameter[one.place] -= sign * small
        assert gradient == pytest.approx((losses[0] - losses[1]) / (2 * small), rel=0.02, abs=1e-4)


@pytest.mark.parametrize("smoothing", [0.0, 0.2])
def test_steps_on_a_batch_are_those_of_torch_pair_by_pair(model, smoothing):
    """Without padding: the gradients of the pairs are added up before Adam takes its step."""
    pairs = [((5, 6, 7, 3), (8, 9, 3)), ((9, 3), (4, 5, 6, 7, 3)), ((4, 8, 3), (10, 3))]
    candidates = [(wanted, 11, 12) for _, target in pairs for wanted in target]
    steps, rate, clip = 4, 0.01, 0.5
    before = {name: one.clone() for name, one in model.named_parameters()}
    run = train_batch(model, pairs, candidates, steps, rate, smoothing, clip)
    for name, one in model.named_parameters():
        assert torch.equal(one, before[name])
    twin = deepcopy(model).double().requires_grad_(True)
    optimizer = torch.optim.Adam(twin.parameters(), rate, (0.9, 0.98), 1e-9)
    count = sum(len(target) for _, target in pairs)
    for step in range(steps + 1):
        optimizer.zero_grad()
        losses, flat, given = [], [], []
        for source, target in pairs:
            logits = twin(torch.tensor([source]), torch.tensor([(2, *target[:-1])]))[0]
            loss = F.cross_entropy(
                logits, torch.tensor(target), label_smoothing=smoothing, reduction="sum"
            )
            (loss / count).backward()
            logs = logits.detach().log_softmax(-1)
            losses += [-float(logs[at, wanted]) for at, wanted in enumerate(target)]
            flat += [-float(row.mean()) for row in logs]
            given += [
                [float(logs[at, which].exp()) for which in (wanted, 11, 12)]
                for at, wanted in enumerate(target)
            ]
        assert run.losses[step] == pytest.approx(losses, abs=2e-3)
        assert run.flat[step] == pytest.approx(flat, abs=2e-3)
        assert run.given[step] == pytest.approx(np.array(given), abs=2e-3)
        if step < steps:
            torch.nn.utils.clip_grad_norm_(twin.parameters(), clip)
            was = torch.nn.utils.parameters_to_vector(twin.parameters()).detach()
            optimizer.step()
            moved = torch.nn.utils.parameters_to_vector(twin.parameters()).detach() - was
            assert run.moved[step] == pytest.approx(float(moved.abs().mean()), rel=0.01)
    assert run.losses[-1].mean() < run.losses[0].mean() - 0.1


def test_the_mean_over_draws_is_kept() -> None:
    values = np.array([1.0, -2.0, 0.5])
    kept = keep_mask(3, 0.4, 20_000, seed=3)
    assert drop_units(values, kept, 0.4).mean(axis=0) == pytest.approx(values, abs=0.05)
    assert kept.mean() == pytest.approx(0.6, abs=0.01)
