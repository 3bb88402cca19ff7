"""The model written again in numpy float64 straight from the weight file, sharing no code."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

Array = NDArray[np.float64]


class Recomputed:
    """Post-norm Transformer of one sentence; `maps` collects the weights by trace name."""

    def __init__(self, folder: Path, sizes: dict[str, Any]) -> None:
        stored = load_file(folder / "weights.safetensors")
        self.w = {name: array.astype(np.float64) for name, array in stored.items()}
        self.sizes = sizes
        self.maps: dict[str, Array] = {}

    def linear(self, name: str, x: Array) -> Array:
        return x @ self.w[f"{name}.weight"].T + self.w[f"{name}.bias"]

    def norm(self, name: str, x: Array) -> Array:
        centred = x - x.mean(-1, keepdims=True)
        deviation = np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5)
        return centred / deviation * self.w[f"{name}.weight"] + self.w[f"{name}.bias"]

    def embed(self, ids: list[int]) -> Array:
        d = self.sizes["d_model"]
        table = np.zeros((len(ids), d))
        for position in range(len(ids)):
            for i in range(d // 2):
                angle = position / 10000 ** (2 * i / d)
                table[position, 2 * i], table[position, 2 * i + 1] = np.sin(angle), np.cos(angle)
        return self.w["matrix"][ids] * np.sqrt(d) + table

    def attend(self, name: str, x: Array, memory: Array, causal: bool) -> Array:
        width = self.sizes["d_model"] // self.sizes["n_heads"]
        q, k, v = (
            self.linear(f"{name}.{part}_proj", source)
            for part, source in (("q", x), ("k", memory), ("v", memory))
        )
        outs, maps = [], []
        for head in range(self.sizes["n_heads"]):
            columns = slice(head * width, (head + 1) * width)
            scores = q[:, columns] @ k[:, columns].T / np.sqrt(width)
            if causal:
                scores = np.where(np.tri(len(x), dtype=bool), scores, -np.inf)
            weights = np.exp(scores - scores.max(-1, keepdims=True))
            weights /= weights.sum(-1, keepdims=True)
            maps.append(weights)
            outs.append(weights @ v[:, columns])
        self.maps[f"{name}.weights"] = np.stack(maps)
        return self.linear(f"{name}.out_proj", np.concatenate(outs, axis=-1))

    def feed(self, name: str, x: Array) -> Array:
        return self.linear(f"{name}.contract", np.maximum(self.linear(f"{name}.expand", x), 0))

    def run(self, source: list[int], fed: list[int]) -> Array:
        """Log-probabilities (T, V) after every fed token."""
        x = self.embed(source)
        for i in range(self.sizes["n_encoder_layers"]):
            layer = f"encoder.{i}"
            x = self.norm(f"{layer}.add1.norm", x + self.attend(f"{layer}.self_attn", x, x, False))
            x = self.norm(f"{layer}.add2.norm", x + self.feed(f"{layer}.ffn", x))
        memory, x = x, self.embed(fed)
        for i in range(self.sizes["n_decoder_layers"]):
            layer = f"decoder.{i}"
            x = self.norm(f"{layer}.add1.norm", x + self.attend(f"{layer}.self_attn", x, x, True))
            cross = self.attend(f"{layer}.cross_attn", x, memory, False)
            x = self.norm(f"{layer}.add2.norm", x + cross)
            x = self.norm(f"{layer}.add3.norm", x + self.feed(f"{layer}.ffn", x))
        logits = x @ self.w["matrix"].T
        logits -= logits.max(-1, keepdims=True)
        shifted: Array = logits - np.log(np.exp(logits).sum(-1, keepdims=True))
        return shifted
