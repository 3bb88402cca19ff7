"""Costs of layers and of decoding against torch's own counter, and of training from its hours."""

import math
from typing import Any

import numpy as np
import pytest
import torch
from torch.nn.attention import SDPBackend, sdpa_kernel
from torch.utils.flop_counter import FlopCounterMode

from explainer.analysis import filters, layer_costs, paths
from explainer.analysis.decode_costs import (
    cache_bytes,
    encoder_operations,
    operations,
    step_operations,
)
from explainer.analysis.layer_times import TIMED, Twin, layer_of, measure, measure_passes
from explainer.analysis.stack import sizes_of
from explainer.analysis.training_cost import days_on, hardware_flops
from explainer.analysis.windows import Window, restricted_attention
from explainer.data.results import GPU, GPUS, SYSTEMS, TASKS, TERAFLOPS, TRAININGS, Task, Training
from explainer.model.cache import CachedDecoder, DecoderWeights, PrefixDecoder
from tests.analysis.small_model import SOURCE, made


@pytest.mark.parametrize("part", layer_costs.PARTS)
@pytest.mark.parametrize("layer", layer_costs.LAYERS)
@pytest.mark.parametrize(
    "shape",
    [layer_costs.Shape(7, 16), layer_costs.Shape(40, 8, 5, 5), layer_costs.Shape(1, 4, 2, 3)],
)
def test_formulas_are_what_a_counter_counts(layer, part, shape):
    x = torch.randn(shape.n, shape.d, generator=torch.Generator().manual_seed(0))
    counter = FlopCounterMode(display=False)
    with counter:
        found = layer_costs.run(layer, x, layer_costs.weights_of(layer, shape, part), shape)
    assert found.shape == x.shape
    assert counter.get_total_flops() == 2 * layer_costs.multiply_adds(layer, shape, part)
    assert layer_costs.count_with_torch(layer, shape, part) == layer_costs.multiply_adds(
        layer, shape, part
    )


def test_the_gates_are_those_of_torch() -> None:
    """The recurrent layer of the count computes what nn.GRU computes."""
    shape = layer_costs.Shape(6, 8)
    u, w = layer_costs.weights_of("recurrent", shape, "layer")
    cell = torch.nn.GRU(8, 8, bias=False)
    with torch.no_grad():
        cell.load_state_dict({"weight_ih_l0": u.T, "weight_hh_l0": w.T})
        x = torch.randn(6, 8)
        assert torch.allclose(layer_costs.run("recurrent", x, (u, w), shape), cell(x)[0], atol=1e-6)


@pytest.mark.parametrize("kind", paths.KINDS)
@pytest.mark.parametrize(("k", "r"), [(2, 3), (3, 5), (4, 7)])
def test_searched_paths_are_as_long_as_the_formulas_say(kind: paths.Kind, k: int, r: int) -> None:
    for n in (1, 2, 3, 9, 10, 27, 28):
        sizes = paths.Sizes(n, k, r)
        assert paths.fewest_layers(kind, sizes) == paths.layers_needed(kind, sizes)
        found = paths.receptive_field(kind, sizes, n - 1)
        assert found.distance[0] == paths.longest_path(kind, sizes)
        assert set(found.distance) == set(range(n))


@pytest.mark.parametrize("side", [1, 3, 12])
def test_windows_equal_the_banded_mask(side: int) -> None:
    q, k, v = torch.randn(3, 9, 4, dtype=torch.float64)
    rows, keys = np.indices((9, 9))
    band = torch.from_numpy(abs(rows - keys) <= side)
    expected = (q @ k.T / 2).masked_fill(~band, -math.inf).softmax(-1) @ v
    assert torch.allclose(restricted_attention(q, k, v, Window(side, side)), expected)


def test_a_window_saves_scores() -> None:
    q = torch.randn(50, 8)
    with FlopCounterMode(display=False) as counter:
        restricted_attention(q, q, q, Window(2, 2))
    assert counter.get_total_flops() // 2 == 2 * 5 * 50 * 8


@pytest.mark.parametrize("name", TIMED)
def test_timed_layers_are_layers(name: str) -> None:
    found = layer_of(name, layer_costs.Shape(5, 8))()
    out = found[0] if isinstance(found, tuple) else found
    assert isinstance(out, torch.Tensor) and out.shape == (5, 8)
    if name == "fused":
        plain = layer_of("attention", layer_costs.Shape(5, 8))()
        assert torch.allclose(out, plain, atol=1e-5)  # type: ignore[arg-type]


