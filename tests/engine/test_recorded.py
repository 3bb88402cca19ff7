"""Passes whose arrays are kept, let go and made again."""

from collections.abc import Mapping

import numpy as np
import pytest
import torch
from torch import Tensor

from explainer.engine.memo import Memo
from explainer.engine.recorded import Recorded, arrays_bytes
from explainer.engine.rerun import trace_pass
from tests.analysis.small_model import made

MODEL = made()


class Pass:
    """A pass over a sentence of its own, and how often it was run."""

    def __init__(self, number: int) -> None:
        self.source = torch.tensor([[5 + number, 9, 30, 3]])
        self.runs = 0

    def __call__(self) -> Mapping[str, Tensor]:
        self.runs += 1
        return trace_pass(MODEL, self.source, torch.tensor([[2, 11, 12]]))


def size_of_one() -> int:
    held = ("probs", "log_probs", "act", "concat")  # by others
    whole = {n: t for n, t in Pass(0)().items() if n.rpartition(".")[2] not in held}
    return arrays_bytes(whole)


def test_it_has_every_tensor_of_the_pass_without_the_batch_axis() -> None:
    run = Pass(0)
    found, tensors = Recorded(run), Pass(0)()
    assert list(found) == list(tensors) and len(found) == len(tensors)
    for name, tensor in tensors.items():
        assert np.array_equal(found[name], tensor[0].numpy()), name
        assert found[name].dtype == tensor.numpy().dtype and not found[name].flags.writeable
    assert run.runs == 1


def test_the_one_asked_for_longest_ago_makes_room_and_is_made_again_bit_for_bit() -> None:
    memo = Memo(room=2 * size_of_one())
    runs = [Pass(number) for number in range(3)]
    first, second = Recorded(runs[0], memo=memo), Recorded(runs[1], memo=memo)
    before = {name: first[name].copy() for name in first}  # asked for after the second
    third = Recorded(runs[2], memo=memo)
    assert third["logits"].shape == (3, 40) and first["memory"] is first["memory"]
    assert [run.runs for run in runs] == [1, 1, 1]
    assert np.array_equal(second["memory"], Pass(1)()["memory"][0].numpy())
    assert [run.runs for run in runs] == [1, 2, 1], "the second had to go, and now the third"
    assert np.array_equal(third["memory"], Pass(2)()["memory"][0].numpy())
    assert [run.runs for run in runs] == [1, 2, 2], "and now the first"
    for name, array in before.items():
        assert np.array_equal(first[name], array), name
    assert [run.runs for run in runs] == [2, 2, 2]


def test_a_name_is_known_without_a_run() -> None:
    memo = Memo(room=0)
    run = Pass(0)
    found, other = Recorded(run, memo=memo), Recorded(Pass(1), memo=memo)
    assert "memory" in found and "probs" in found and "nothing" not in found
    assert found.get("nothing") is None and list(found) == list(other)
    with pytest.raises(KeyError, match="nothing"):
        found["nothing"]
    assert run.runs == 1
    assert found["logits"].shape == (3, 40) and run.runs == 2, "no room for two"
