"""Leave-one-out, occlusion, norms, roll-out and gradients, against other ways to them."""

import numpy as np
import pytest
import torch
from torch import Tensor

from explainer.analysis.interventions import Intervention
from explainer.analysis.leave_one_out import attention_layers, layer_without
from explainer.analysis.norm_weighted import contributions
from explainer.analysis.occlusion import ROWS, occlusion, translation_pairs
from explainer.analysis.recurrence import by_distance, source_gradients
from explainer.analysis.rollout import cross_rollout, rollout
from explainer.engine.rerun import trace_pass
from explainer.model import Transformer
from explainer.model.ids import PAD
from tests.analysis.small_model import made
from tests.fakes import fake_translation
from tests.model.rnn.networks import KINDS, make

SOURCE = (5, 6, 7, 8, 9, 10, 11, 12, 3)
FED, PREDICTED = (2, 9, 10, 11), (9, 10, 11, 3)
STEPS = range(len(FED))


@pytest.fixture(scope="module", params=["post", "pre"])
def model(request: pytest.FixtureRequest) -> Transformer:
    return made(request.param).double()


def run(model: Transformer, *what: Intervention) -> dict[str, Tensor]:
    return trace_pass(model, torch.tensor([SOURCE]), torch.tensor([FED]), what)


def arrays(tensors: dict[str, Tensor]) -> dict[str, np.ndarray]:
    return {name: tensor[0].numpy() for name, tensor in tensors.items()}


def of_written(tensors: dict[str, Tensor]) -> np.ndarray:
    return tensors["log_probs"][0, STEPS, PREDICTED].numpy()


def test_every_attention_layer_is_asked_once() -> None:
    found = [f"{kind} {layer}" for kind, layer in attention_layers(1, 2)]
    assert found == ["encoder 0", "decoder 0", "decoder 1", "cross 0", "cross 1"]


@pytest.mark.parametrize(("kind", "layer"), attention_layers(2, 3))
def test_a_batch_without_each_head_equals_one_run_a_head(model, kind, layer):
    found = layer_without(model, (SOURCE, FED, PREDICTED), kind, layer)
    assert (found.kind, found.layer, found.change.shape) == (kind, layer, (4, 4))
    base = of_written(run(model))
    for head in range(4):
        alone = of_written(run(model, Intervention("head", kind, layer, head)))
        assert found.change[head] == pytest.approx(alone - base, abs=1e-9)
    assert np.abs(found.change).max() > 1e-3


def test_a_hidden_token_is_as_good_as_padding(model: Transformer) -> None:
    """PAD in its place is another way to hide it: the model looks at no PAD."""
    assert len(SOURCE) > ROWS  # more than one batch
    drop = occlusion(model, SOURCE, FED, PREDICTED)
    base = of_written(run(model))
    assert drop.shape == (len(FED), len(SOURCE))
    for place in range(len(SOURCE)):
        padded = torch.tensor([[*SOURCE[:place], PAD, *SOURCE[place + 1 :]]])
        hidden = of_written(trace_pass(model, padded, torch.tensor([FED])))
        assert drop[:, place] == pytest.approx(base - hidden, abs=1e-9)
    assert np.abs(drop).max() > 1e-3


def test_the_only_token_cannot_be_hidden(model: Transformer) -> None:
    with pytest.raises(ValueError, match="one token"):
        occlusion(model, (3,), FED, PREDICTED)


def test_a_pair_is_what_makes_a_token_half_as_probable_when_it_is_hidden() -> None:
    """p without the token over p with it, for each row: 1/4 and 1/2; just above 1/2; 2."""
    ratios = np.array([[0.5, 0.25, 0.9], [0.51, 0.9, 1.0], [2.0, 0.5 - 1e-9, 1.0]])
    assert translation_pairs(-np.log(ratios)) == (1, None, 1)


