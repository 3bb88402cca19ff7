"""What an order of the patches changes, exactly; and a drawing as a picture of MNIST's kind."""

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from explainer.analysis.drawing import BOX, centre_of_mass, picture
from explainer.analysis.pictures import GRID, PATCH, SIDE, TOKENS, Pictures, shuffled
from explainer.data.digits import digits
from explainer.installed import PICTURES

NETWORKS = Pictures(PICTURES)
ORDER = shuffled(1)
FOUR = picture(digits()["4"])
EXACT = "attention"


def arranged(picture: NDArray[np.float32], order: Sequence[int]) -> NDArray[np.float32]:
    """The picture whose patches stand in `order`."""
    patches = picture.reshape(GRID, PATCH, GRID, PATCH).transpose(0, 2, 1, 3)
    moved = patches.reshape(TOKENS, PATCH, PATCH)[list(order)].reshape(GRID, GRID, PATCH, PATCH)
    return moved.transpose(0, 2, 1, 3).reshape(SIDE, SIDE)


def change(name: str, what: str = "logits") -> float:
    """The largest, when the patches of the four are shuffled."""
    before, after = (NETWORKS.read(name, FOUR, order)[what] for order in (shuffled(0), ORDER))
    return float(np.abs(after - before).max())


def test_what_the_network_gets_is_what_is_shown() -> None:
    shown = NETWORKS.read(EXACT, arranged(FOUR, ORDER))
    assert NETWORKS.read(EXACT, FOUR, ORDER)["logits"] == pytest.approx(shown["logits"], abs=1e-5)


def test_attention_without_positions_is_equivariant() -> None:
    before, after = NETWORKS.read(EXACT, FOUR), NETWORKS.read(EXACT, FOUR, ORDER)
    for layer in range(2):
        name = f"layers.{layer}.self_attn"
        rows = before[f"{name}.out"][list(ORDER)]
        assert np.abs(after[f"{name}.out"] - rows).max() < 1e-4
        weights = before[f"{name}.weights"][:, ORDER][:, :, ORDER]
        assert np.abs(after[f"{name}.weights"] - weights).max() < 1e-5


def test_the_dense_layer_is_what_an_order_changes() -> None:
    assert change(EXACT) > 1
    assert NETWORKS.rewired(EXACT, FOUR, ORDER) < 1e-3
    assert NETWORKS.rewired("dense", FOUR, ORDER) < 1e-3 < change("dense")


def test_only_the_network_without_any_places_is_invariant() -> None:
    unchanged = {name for name in NETWORKS.names if change(name) < 1e-3}
    assert unchanged == {"vit-no-positions"}
    assert change("vit-no-positions", "mean") < 1e-4


def test_with_positions_attention_is_not_equivariant() -> None:
    name = "layers.0.self_attn.out"
    before, after = (NETWORKS.read("attention-positions", FOUR, o) for o in (shuffled(0), ORDER))
    assert np.abs(after[name] - before[name][list(ORDER)]).max() > 0.01


def test_parts_are_written_out_and_add_up() -> None:
    parts = NETWORKS.parts(EXACT)
    assert [part.count for part in parts] == [4304, 4304, 100_480, 1290]
    assert parts[0].formula == "3 · (16 · 64 + 64) + 64 · 16 + 16"
    for name in NETWORKS.names:
        for part in NETWORKS.parts(name):
            assert eval(part.formula.replace("·", "*")) == part.count
        total = sum(part.count for part in NETWORKS.parts(name))
        assert total == NETWORKS.facts["networks"][name]["parameters"]


def test_every_digit_of_the_project_is_read_by_every_network_with_places() -> None:
    for name in set(NETWORKS.names) - {"vit-no-positions"}:
        found = [NETWORKS.read(name, picture(strokes))["probs"] for strokes in digits().values()]
        assert [str(probs.argmax()) for probs in found] == list(digits())


@pytest.mark.parametrize("scale", [1, 3])
def test_a_drawing_is_scaled_and_centred_as_mnist_does(scale: int) -> None:
    strokes = [[(scale * x + 5, scale * y + 9) for x, y in s] for s in digits()["9"]]
    ink = picture(strokes)
    assert ink == pytest.approx(picture(digits()["9"]), abs=1e-5)
    assert centre_of_mass(ink) == pytest.approx([13.5, 13.5], abs=0.05)
    rows, columns = (np.flatnonzero(ink.max(axis=axis) > 0.5) for axis in (1, 0))
    assert max(np.ptp(rows), np.ptp(columns)) + 1 == pytest.approx(BOX, abs=1)
    assert ink.min() >= 0 and ink.max() == 1


def test_a_dot_and_an_empty_sheet_are_pictures() -> None:
    assert not picture(()).any()
    dot = picture([[(3, 60)]])
    assert dot[13:15, 13:15].min() > 0.5 and dot.sum() < 12
