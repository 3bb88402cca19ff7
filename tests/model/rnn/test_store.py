"""A folder of a recurrent network: round trip, and what is wrong with a damaged one."""

from pathlib import Path

import pytest
import torch

from explainer.model import ModelConfig, Transformer
from explainer.model.rnn import Recurrent, RecurrentConfig
from explainer.model.store import (
    WEIGHTS,
    CheckpointError,
    check_files,
    load_checkpoint,
    save_checkpoint,
)
from tests.model.folders import change, network_of, saved

SIZES = RecurrentConfig(30, "gru-bahdanau", d_embed=8, d_hidden=12, d_attention=6)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return saved(tmp_path / "m", SIZES)


def test_round_trip_in_half_precision(folder: Path) -> None:
    expected = network_of(SIZES).state_dict()
    check_files(folder)
    found = load_checkpoint(folder)
    assert isinstance(found.network, Recurrent) and not found.network.training
    assert found.network.config == SIZES and found.card["architecture"] == "recurrent"
    for name, tensor in found.network.state_dict().items():
        assert torch.equal(tensor, expected[name].half().float()), name
    with pytest.raises(CheckpointError, match="no Transformer"):
        _ = found.model


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"model": {"vocab_size": 30}}, "kind is missing"),
        ({"model": {**SIZES.to_dict(), "kind": "rwkv"}}, "kind must be one of"),
        ({"model": {**SIZES.to_dict(), "colour": 1}}, "unknown model sizes: colour"),
        ({"model": {**SIZES.to_dict(), "d_hidden": 13}}, f"{WEIGHTS}: does not fit"),
        ({"model": {**SIZES.to_dict(), "kind": "gru"}}, f"{WEIGHTS}: does not fit"),
        ({"model": {**SIZES.to_dict(), "d_hidden": 2**40}}, f"{WEIGHTS}: does not fit"),
        ({"model": None}, "vocab_size is missing"),
        ({"architecture": None}, "unknown model sizes"),
        ({"sha256": {}}, f"{WEIGHTS}: damaged"),
    ],
)
def test_a_config_that_cannot_be_right(
    folder: Path, values: dict[str, object], message: str
) -> None:
    change(folder, **values)
    for check in (load_checkpoint, check_files):
        with pytest.raises(CheckpointError, match=message):
            check(folder)


def test_a_flipped_bit_and_numbers_that_are_not_finite(folder: Path) -> None:
    data = bytearray((folder / WEIGHTS).read_bytes())
    data[-1] ^= 1
    (folder / WEIGHTS).write_bytes(data)
    with pytest.raises(CheckpointError, match=f"{WEIGHTS}: damaged"):
        load_checkpoint(folder)
    weights = Recurrent(SIZES).state_dict()
    weights["additive.v"][2] = float("nan")
    save_checkpoint(folder, SIZES, weights, b"tokens", {})
    with pytest.raises(CheckpointError, match=f"{WEIGHTS}: additive.v holds numbers that are not"):
        load_checkpoint(folder)


def test_a_transformers_card_says_nothing_of_its_kind(tmp_path: Path) -> None:
    sizes = ModelConfig(30, d_model=8, n_heads=2, d_ff=8)
    save_checkpoint(tmp_path, sizes, Transformer(sizes).state_dict(), b"tokens", {})
    assert "architecture" not in load_checkpoint(tmp_path).card


@pytest.mark.parametrize(
    ("sizes", "message"),
    [
        ({"d_hidden": 0}, "d_hidden must be a positive whole number"),
        ({"d_embed": True}, "d_embed must be"),
        ({"dropout": 1}, "dropout must be in"),
        ({"score": "cosine"}, "score must be"),
        ({"reverse_source": 1}, "reverse_source must be"),
        ({"reverse_source": True}, "reads both ways already"),
    ],
)
def test_sizes_that_make_no_network(sizes: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RecurrentConfig(30, "gru-bahdanau", **sizes)  # type: ignore[arg-type]
