"""A folder that was saved loads; a damaged one says which file and why."""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from explainer.model import ModelConfig, store
from explainer.model.rnn import RecurrentConfig
from tests.conftest import random_model
from tests.model.folders import TOKENS, change, saved

SIZES = ModelConfig(vocab_size=30, d_model=16, n_heads=2, d_ff=24, n_encoder_layers=1)
RECURRENT = RecurrentConfig(30, "gru-bahdanau", d_embed=8, d_hidden=12, d_attention=6)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return saved(tmp_path / "m", SIZES)


@pytest.mark.parametrize("sizes", [SIZES, RECURRENT], ids=["transformer", "recurrent"])
def test_round_trip_in_half_precision(tmp_path: Path, sizes: ModelConfig | RecurrentConfig) -> None:
    folder, expected = saved(tmp_path / "m", sizes), random_model(sizes, 0).state_dict()
    store.check_files(folder)
    loaded = store.load_checkpoint(folder)
    assert loaded.tokenizer == TOKENS and loaded.card["source"] == "ko"
    assert loaded.network.config == sizes and not loaded.network.training
    for name, tensor in loaded.network.state_dict().items():
        assert tensor.dtype == torch.float32
        assert torch.equal(tensor, expected[name].half().float()), name
    assert not any(p.requires_grad for p in loaded.network.parameters())
    assert not list(folder.glob("*.part"))
    assert loaded.card.get("architecture") == ("recurrent" if sizes == RECURRENT else None)
    if sizes == RECURRENT:
        with pytest.raises(store.CheckpointError, match="no Transformer"):
            _ = loaded.model


@pytest.mark.parametrize("name", [store.WEIGHTS, store.TOKENIZER])
def test_one_flipped_bit_is_found(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(store.CheckpointError, match=f"{name}: damaged"):
        store.load_checkpoint(folder)


def test_a_config_that_cannot_be_right(tmp_path):
    """Sizes that no memory holds are refused before they are made."""
    for sizes, values, message in (
        (SIZES, {"format": 99}, "format 99"),
        (SIZES, {"model": {"vocab_size": 30, "colour": 1}}, "unknown model sizes: colour"),
        (SIZES, {"model": {"vocab_size": 30, "n_heads": 7}}, "not a multiple"),
        (SIZES, {"model": None}, "vocab_size is missing"),
        (SIZES, {"model": {**SIZES.to_dict(), "d_ff": 32}}, f"{store.WEIGHTS}: does not fit"),
        (SIZES, {"model": {**SIZES.to_dict(), "d_model": 2**40}}, f"{store.WEIGHTS}: does not fit"),
        (
            SIZES,
            {"model": {**SIZES.to_dict(), "vocab_size": 2**40}},
            f"{store.WEIGHTS}: does not fit",
        ),
        (SIZES, {"model": {**SIZES.to_dict(), "n_decoder_layers": 2**40}}, "does not fit"),
        (SIZES, {"model": {**SIZES.to_dict(), "max_positions": 2**60}}, store.CONFIG),
        (SIZES, {"sha256": {}}, f"{store.WEIGHTS}: damaged"),
        (RECURRENT, {"model": {"vocab_size": 30}}, "kind is missing"),
        (RECURRENT, {"model": {**RECURRENT.to_dict(), "kind": "rwkv"}}, "kind must be one of"),
        (RECURRENT, {"model": {**RECURRENT.to_dict(), "colour": 1}}, "unknown model sizes: colour"),
        (RECURRENT, {"model": {**RECURRENT.to_dict(), "d_hidden": 13}}, "does not fit"),
        (RECURRENT, {"model": {**RECURRENT.to_dict(), "kind": "gru"}}, "does not fit"),
        (RECURRENT, {"model": {**RECURRENT.to_dict(), "d_hidden": 2**40}}, "does not fit"),
        (RECURRENT, {"architecture": None}, "unknown model sizes"),
    ):
        folder = saved(tmp_path / "m", sizes)
        change(folder, **values)
        for check in (store.load_checkpoint, store.check_files):
            with pytest.raises(store.CheckpointError, match=message):
                check(folder)


def test_sizes_that_make_no_recurrent_network() -> None:
    for sizes, message in (
        ({"d_hidden": 0}, "d_hidden must be a positive whole number"),
        ({"d_embed": True}, "d_embed must be"),
        ({"dropout": 1}, "dropout must be in"),
        ({"score": "cosine"}, "score must be"),
        ({"reverse_source": 1}, "reverse_source must be"),
        ({"reverse_source": True}, "reads both ways already"),
    ):
        with pytest.raises(ValueError, match=message):
            RecurrentConfig(30, "gru-bahdanau", **sizes)


def test_weights_that_are_no_safetensors(folder: Path) -> None:
    (folder / store.WEIGHTS).write_bytes(b"oops")
    card = json.loads((folder / store.CONFIG).read_text())
    change(folder, sha256={**card["sha256"], store.WEIGHTS: store.sha256(b"oops")})
    with pytest.raises(store.CheckpointError, match=f"{store.WEIGHTS}: does not fit"):
        store.load_checkpoint(folder)


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_weights_that_are_not_finite(folder: Path, value: float) -> None:
    weights = load_file(folder / store.WEIGHTS)
    weights["matrix"][2, 5] = value
    store.save_checkpoint(folder, SIZES, weights, b"tokens", {"source": "ko"})
    for check in (store.load_checkpoint, store.check_files):
        with pytest.raises(
            store.CheckpointError, match=f"{store.WEIGHTS}: matrix holds numbers that are not"
        ):
            check(folder)


def test_a_listed_file_of_the_training_is_checked_too(folder: Path) -> None:
    (folder / "history").mkdir()
    weights = load_file(folder / store.WEIGHTS)
    save_file({"matrix": weights["matrix"]}, folder / "history" / "00000005.safetensors")
    store.save_checkpoint(folder, SIZES, weights, b"tokens", {})
    store.check_files(folder)  # the finished model works without it
    (error,) = store.check_states(folder).values()
    assert "00000005.safetensors: does not fit" in str(error)


def test_what_cannot_be_written_is_named(folder: Path) -> None:
    (folder / "a folder").mkdir()
    with pytest.raises(OSError, match="a folder") as caught:
        store.write_atomically(folder / "a folder", b"text")
    assert caught.value.filename == str(folder / "a folder")
    assert not list(folder.glob("*.part"))


@pytest.mark.parametrize("text", ["{", "[" * 200_000], ids=["cut", "nested too deep"])
def test_config_that_is_not_json(folder: Path, text: str) -> None:
    (folder / store.CONFIG).write_text(text)
    with pytest.raises(store.CheckpointError, match="not valid JSON"):
        store.load_checkpoint(folder)
