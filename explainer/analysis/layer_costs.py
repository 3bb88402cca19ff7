"""Multiply-adds of layer types: Table 1 of arXiv:1706.03762 with its constants, and measured.

A multiply-add is one multiplication in a matrix product and the addition that follows it (2 FLOPs).
Softmax, norms and additions are negligible and not counted.

`torch.utils.flop_counter` sees plain matrix products and convolutions only, and gives 0 for fused
attention and `nn.LSTM`, so every layer is written out as products here. Counting uses "meta"
tensors, which have shapes but no data, so 5,000 positions take no memory.

Shape suffixes: N positions, D width of a vector, R positions of a window.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

import torch
import torch.nn.functional as F
from torch import Tensor

from explainer.analysis.windows import Window, restricted_attention

Layer = Literal["attention", "recurrent", "convolution", "restricted"]
Part = Literal["mixing", "layer"]
LAYERS: Final[tuple[Layer, ...]] = ("attention", "recurrent", "convolution", "restricted")
PARTS: Final[tuple[Part, ...]] = ("mixing", "layer")
KERNEL: Final = 3  # k
WINDOW: Final = 33  # r: a position and 16 on each side
BYTES: Final = 4  # of one float32


@dataclass(frozen=True)
class Shape:
    """n positions of width d, kernels of k positions, windows of r (odd).

    Raises ValueError for other sizes.
    """

    n: int
    d: int
    k: int = KERNEL
    r: int = WINDOW

    def __post_init__(self) -> None:
        if min(self.n, self.d, self.k, self.r) < 1 or self.r % 2 == 0:
            raise ValueError(f"invalid layer sizes: {self}")

    @property
    def window(self) -> Window:
        """The window of r positions, centred on the query."""
        return Window(self.r // 2, self.r // 2)


def multiply_adds(layer: Layer, shape: Shape, part: Part = "mixing") -> int:
    """Return the multiply-adds by formula.

    "mixing" is what Table 1 counts: attention without projections, a recurrent layer with one
    input and one state matrix (tanh). "layer" is the layer as used in practice: attention with
    W_Q, W_K, W_V and W_O, and a GRU with its three pairs of matrices.
    """
    n, d, k, r = shape.n, shape.d, shape.k, shape.r
    projections = 4 * n * d * d if part == "layer" else 0
    return {
        "attention": 2 * n * n * d + projections,
        "recurrent": (6 if part == "layer" else 2) * n * d * d,
        "convolution": k * n * d * d,
        "restricted": 2 * r * n * d + projections,
    }[layer]


def count_with_torch(layer: Layer, shape: Shape, part: Part = "mixing") -> int:
    """Return the multiply-adds counted by torch's FlopCounterMode.

    A recurrent layer's steps are all equal, so one is counted and multiplied by n: 5,000 in a row
    take seconds even on "meta" tensors.
    """
    # With meta tensors this imports 800 modules, 77 MB; pages do not call this function.
    from torch.utils.flop_counter import FlopCounterMode

    steps = shape.n if layer == "recurrent" else 1
    x_ND = torch.empty(shape.n // steps, shape.d, device="meta")
    counter = FlopCounterMode(display=False)
    with torch.no_grad(), counter:
        run(layer, x_ND, weights_of(layer, shape, part, device="meta"), shape)
    return steps * int(counter.get_total_flops()) // 2


def weights_of(
    layer: Layer, shape: Shape, part: Part, device: str = "cpu", seed: int = 0
) -> tuple[Tensor, ...]:
    """Return random weight matrices, scaled to preserve the magnitude of activations."""
    d = shape.d
    gates = 3 if part == "layer" else 1
    sizes: dict[Layer, list[tuple[int, ...]]] = {
        "attention": [(d, d)] * (4 if part == "layer" else 0),
        "recurrent": [(d, gates * d)] * 2,
        "convolution": [(d, d, shape.k)],
        "restricted": [(d, d)] * (4 if part == "layer" else 0),
    }
    made = torch.Generator().manual_seed(seed)
    if device == "meta":
        return tuple(torch.empty(size, device=device) for size in sizes[layer])
    return tuple(torch.randn(size, generator=made) * d**-0.5 for size in sizes[layer])


def run(layer: Layer, x_ND: Tensor, weights: tuple[Tensor, ...], shape: Shape) -> Tensor:
    """Run one layer, (N, D) -> (N, D)."""
    if layer == "attention":
        return attention(x_ND, weights)
    if layer == "recurrent":
        return recurrent(x_ND, *weights)
    if layer == "convolution":
        return convolution(x_ND, weights[0])
    q_ND, k_ND, v_ND = projected(x_ND, weights)
    mixed_ND = restricted_attention(q_ND, k_ND, v_ND, shape.window)
    return mixed_ND @ weights[3] if weights else mixed_ND


def projected(x_ND: Tensor, weights: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """Project to q, k and v; without matrices return the input for all three."""
    return tuple(x_ND @ w for w in weights[:3]) if weights else (x_ND, x_ND, x_ND)


def attention(x_ND: Tensor, matrices: tuple[Tensor, ...]) -> Tensor:
    """Self-attention: n x n scores, then n x n weights times the values, 2 n^2 d."""
    q_ND, k_ND, v_ND = projected(x_ND, matrices)
    weights_NN = (q_ND @ k_ND.T / x_ND.shape[-1] ** 0.5).softmax(dim=-1)
    mixed_ND = weights_NN @ v_ND
    return mixed_ND @ matrices[3] if matrices else mixed_ND


def recurrent(x_ND: Tensor, u: Tensor, w: Tensor) -> Tensor:
    """Run a recurrent layer: 2 n d^2 for tanh (u and w: d x d), 6 n d^2 for a GRU (d x 3d)."""
    given_NG = x_ND @ u
    state_1D = torch.zeros_like(x_ND[:1])
    states = []
    for given_1G in given_NG.split(1):
        state_1D = _next_state(given_1G, state_1D, state_1D @ w)
        states.append(state_1D)
    return torch.cat(states)


def _next_state(given_1G: Tensor, state_1D: Tensor, kept_1G: Tensor) -> Tensor:
    """Return the next state: tanh of the sum, or a GRU cell (arXiv:1406.1078) with three gates."""
    if given_1G.shape[-1] == state_1D.shape[-1]:
        return torch.tanh(given_1G + kept_1G)
    given, kept = given_1G.chunk(3, dim=-1), kept_1G.chunk(3, dim=-1)
    reset, update = torch.sigmoid(given[0] + kept[0]), torch.sigmoid(given[1] + kept[1])
    proposed = torch.tanh(given[2] + reset * kept[2])
    return (1 - update) * proposed + update * state_1D


def convolution(x_ND: Tensor, kernel_DDK: Tensor) -> Tensor:
    """Causal convolution: k matrices d x d at every position, zero-padded on the left, k n d^2."""
    k = kernel_DDK.shape[-1]
    return F.conv1d(F.pad(x_ND.T, (k - 1, 0))[None], kernel_DDK)[0].T


def weights_bytes(n: int, heads: int = 1) -> int:
    """Return the memory of one layer's n x n weights for one sentence, in float32."""
    return heads * n * n * BYTES
