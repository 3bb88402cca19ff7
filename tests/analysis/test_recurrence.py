"""Which source token a logit feels, against independent sums."""

import numpy as np
import pytest
import torch

from explainer.analysis.recurrence import by_distance, source_gradients
from explainer.model import ModelConfig, Transformer
from explainer.model.kinds import Network
from tests.model.rnn.networks import KINDS, V, make


def network_of(kind: str) -> Network:
    if kind != "transformer":
        return make(kind)
    torch.manual_seed(3)
    sizes = ModelConfig(V, d_model=12, n_heads=2, d_ff=16, n_encoder_layers=2, n_decoder_layers=2)
    return Transformer(sizes).double().eval()


@pytest.mark.parametrize("kind", [*KINDS, "transformer"])
def test_gradients_are_finite_differences_of_the_logit(kind: str) -> None:
    """Each source token has a row of the matrix of its own, so moving that row moves x_j alone."""
    network = network_of(kind)
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