def test_every_layer_is_timed_at_every_length() -> None:
    found = measure(4, (2, 4))
    assert set(found) == set(TIMED) and {len(times) for times in found.values()} == {2}
    assert all(time > 0 for times in found.values() for time in times)


def test_a_sentence_is_timed_in_both_ways() -> None:
    model = made()
    found = measure_passes(DecoderWeights(model), [4, 5, 3], [2, 6, 7, 8], repeats=1)
    assert (found.source, found.target) == (3, 4)
    assert min(*found.transformer, *found.gru) > 0
    assert found.parameters[1] == pytest.approx(found.parameters[0], rel=0.1)
    twin, source, fed = Twin(model), torch.tensor([4, 5, 3]), torch.tensor([2, 6, 7, 8])
    assert torch.allclose(twin.whole(source, fed), torch.stack(twin.steps(source, fed)), atol=1e-5)


def test_filters_work_where_they_say() -> None:
    """A change of the second token: who notices, seen from the mathematics alone."""
    moved = {name: filters.sensitivity(name, 1) > 1e-9 for name in filters.FILTERS}
    assert moved["value"].tolist() == [False, True, False, False]
    assert moved["attention"].all()
    assert moved["recurrent"].tolist() == [False, True, True, True]
    assert moved["convolution"].tolist() == [True, True, True, False]
    x = torch.from_numpy(np.array(filters.X))
    q, k, v = (x @ torch.from_numpy(np.array(w)) for w in (filters.W_Q, filters.W_K, filters.W_V))
    attended = torch.nn.functional.scaled_dot_product_attention(q[None], k[None], v[None])[0]
    assert filters.outputs("attention", filters.X) == pytest.approx(attended.numpy(), abs=1e-12)
    kernel = torch.from_numpy(np.stack(filters.KERNEL)).permute(2, 1, 0)  # out, in, place
    convolved = torch.nn.functional.conv1d(x.T[None], kernel, padding=1)[0].T
    assert filters.outputs("convolution", filters.X) == pytest.approx(convolved.numpy(), abs=1e-12)


FED = (2, 11, 8, 25, 14, 9)
ZERO = torch.zeros(1, dtype=torch.long)


@pytest.fixture(scope="module", params=["post", "pre"])
def weights(request: Any) -> DecoderWeights:
    return DecoderWeights(made(request.param))


def counted(work: Any) -> int:
    """Multiply-adds as torch counts them; the plain kernel shows attention's products to it."""
    with torch.inference_mode(), sdpa_kernel(SDPBackend.MATH):
        counter = FlopCounterMode(display=False)
        with counter:
            work()
    assert counter.get_total_flops() % 2 == 0
    return counter.get_total_flops() // 2


@pytest.mark.parametrize("cached", [True, False])
def test_every_step_costs_what_torch_counts(weights: DecoderWeights, cached: bool) -> None:
    sizes = sizes_of(weights.model.config.to_dict())
    src_BS = torch.tensor([SOURCE])
    made_here: list[Any] = []
    kind = CachedDecoder if cached else PrefixDecoder
    total = counted(lambda: made_here.append(kind(weights, src_BS)))
    expected = operations(sizes, len(SOURCE), len(FED), cached)
    for step, token in enumerate(FED):
        total += counted(lambda token=token: made_here[0](torch.tensor([token]), ZERO))
        assert expected[step] == total


def test_the_encoder_alone_costs_what_torch_counts_and_the_cache_holds_the_bytes_said(weights):
    sizes = sizes_of(weights.model.config.to_dict())
    found = counted(lambda: weights.model.encode(torch.tensor([SOURCE])))
    assert encoder_operations(sizes, len(SOURCE)) == found
    later = step_operations(sizes, 5, 3, cached=True)
    assert later["cross_keys"] == 0 < step_operations(sizes, 5, 1, cached=True)["cross_keys"]
    with pytest.raises(ValueError, match="no step 0"):
        step_operations(sizes, 5, 0, cached=True)
    with torch.inference_mode():
        decoder = CachedDecoder(weights, torch.tensor([SOURCE]))
        for token in FED:
            decoder(torch.tensor([token]), ZERO)
    own = sum(layer.own[: len(FED)].nbytes for layer in decoder.layers if layer.own is not None)
    cross = sum(layer.cross_k.nbytes + layer.cross_v.nbytes for layer in decoder.layers)
    assert (cache_bytes(sizes, len(FED)), cache_bytes(sizes, len(SOURCE))) == (own, cross)


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
