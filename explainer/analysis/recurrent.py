"""Trace recurrent networks, step their decoder, and measure the effect of encoding padding.

Shape suffixes: B sentences, S source tokens, D d_embed, M width of an encoder state, R rows.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from explainer.model.ids import PAD
from explainer.model.rnn import Recurrent, RecurrentDecoder
from explainer.model.trace import NO_TRACE, Trace

Ids = Sequence[int]


class Stepper(RecurrentDecoder):
    """A decoder step function without gradients."""

    @torch.no_grad()
    def __init__(self, model: Recurrent, source: Ids) -> None:
        super().__init__(model, _row(model, source))

    @torch.no_grad()
    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        return super().__call__(ids_R, parents_R)


def _row(model: Recurrent, ids: Ids) -> Tensor:
    return torch.tensor([list(ids)], device=model.matrix.device)


def trace_pass(model: Recurrent, source: Ids, fed: Ids) -> dict[str, Tensor]:
    """Run a teacher-forced pass and return all traced tensors."""
    trace = Trace()
    with torch.no_grad():
        model(_row(model, source), _row(model, fed), trace)
    return trace.tensors


@torch.no_grad()
def encode_with_padding(model: Recurrent, source: Ids, count: int) -> tuple[float, Stepper]:
    """Encode `count` PADs after the sentence as if they were tokens, as an unpacked `nn.GRU` does.

    Returns the relative change of the last encoder state (share of its norm), and a decoder step
    function that starts from it.
    """
    src_BS = _row(model, source)
    pad_11D = model.embed(src_BS.new_full((1, 1), PAD), NO_TRACE)
    # The network skips PAD ids, so repeat the last token there with the embedding of PAD.
    longer_BS = torch.cat([src_BS, src_BS[:, -1:].expand(-1, count)], dim=1)

    def padded(x_BSD: Tensor) -> Tensor:
        return torch.cat([x_BSD[:, : len(source)], pad_11D.expand(-1, count, -1)], dim=1)

    memory = model.encode(longer_BS, trace=Trace({"encoder.embed": padded}))
    right_M, wrong_M = memory.states_BSM[0, [len(source) - 1, -1]].double()
    step = Stepper(model, source)
    step.memory, step.state = memory, memory.start
    return float((wrong_M - right_M).norm() / right_M.norm()), step
