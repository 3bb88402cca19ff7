"""What is asked of recurrent networks beyond a plain pass: a window, and padding that is read on.

Shape suffixes: B sentences, S source tokens, D d_embed, N units.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from explainer.decoding import DecodeOptions, decode
from explainer.model.masks import PAD
from explainer.model.rnn import Recurrent, RecurrentDecoder, RecurrentWeights
from explainer.model.trace import NO_TRACE, Trace

if TYPE_CHECKING:
    from explainer.decoding.candidate import StepFunction

Ids = Sequence[int]
EOS = 3  # as in explainer.tokenizer, which this layer does not know


def greedy(model: Recurrent, source: Ids, steps: int, window: int | None = None) -> tuple[int, ...]:
    """Ids of greedy search, cut after `steps`; `window` as in `Recurrent.decode`."""
    with torch.inference_mode():
        src_BS = torch.tensor([list(source)], device=model.matrix.device)
        return _written(RecurrentDecoder(RecurrentWeights(model), src_BS, window), steps)


def traced(model: Recurrent, source: Ids, fed: Ids, window: int | None = None) -> dict[str, Tensor]:
    """Every tensor of a teacher-forced pass under a window."""
    trace = Trace()
    src_BS, tgt_BT = (torch.tensor([list(i)], device=model.matrix.device) for i in (source, fed))
    with torch.no_grad():
        model(src_BS, tgt_BT, trace, window)
    return trace.tensors


@dataclass(frozen=True)
class Padded:
    """What a state becomes when the encoder reads on through padding: `moved` after each PAD, as a
    share of the norm of the state after the sentence; greedy ids from the right and the wrong one.
    """

    moved: tuple[float, ...]
    right: tuple[int, ...]
    wrong: tuple[int, ...]


def read_padding(model: Recurrent, source: Ids, count: int, steps: int) -> Padded:
    """The encoder over `source` and `count` PADs as if they were tokens, and what is then written.

    That is what a batch without lengths does: `nn.GRU(padded)` and its last state.
    """
    device = model.matrix.device
    src_BS = torch.tensor([list(source)], device=device)
    with torch.inference_mode():
        pad_11D = model.embed(torch.tensor([[PAD]], device=device), NO_TRACE)
        # The network itself skips PAD: other tokens stand there, with the embedding of PAD.
        longer_BS = torch.cat([src_BS, src_BS.new_full((1, count), EOS)], dim=1)
        trace = Trace(
            {
                "encoder.embed": lambda x: torch.cat(
                    [x[:, :-count], pad_11D.expand(-1, count, -1)], 1
                )
            }
        )
        memory = model.encode(longer_BS, trace=trace)
        after = memory.states_BSM[0, len(source) - 1 :].double()
        apart = (after[1:] - after[0]).norm(dim=-1) / after[0].norm()
        weights = RecurrentWeights(model)
        right = _written(RecurrentDecoder(weights, src_BS), steps)
        decoder = RecurrentDecoder(weights, src_BS)
        decoder.memory, decoder.state = memory, memory.start
        wrong = _written(decoder, steps)
    return Padded(tuple(apart.tolist()), right, wrong)


def _written(step: StepFunction, steps: int) -> tuple[int, ...]:
    options = DecodeOptions(method="greedy", max_length=steps)
    return decode(step, 1, options).hypotheses[0][0].ids
