"""Teacher-forced numbers against torch, against the training code and against brute force."""

import itertools

import numpy as np
import pytest
import torch
import torch.nn.functional as F

from explainer.analysis import forcing
from explainer.model import Transformer
from explainer.tokenizer import BOS, EOS
from explainer.training.batches import make_batch
from explainer.training.loss import dev_loss, training_loss
from tests.analysis.small_model import made

SOURCE, TARGET = [7, 4, 9, 11, EOS], [5, 12, 6, 5, 31, EOS]


@pytest.fixture(scope="module")
def model() -> Transformer:
    return made()


@pytest.fixture(scope="module")
def logits(model: Transformer) -> np.ndarray:
    """(T, V), made by the model's own forward pass over the shifted target."""
    src, fed = torch.tensor([SOURCE]), torch.tensor([[BOS, *TARGET[:-1]]])
    with torch.no_grad():
        found: np.ndarray = model(src, fed)[0].numpy()
    return found


def test_the_mean_is_the_loss_of_the_training_code(model: Transformer, logits: np.ndarray) -> None:
    batch = make_batch([(SOURCE, TARGET)])
    found = forcing.read_forced_pass(logits, TARGET)
    expected = F.cross_entropy(
        torch.from_numpy(logits).double(), torch.tensor(TARGET), reduction="none"
    )
    assert found.losses == pytest.approx(expected.numpy(), rel=1e-12)
    trained = float(training_loss(model, batch, 0.0))
    assert found.losses.mean() == pytest.approx(trained, rel=1e-5)
    assert np.exp(found.losses.mean()) == pytest.approx(
        np.exp(dev_loss(model, [batch], torch.device("cpu"))), rel=1e-5
    )
    model.eval()


def test_ranks_favourites_and_hits(logits: np.ndarray) -> None:
    found = forcing.read_forced_pass(logits, TARGET, top=3)
    probs = torch.from_numpy(logits).double().softmax(-1).numpy()
    for t, wanted in enumerate(TARGET):
        order = sorted(range(40), key=lambda i: -probs[t, i])
        assert found.ranks[t] == order.index(wanted) + 1
        assert found.top_ids[t].tolist() == order[:3]
        assert found.top_probs[t] == pytest.approx(probs[t, order[:3]], rel=1e-12)
        assert found.hits[t] == (order[0] == wanted)
    assert found.total == pytest.approx(np.log(probs[range(len(TARGET)), TARGET]).sum())


@pytest.mark.parametrize(
    ("a", "b", "place"),
    [("abc", "abc", None), ("abc", "abd", 2), ("abc", "ab", 2), ("", "a", 0), ("xb", "yb", 0)],
)
def test_the_first_divergence(a: str, b: str, place: int | None) -> None:
    ids = [[ord(c) for c in s] for s in (a, b)]
    assert forcing.divergence(*ids) == place
    assert forcing.divergence(*ids[::-1]) == place


def longest_by_trying(a: tuple[int, ...], b: tuple[int, ...]) -> int:
    """Every choice of places of `a`, the longest first: is it in `b` in this order?"""
    for size in range(len(a), 0, -1):
        for chosen in itertools.combinations(a, size):
            rest = iter(b)
            if all(token in rest for token in chosen):
                return size
    return 0


def test_tokens_in_order_are_the_longest_common_subsequence() -> None:
    rng = np.random.default_rng(0)
    for _ in range(40):
        a, b = (tuple(rng.integers(0, 4, rng.integers(0, 8)).tolist()) for _ in range(2))
        assert forcing.lcs_length(a, b) == longest_by_trying(a, b)
        assert forcing.matching_positions(a, b) <= forcing.lcs_length(a, b)
    assert forcing.matching_positions((1, 2, 3), (1, 3, 3, 4)) == 2


def test_verdicts() -> None:
    found = ((1, 2), -4.14)
    assert forcing.verdict(((1, 2), -4.14), found) == "found"
    assert forcing.verdict(((1, 5), -3.0), found) == "search"
    assert forcing.verdict(((1, 5), -5.3), found) == "model"
    assert forcing.verdict(((1, 5), -4.14), found) == "tie"
