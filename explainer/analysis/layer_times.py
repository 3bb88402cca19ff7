"""Time layers, and a sentence in one pass or token by token, in CPU seconds of one thread.

`time.thread_time` counts the CPU time of this thread only, so other load on the machine matters
less than with wall-clock time. Torch is limited to this thread while it is timed.

Shape suffixes: N positions, D width, S source tokens, T target tokens.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from explainer.analysis.layer_costs import Layer, Shape, attention, run, weights_of
from explainer.model.cache import DecoderWeights, decoder_for
from explainer.model.device import threads_for
from explainer.model.transformer import Transformer

Timed = Layer | str
FUSED: Final = "fused"  # attention that never stores the n x n weights (arXiv:2205.14135)
TIMED: Final = ("attention", FUSED, "recurrent", "convolution", "restricted")
ENOUGH: Final = 0.05  # total seconds of repetitions


def random_gru(d: int, layers: int = 1, seed: int = 1) -> nn.GRU:
    """Build a GRU of width d with random weights, without touching torch's global generator."""
    cell = nn.GRU(d, d, layers, device="meta").to_empty(device="cpu")
    made = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for weight in cell.parameters():
            weight.normal_(0.0, d**-0.5, generator=made)
    return cell


def layer_of(name: Timed, shape: Shape) -> Callable[[], object]:
    """Return a function that runs one layer with random weights and input, in torch's fastest form.

    The recurrent one is `nn.GRU`, whose loop is compiled; `attention` stores its n x n weights.
    """
    made = torch.Generator().manual_seed(1)
    x_ND = torch.randn(shape.n, shape.d, generator=made)
    if name == "recurrent":
        cell = random_gru(shape.d)
        return lambda: cell(x_ND)
    if name == FUSED:
        matrices = weights_of("attention", shape, "layer")

        def fused() -> Tensor:
            q, k, v = (x_ND @ w for w in matrices[:3])
            mixed = F.scaled_dot_product_attention(q[None, None], k[None, None], v[None, None])
            return mixed[0, 0] @ matrices[3]

        return fused
    layer: Layer = next(x for x in ("attention", "convolution", "restricted") if x == name)
    weights = weights_of(layer, shape, "layer")
    if layer == "attention":
        return lambda: attention(x_ND, weights)
    return lambda: run(layer, x_ND, weights, shape)


def seconds_of(work: Callable[[], object], least: int = 3, enough: float = ENOUGH) -> float:
    """Return the median CPU seconds of this thread, after one warm-up run."""
    with torch.inference_mode(), threads_for(1):
        work()
        seconds: list[float] = []
        while len(seconds) < least or sum(seconds) < enough:
            start = time.thread_time()
            work()
            seconds.append(time.thread_time() - start)
    return median(seconds)


def measure(d: int, lengths: Sequence[int]) -> dict[str, tuple[float, ...]]:
    """Return the seconds of every layer at each of `lengths`."""
    return {name: tuple(seconds_of(layer_of(name, Shape(n, d))) for n in lengths) for name in TIMED}


class Twin(nn.Module):
    """A GRU encoder-decoder with about as many parameters as a Transformer, for timing only.

    Its weights are random except for the embedding matrix, so its output is meaningless.
    """

    def __init__(self, model: Transformer) -> None:
        super().__init__()
        config = model.config
        d = config.d_model
        layers = max(2, round((model.n_parameters() - config.vocab_size * d) / (6 * d * d + 6 * d)))
        # Split as in the Transformer, whose decoder layers are a third larger than the encoder's.
        encoder = max(1, round(layers * 3 / 7))
        self.matrix = model.matrix
        self.encoder = random_gru(d, encoder)
        self.decoder = random_gru(d, max(1, layers - encoder), seed=2)

    def n_parameters(self) -> int:
        """Return the number of parameters."""
        return sum(parameter.numel() for parameter in self.parameters())

    def begin(self, src_S: Tensor) -> Tensor:
        """Encode the source and return its last state, repeated for every decoder layer."""
        _, last = self.encoder(self.matrix[src_S])
        return last[-1:].expand(self.decoder.num_layers, -1).contiguous()

    def whole(self, src_S: Tensor, tgt_T: Tensor) -> Tensor:
        """Return log-probabilities (T, V) in one teacher-forced pass."""
        out_TD, _ = self.decoder(self.matrix[tgt_T], self.begin(src_S))
        return (out_TD @ self.matrix.T).log_softmax(-1)

    def steps(self, src_S: Tensor, tgt_T: Tensor) -> list[Tensor]:
        """Return the same log-probabilities token by token, as in inference."""
        state, rows = self.begin(src_S), []
        for token in tgt_T.split(1):
            out_1D, state = self.decoder(self.matrix[token], state)
            rows.append((out_1D @ self.matrix.T).log_softmax(-1)[0])
        return rows


@dataclass(frozen=True)
class Passes:
    """CPU seconds for one sentence: (the whole target at once, token by token)."""

    source: int
    target: int
    transformer: tuple[float, float]
    gru: tuple[float, float]
    parameters: tuple[int, int]


def measure_passes(
    weights: DecoderWeights, source: Sequence[int], fed: Sequence[int], repeats: int = 5
) -> Passes:
    """Time both models on one sentence; the Transformer decodes with its KV cache."""
    model = weights.model
    src_1S, tgt_1T = torch.tensor([list(source)]), torch.tensor([list(fed)])
    parent = torch.zeros(1, dtype=torch.long)
    twin = Twin(model).eval()

    def step_by_step() -> None:
        decoder = decoder_for(weights, src_1S)
        for token in tgt_1T[0].split(1):
            decoder(token, parent)

    tasks: list[Callable[[], object]] = [
        lambda: model(src_1S, tgt_1T).log_softmax(-1),
        step_by_step,
        lambda: twin.whole(src_1S[0], tgt_1T[0]),
        lambda: twin.steps(src_1S[0], tgt_1T[0]),
    ]
    times = [seconds_of(task, repeats, enough=0.0) for task in tasks]
    sizes = (model.n_parameters(), twin.n_parameters())
    return Passes(len(source), len(fed), (times[0], times[1]), (times[2], times[3]), sizes)
