"""The river against its definition: norms, angles and words in float64, dams by another model."""

import copy
from typing import Any

import numpy as np
import pytest
import torch

from explainer.analysis.interventions import edits
from explainer.analysis.river import Rivers, dammed, rivers
from explainer.model.ids import BOS
from explainer.model.trace import Trace
from tests.analysis.small_model import SOURCE, TARGET, made

FED = (BOS, *TARGET[:-1])
PARTS = {"encoder": ("self_attn", "ffn"), "decoder": ("self_attn", "cross_attn", "ffn")}
LAST = {"self_attn": "out_proj", "cross_attn": "out_proj", "ffn": "contract"}


def tensors(model: Any, places: Any = ()) -> dict[str, np.ndarray]:
    trace = Trace(edits(model.config, dammed(places)))
    with torch.no_grad():
        model(torch.tensor([SOURCE]), torch.tensor([FED]), trace)
    assert not trace.unused_edits
    return {name: value[0].numpy() for name, value in trace.tensors.items()}


def read(model: Any, places: Any = ()) -> Rivers:
    norm, last = model.config.norm, None
    if norm == "pre":
        last = (model.decoder_norm.weight.numpy(), model.decoder_norm.bias.numpy())
    return rivers(tensors(model, places), norm, model.matrix.numpy(), TARGET, last)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_widths_additions_and_angles_are_those_of_a_float64_pass(norm: str) -> None:
    """The model again in float64 and sub-layer by sub-layer, without a trace."""
    found, model = read(made(norm)), made(norm).double()
    src, tgt = torch.tensor([SOURCE]), torch.tensor([FED])
    seen = torch.ones(1, 1, 1, len(SOURCE), dtype=torch.bool)
    ahead = torch.ones(len(FED), len(FED), dtype=torch.bool).tril()[None, None]
    memory = model.encode(src)
    for stack, ids in (("encoder", src), ("decoder", tgt)):
        x = getattr(model, f"{stack}_embedding")(ids, model.matrix)
        river, n = found.of(stack), 0
        assert river.widths[0] == pytest.approx(x[0].norm(dim=-1).numpy(), abs=1e-4)
        for index, layer in enumerate(getattr(model, stack)):
            for number, part in enumerate(PARTS[stack], start=1):
                add = getattr(layer, f"add{number}")
                asked = add.norm(x) if norm == "pre" else x
                if part == "self_attn":
                    given = layer.self_attn(asked, asked, seen if stack == "encoder" else ahead)
                elif part == "cross_attn":
                    given = layer.cross_attn(asked, memory, seen)
                else:
                    given = layer.ffn(asked)
                total = x + given
                cosine = torch.cosine_similarity(x, given, dim=-1)[0].numpy()
                assert river.places[n + 1] == (index, part)
                assert river.additions[n] == pytest.approx(given[0].norm(dim=-1).numpy(), abs=1e-4)
                assert river.sums[n] == pytest.approx(total[0].norm(dim=-1).numpy(), abs=1e-4)
                assert river.cosines[n] == pytest.approx(cosine, abs=1e-4)
                x = total if norm == "pre" else add.norm(total)
                n += 1
                assert river.widths[n] == pytest.approx(x[0].norm(dim=-1).numpy(), abs=1e-4)
                if stack == "decoder":
                    words(found, n, model.decoder_norm(x)[0] @ model.matrix.T)
        assert n + 1 == len(river.places)
        assert river.law_difference() < 1e-5


def words(found: Rivers, n: int, logits_TV: torch.Tensor) -> None:
    """The words of state n."""
    probs = logits_TV.softmax(dim=-1).numpy()
    for step, wanted in enumerate(TARGET):
        best = np.argsort(-probs[step])[:3]
        assert found.words.top_ids[n, step, :3].tolist() == best.tolist()
        assert found.words.top_probs[n, step, :3] == pytest.approx(probs[step, best], abs=1e-5)
        assert found.words.probs[n, step] == pytest.approx(probs[step, wanted], abs=1e-5)


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_a_dam_is_a_sublayer_that_adds_nothing(norm: str) -> None:
    """Against a copy of the model whose last map of that sub-layer is zero."""
    model = made(norm)
    free = read(model)
    sizes = {"encoder": len(model.encoder), "decoder": len(model.decoder)}
    places = [(s, n, part) for s, depth in sizes.items() for n in range(depth) for part in PARTS[s]]
    for place in places:
        stack, layer, part = place
        smaller = copy.deepcopy(model)
        end = getattr(getattr(getattr(smaller, stack)[layer], part), LAST[part])
        end.weight.data.zero_()
        end.bias.data.zero_()
        shut, other = read(model, [place]), read(smaller)
        n = shut.of(stack).places.index((layer, part))
        assert np.all(shut.of(stack).additions[n - 1] == 0)
        assert np.all(shut.of(stack).cosines[n - 1] == 0)
        assert shut.of(stack).sums[n - 1] == pytest.approx(shut.of(stack).widths[n - 1], abs=1e-5)
        for side in PARTS:
            for name in ("widths", "sums", "additions", "cosines"):
                expected = getattr(other.of(side), name)
                assert getattr(shut.of(side), name) == pytest.approx(expected, abs=1e-4)
        assert shut.words.probs == pytest.approx(other.words.probs, abs=1e-5)
        assert np.abs(shut.words.probs - free.words.probs).max() > 1e-4
        assert shut.of(stack).widths[:n] == pytest.approx(free.of(stack).widths[:n])  # above it
