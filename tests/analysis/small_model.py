"""A small random model with biases and norms that are not 0 and 1, and one traced run of it."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch

from explainer.model import ModelConfig, Trace, Transformer
from explainer.model.ids import BOS

SOURCE, TARGET = (7, 21, 9, 30, 3), (11, 8, 25, 3)


# What models that were trained elsewhere have, and ours do not.
FOREIGN: dict[str, Any] = {"activation": "swish", "tied": False, "output_bias": True}


SIZES: dict[str, Any] = {"vocab_size": 40, "d_model": 16, "n_heads": 4, "d_ff": 24}
SIZES |= {"n_encoder_layers": 2, "n_decoder_layers": 3, "max_positions": 32, "dropout": 0.0}


def made(norm: str = "post", positions: str = "sinusoidal", *, seed: int = 4, **more: Any) -> Any:
    config = ModelConfig(**{**SIZES, **more}, norm=norm, positions=positions)  # type: ignore[arg-type]
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Transformer(config).eval()
        for name, value in model.named_parameters():
            if name.endswith("bias") or "norm" in name:  # 0 and 1 would hide a mistake
                value.data += 0.3 * torch.randn_like(value)
    return model.requires_grad_(False)


def recorded(
    model: Transformer, source: Sequence[int] = SOURCE, target: Sequence[int] = TARGET
) -> dict[str, np.ndarray]:
    trace = Trace()
    with torch.no_grad():
        model(torch.tensor([source]), torch.tensor([[BOS, *target[:-1]]]), trace)
    return {name: tensor[0].numpy() for name, tensor in trace.tensors.items()}


def arrays(model: Transformer, stack: str) -> dict[str, np.ndarray]:
    return {
        name.removeprefix(f"{stack}."): value.numpy()
        for name, value in model.named_parameters()
        if name.startswith(f"{stack}.")
    }
