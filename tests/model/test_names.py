"""The registry names exactly what a forward pass records, with its shapes and parents."""

import pytest
import torch

from explainer.model import Trace
from explainer.model.names import trace_names
from tests.analysis.small_model import made


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_recorded_names_and_shapes_are_those_of_the_registry(norm: str) -> None:
    model = made(norm)
    trace = Trace()
    model(torch.randint(4, 40, (2, 5)), torch.randint(4, 40, (2, 7)), trace)
    names = trace_names(model.config)
    assert list(trace.tensors) == [n.name for n in names]
    for entry in names:
        assert tuple(trace[entry.name].shape) == entry.shape(model.config, 2, 5, 7), entry.name


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_parents_are_exactly_what_a_value_depends_on(norm: str) -> None:
    """Changing a tensor changes its children in the registry, and every recorded child is one."""
    model = made(norm)
    src, tgt = torch.randint(4, 40, (1, 5)), torch.randint(4, 40, (1, 4))
    plain = Trace()
    model(src, tgt, plain)
    names = trace_names(model.config)
    ancestors: dict[str, set[str]] = {}
    for entry in names:
        ancestors[entry.name] = set(entry.parents).union(
            *(ancestors.get(parent, set()) for parent in entry.parents)
        )
    for changed in ("encoder.0.self_attn.v", "memory", "decoder.1.ffn.act", "decoder.0.add2.norm"):
        edited = Trace({changed: lambda x: x + torch.linspace(0, 1, x.numel()).view_as(x)})
        model(src, tgt, edited)
        for entry in names:
            moved = not torch.equal(edited[entry.name], plain[entry.name])
            expected = changed == entry.name or changed in ancestors[entry.name]
            assert moved == expected, (changed, entry.name)
