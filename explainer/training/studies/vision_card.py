"""Write CARD.md of the image classifiers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from explainer.model.store import write_atomically
from explainer.training.card import head


def write_card(folder: Path, facts: Mapping[str, Any]) -> None:
    """Write the card; every figure comes from `facts`, which are also in config.json."""
    recipe = facts["recipe"]
    rows = "\n".join(_row(name, entry) for name, entry in facts["networks"].items())
    text = f"""{head(facts["licence"], "image-classification")}\
# Networks that read pictures

Made to be looked into: small networks that read a handwritten digit as 49 patches of 4 x 4 pixels.

| network | what it is | parameters | test accuracy, by seed | patches shuffled |
|---|---|---|---|---|
{rows}

Test accuracy is the share of the 10,000 test pictures of MNIST that are read correctly, with the
weights in half precision as they lie here; the shipped weights are those of the first seed. In the
last column the patches of every test picture come in a random order of their own.

Elsewhere: 0.9710 for the two attention layers in the paper they are from, 0.975 to 0.979 for a
plain 784-128-10 network.

## Training

The same for every network and seed: all 60,000 training pictures, nothing added to them,
{recipe["epochs"]} epochs, batches of {recipe["batch"]}, cross-entropy, Adam with a learning rate \
of {recipe["learning_rate"]} that falls
to 0 in a straight line. Batch and learning rate were chosen with the plain network on 5,000 of the
training pictures, after it had read 0.9644 of the test pictures with batches of 128 and 0.001. Each
of the runs above was measured on the test pictures once, at its end.
Reproduce with `python -m explainer.training.studies.vision --data mnist.npz`.

## Data and licences

{facts["data"]}. The weights are shared under {facts["licence"]}.
The pictures themselves are not part of the project. They show single digits, centred; on anything
else the networks answer as surely and wrong.
"""
    write_atomically(folder / "CARD.md", text.encode())


def _row(name: str, entry: Mapping[str, Any]) -> str:
    runs = entry["test"]
    right, moved = (
        ", ".join(f"{run[key]:.4f}" for run in runs) for key in ("accuracy", "accuracy_shuffled")
    )
    return f"| `{name}` | {_what(entry['config'])} | {entry['parameters']:,} | {right} | {moved} |"


def _what(config: Mapping[str, Any]) -> str:
    places = ", learned positions" if config["positions"] else ", no positions"
    heads = f"{config['n_layers']} layers, {config['n_heads']} heads of {config['d_head']}"
    if config["kind"] == "dense":
        return f"784-{config['d_hidden']}-10"
    if config["kind"] == "attention":
        return f"attention alone ({heads}{places}), then 784-{config['d_hidden']}-10"
    if config["kind"] == "speller":
        return "the encoder of `vit`, as it is, and a decoder layer that writes the digit's name"
    return f"Vision Transformer, norm first, d_model {config['d_model']}, {heads}{places}, mean"