def test_vectors_handed_over_add_up_to_the_output(model: Transformer) -> None:
    trace = arrays(run(model))
    cross = model.decoder_layers()[1].cross_attn
    parameters = {
        "out_proj.weight": cross.out_proj.weight.detach().numpy(),
        "out_proj.bias": cross.out_proj.bias.detach().numpy(),
    }
    together = contributions(trace, "decoder.1.cross_attn", parameters)
    assert together.difference < 1e-12
    assert together.shares().sum(axis=-1) == pytest.approx(1.0)
    damaged = {**parameters, "out_proj.bias": parameters["out_proj.bias"] + 1}
    assert contributions(trace, "decoder.1.cross_attn", damaged).difference == pytest.approx(1.0)
    for head in range(4):
        alone = contributions(trace, "decoder.1.cross_attn", parameters, head)
        for step in STEPS:
            for place in range(len(SOURCE)):
                handed = torch.zeros(1, 4, 4, dtype=torch.double)
                weight = trace["decoder.1.cross_attn.weights"][head, step, place]
                handed[0, head] = weight * torch.tensor(
                    trace["decoder.1.cross_attn.v"][head, place]
                )
                with torch.no_grad():
                    moved = cross.out_proj(handed.flatten()) - cross.out_proj.bias
                assert alone.lengths[step, place] == pytest.approx(float(moved.norm()), abs=1e-9)


def test_two_layers_by_hand() -> None:
    first = np.array([[[1.0, 0.0], [1.0, 0.0]], [[0.0, 1.0], [1.0, 0.0]]])  # two heads
    second = np.array([[[0.0, 1.0], [0.0, 1.0]]] * 2)
    after = rollout(np.stack([first, second]))
    # mean of the heads: [[.5, .5], [1, 0]] -> half of it and half of the identity
    one = np.array([[0.75, 0.25], [0.5, 0.5]])
    two = np.array([[0.5, 0.5], [0.0, 1.0]]) @ one
    assert after[0] == pytest.approx(one)
    assert after[1] == pytest.approx(two)


def test_rows_sum_to_one_the_future_stays_hidden_and_cross_passes_through_the_encoder() -> None:
    translation = fake_translation(4, 9, 7)
    decoder = rollout(translation.attention("decoder"))
    assert decoder.sum(axis=-1) == pytest.approx(np.ones((3, 7)), abs=1e-5)
    assert np.triu(decoder[-1], 1).max() == 0.0
    cross, encoder = translation.attention("cross"), translation.attention("encoder")
    found = cross_rollout(cross, encoder)
    assert found[1] == pytest.approx(cross[1].mean(axis=0) @ rollout(encoder)[-1], abs=1e-6)
    assert found.sum(axis=-1) == pytest.approx(np.ones((3, 7)), abs=1e-5)
    eye = np.broadcast_to(np.eye(9, dtype=np.float32), encoder.shape)
    assert cross_rollout(cross, eye) == pytest.approx(cross.mean(axis=1), abs=1e-6)


@pytest.mark.parametrize("kind", [*KINDS, "transformer"])
def test_gradients_are_finite_differences_of_the_logit(kind: str) -> None:
    """Each source token has a row of the matrix of its own, so moving that row moves x_j alone."""
    network = made().double() if kind == "transformer" else make(kind)
    source = [5, 8, 11, 14, 20, 25, 3]  # neither written nor read by the decoder
    fed, wanted = [2, 30, 31], [31, 32, 33]
    found = source_gradients(network, source, fed, wanted)
    assert found.shape == (3, 7)
    assert all(parameter.grad is None for parameter in network.parameters())
    size = network.config.d_model**0.5
    src_BS, tgt_BT = torch.tensor([source]), torch.tensor([fed])
    step = 1e-5
    for place in (0, 3, 5):
        slopes = []
        for dimension in range(network.config.d_model):
            logits = []
            for sign in (1, -1):
                with torch.no_grad():
                    kept = float(network.matrix[source[place], dimension])
                    network.matrix[source[place], dimension] += sign * step / size
                    logits.append(network(src_BS, tgt_BT)[0, range(3), wanted].clone())
                    network.matrix[source[place], dimension] = kept
            slopes.append((logits[0] - logits[1]) / (2 * step))
        lengths = torch.stack(slopes).norm(dim=0).numpy()
        assert found[:, place] == pytest.approx(lengths, rel=1e-5, abs=1e-9)


def test_shares_by_distance() -> None:
    gradients = np.array([[1.0, 3.0, 0.0], [0.0, 0.0, 0.0], [2.0, 2.0, 4.0]])
    assert by_distance(gradients) == pytest.approx([0.5 / 3, 1 / 3, 0.5 / 3])
