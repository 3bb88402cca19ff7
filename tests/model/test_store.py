"""A folder that was saved loads; a damaged one says which file and why."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from explainer.model import ModelConfig
from explainer.model.store import (
    CONFIG,
    TOKENIZER,
    WEIGHTS,
    CheckpointError,
    check_files,
    check_states,
    load_checkpoint,
    save_checkpoint,
    sha256,
    write_atomically,
)
from tests.model.folders import TOKENS, change, network_of, saved

SIZES = ModelConfig(vocab_size=30, d_model=16, n_heads=2, d_ff=24, n_encoder_layers=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return saved(tmp_path / "m", SIZES)


def test_round_trip_in_half_precision(folder: Path) -> None:
    expected = network_of(SIZES).state_dict()
    loaded = load_checkpoint(folder)
    assert loaded.tokenizer == TOKENS and loaded.card["source"] == "ko"
    assert not loaded.model.training
    for name, tensor in loaded.model.state_dict().items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, expected[name].half().float()), name
    assert not any(p.requires_grad for p in loaded.model.parameters())
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("name", [CONFIG, WEIGHTS, TOKENIZER])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(CheckpointError, match=f"{name}: no such file"):
        load_checkpoint(folder)


@pytest.mark.parametrize("name", [WEIGHTS, TOKENIZER])
def test_one_flipped_bit_is_found(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(CheckpointError, match=f"{name}: damaged"):
        load_checkpoint(folder)


def test_other_sizes_in_the_config(folder: Path) -> None:
    change(folder, model={**SIZES.to_dict(), "d_ff": 32})
    with pytest.raises(CheckpointError, match=f"{WEIGHTS}: does not fit"):
        load_checkpoint(folder)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"format": 99}, "format 99"),
        ({"model": {"vocab_size": 30, "colour": 1}}, "unknown model sizes: colour"),
        ({"model": {"vocab_size": 30, "n_heads": 7}}, "not a multiple"),
        ({"model": None}, "vocab_size is missing"),
        ({"sha256": {}}, f"{WEIGHTS}: damaged"),
    ],
)
def test_a_config_that_cannot_be_right(
    folder: Path, values: dict[str, object], message: str
) -> None:
    change(folder, **values)
    with pytest.raises(CheckpointError, match=message):
        load_checkpoint(folder)


def test_weights_that_are_no_safetensors(folder: Path) -> None:
    (folder / WEIGHTS).write_bytes(b"oops")
    card = json.loads((folder / CONFIG).read_text())
    change(folder, sha256={**card["sha256"], WEIGHTS: sha256(b"oops")})
    with pytest.raises(CheckpointError, match=f"{WEIGHTS}: does not fit"):
        load_checkpoint(folder)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_not_finite(folder: Path, value: float) -> None:
    weights = load_file(folder / WEIGHTS)
    weights["matrix"][2, 5] = value
    save_checkpoint(folder, SIZES, weights, b"pieces", {"source": "ko"})
    for check in (load_checkpoint, check_files):
        with pytest.raises(CheckpointError, match=f"{WEIGHTS}: matrix holds numbers that are not"):
            check(folder)


@pytest.mark.parametrize(
    "sizes",
    [{"d_model": 2**40}, {"vocab_size": 2**40}, {"n_decoder_layers": 2**40}],
)
def test_sizes_no_memory_holds_are_refused_before_they_are_made(
    folder: Path, sizes: dict[str, int]
) -> None:
    change(folder, model={**SIZES.to_dict(), **sizes})
    for check in (load_checkpoint, check_files):
        with pytest.raises(CheckpointError, match=f"{WEIGHTS}: does not fit"):
            check(folder)


def test_positions_no_memory_holds(folder: Path) -> None:
    change(folder, model={**SIZES.to_dict(), "max_positions": 2**60})
    with pytest.raises(CheckpointError, match=CONFIG):
        load_checkpoint(folder)


def test_a_listed_file_of_the_training_is_checked_too(folder: Path) -> None:
    (folder / "history").mkdir()
    weights = load_file(folder / WEIGHTS)
    save_file({"matrix": weights["matrix"]}, folder / "history" / "00000005.safetensors")
    save_checkpoint(folder, SIZES, weights, b"pieces", {})
    check_files(folder)  # the finished model works without it
    (error,) = check_states(folder).values()
    assert "00000005.safetensors: does not fit" in str(error)


def test_what_cannot_be_written_is_named(folder: Path) -> None:
    (folder / "a folder").mkdir()
    with pytest.raises(OSError, match="a folder") as caught:
        write_atomically(folder / "a folder", b"text")
    assert caught.value.filename == str(folder / "a folder")
    assert not list(folder.glob("*.part"))


def test_config_that_is_nested_too_deep(folder: Path) -> None:
    (folder / CONFIG).write_text("[" * 200_000)
    with pytest.raises(CheckpointError, match="not valid JSON"):
        load_checkpoint(folder)


def test_config_that_is_not_json(folder: Path) -> None:
    (folder / CONFIG).write_text("{")
    with pytest.raises(CheckpointError, match="not valid JSON"):
        load_checkpoint(folder)
