"""Networks for pictures: sizes, files, and the shipped weights by hand in float64."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
import torch
from numpy.typing import NDArray
from safetensors.numpy import load_file

from explainer.installed import PICTURES
from explainer.model import vision
from explainer.model.ids import PAD
from explainer.model.networks import pack
from explainer.model.store import CheckpointError
from explainer.model.trace import Trace
from explainer.model.vision.networks import SPELLED_CT, Speller, VisionTransformer

Floats = NDArray[np.float64]
HEADS, WIDTH = 16, 4


def some_patches(seed: int = 0) -> torch.Tensor:
    """(49, 16), a third of them blank as in a picture of a digit."""
    patches = torch.rand(49, 16, generator=torch.Generator().manual_seed(seed))
    patches[::3] = 0
    return patches


def test_a_patch_is_four_by_four_pixels_row_by_row() -> None:
    picture = torch.arange(784.0).reshape(28, 28)
    patches = vision.to_patches(picture[None])[0]
    assert patches.shape == (49, 16)
    for row, column in ((0, 0), (2, 5), (6, 6)):
        block = picture[4 * row : 4 * row + 4, 4 * column : 4 * column + 4]
        assert torch.equal(patches[7 * row + column], block.flatten())


def test_parameters_are_those_of_the_paper() -> None:
    for name, count in (
        ("dense", 784 * 128 + 128 + 128 * 10 + 10),
        ("attention", 110_378),
        ("attention-positions", 110_378 + 49 * 16),
    ):
        facts = vision.read_facts(PICTURES)["networks"][name]
        network = vision.load_network(PICTURES, name)
        assert sum(p.numel() for p in network.parameters()) == count == facts["parameters"]


def softmax(x: Floats) -> Floats:
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def test_the_exact_network_by_hand() -> None:
    """Attention layers and dense layers from the stored file, without torch, in float64."""
    stored = load_file(PICTURES / "attention.safetensors")
    w = {name: tensor.astype(np.float64) for name, tensor in stored.items()}

    def linear(name: str, x: Floats) -> Floats:
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    trace = Trace()
    patches = some_patches()
    logits = vision.load_network(PICTURES, "attention")(patches[None], trace)[0].numpy()
    x = patches.numpy().astype(np.float64)
    for layer in range(2):
        name = f"layers.{layer}"
        q, k, v = (
            linear(f"{name}.{part}_proj", x).reshape(49, HEADS, WIDTH) for part in ("q", "k", "v")
        )
        weights = softmax(np.einsum("qhe,khe->hqk", q, k) / 2)
        traced = trace[f"{name}.self_attn.weights"][0].numpy()
        assert np.abs(weights - traced).max() < 1e-5
        x = linear(f"{name}.out_proj", np.einsum("hqk,khe->qhe", weights, v).reshape(49, 64))
    hidden = np.maximum(linear("head.hidden", x.reshape(784)), 0)
    assert linear("head.out", hidden) == pytest.approx(logits, abs=2e-4)


def test_a_name_is_as_likely_as_its_letters_one_after_another() -> None:
    """Each letter given those before it alone, by a decoder after the encoder of the ViT."""
    speller, reader = (vision.load_network(PICTURES, name) for name in ("speller", "vit"))
    assert isinstance(speller, Speller) and isinstance(reader, VisionTransformer)
    patches = some_patches()[None]
    memory = reader.encode(patches)
    for name, ids, logit in zip(vision.NAMES, SPELLED_CT, speller(patches)[0], strict=True):
        total = 0.0
        for at in range(len(name) + 1):
            before = torch.where(torch.arange(6) <= at, ids[:6], PAD)[None]
            total += float(speller.spell(memory, before)[0, at, ids[at + 1]])
        assert total == pytest.approx(float(logit), abs=1e-4)


@pytest.mark.parametrize("name", sorted(vision.read_facts(PICTURES)["networks"]))
def test_a_trace_changes_no_number(name: str) -> None:
    network = vision.load_network(PICTURES, name)
    patches = some_patches()[None]
    assert torch.equal(network(patches), network(patches, Trace()))


def test_the_card_says_what_was_measured() -> None:
    card = (PICTURES / "CARD.md").read_text(encoding="utf-8")
    facts = vision.read_facts(PICTURES)
    for name, entry in facts["networks"].items():
        (row,) = re.findall(rf"^\| `{name}` \|.*$", card, re.MULTILINE)
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[2] == f"{entry['parameters']:,}"
        for cell, key in zip(cells[3:], ("accuracy", "accuracy_shuffled"), strict=True):
            assert cell.split(", ") == [f"{run[key]:.4f}" for run in entry["test"]]
    assert facts["licence"] in card


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    config = vision.VisionConfig("attention", n_layers=1, n_heads=2, d_head=3)
    weights = vision.make_network(config).state_dict()
    facts = {"networks": {"small": {"config": config.to_dict()}}}
    vision.save_networks(tmp_path, {"small": pack(weights)}, facts)
    found = vision.load_network(tmp_path, "small").state_dict()
    assert all(torch.allclose(found[name], weights[name], atol=1e-3) for name in weights)
    path = tmp_path / "config.json"
    facts = json.loads(path.read_text(encoding="utf-8"))
    facts["networks"]["small"]["config"]["n_heads"] = 3
    path.write_text(json.dumps(facts), encoding="utf-8")
    with pytest.raises(CheckpointError, match=r"small\.safetensors: does not fit"):
        vision.load_network(tmp_path, "small")
    (tmp_path / "small.safetensors").write_bytes(b"nothing")
    with pytest.raises(CheckpointError, match="damaged"):
        vision.load_network(tmp_path, "small")


def test_sizes_that_do_not_fit_are_refused() -> None:
    for wrong in (
        {"kind": "other"},
        {"kind": "dense", "positions": 1},
        {"kind": "vit", "d_model": 5},
    ):
        with pytest.raises(ValueError):
            vision.VisionConfig.from_dict({"n_heads": 2, "d_head": 2, **wrong})
