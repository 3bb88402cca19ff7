"""The model run again with interventions: one teacher-forced pass, or step by step.

Shape suffixes: B sentences, S source tokens, T target tokens, D d_model, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.interventions import Intervention, edits
from explainer.model.kinds import Network
from explainer.model.masks import pad, padding_mask
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer


def trace_pass(
    model: Network, src_BS: Tensor, tgt_BT: Tensor, interventions: Sequence[Intervention] = ()
) -> dict[str, Tensor]:
    """Every tensor of one pass. The source enters through the encoder's memory alone, so another
    sentence's memory is that sentence as `src_BS`.

    Raises ValueError for an intervention the model has no layer or head for, and for any in a
    recurrent network.
    """
    if interventions and not isinstance(model, Transformer):
        raise ValueError("a recurrent network has no part of that kind")
    edited = edits(model.config, interventions) if isinstance(model, Transformer) else {}
    trace = Trace(edited)
    with torch.no_grad():
        model(src_BS, tgt_BT, trace)
    assert not trace.unused_edits
    return trace.tensors


def trace_padded(
    model: Transformer, rows: Sequence[tuple[Sequence[int], Sequence[int]]], name: str
) -> NDArray[np.float32]:
    """What is traced under `name` for source and fed ids of sentences in one padded batch, with
    the batch axis: (B, P, D) for a state of P positions, PAD behind.
    """
    device = model.matrix.device
    src_BS, fed_BT = (pad([row[i] for row in rows]).to(device) for i in (0, 1))
    values: NDArray[np.float32] = trace_pass(model, src_BS, fed_BT)[name].cpu().numpy()
    return values


class EditedDecoder:
    """A step function of decoding under interventions, for one sentence.

    Where a position sees the ones before it alone, their values stand once they are computed, and
    a step computes the new position only. Else (a look ahead is allowed) all of them again.
    """

    def __init__(
        self, model: Transformer, src_BS: Tensor, interventions: Sequence[Intervention]
    ) -> None:
        self.model = model
        self.interventions = tuple(interventions)
        self.src_mask = padding_mask(src_BS)
        self.ids: list[int] = []
        self.memory_BSD = model.encode(src_BS, self.src_mask, self._trace())
        self.kept = [self.memory_BSD[:, :0] for _ in model.decoder_layers()]

    def _trace(self) -> Trace:
        return Trace(edits(self.model.config, self.interventions))

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """Log-probabilities of the next piece, (1, V) float32."""
        self.ids += ids_R.tolist()
        x_BTD = self._whole() if self._looks_ahead() else self._newest()
        return self.model.project(x_BTD[:, -1]).float().log_softmax(dim=-1)

    def _looks_ahead(self) -> bool:
        ahead = any(i.kind == "unmask" and i.stack in ("", "decoder") for i in self.interventions)
        return ahead or not self.model.config.causal

    def _whole(self) -> Tensor:
        tgt_BT = torch.tensor([self.ids], device=self.memory_BSD.device)
        return self.model.decode(tgt_BT, self.memory_BSD, self.src_mask, trace=self._trace())

    def _newest(self) -> Tensor:
        """The last decoder vector of the newest position, (1, 1, D)."""
        model, trace, start = self.model, self._trace().scope("decoder"), len(self.ids) - 1
        tgt_B1 = torch.tensor([self.ids[start:]], device=self.memory_BSD.device)
        x_B1D = model.decoder_embedding(tgt_B1, model.matrix, trace, start)
        seen = torch.ones(1, len(self.ids), dtype=torch.bool, device=x_B1D.device)
        for index, layer in enumerate(model.decoder_layers()):
            x_B1D = layer(
                x_B1D,
                self.memory_BSD,
                seen,
                self.src_mask,
                trace.scope(str(index)),
                partial(self._so_far, index),
            )
        return model.decoder_norm(x_B1D)

    def _so_far(self, index: int, x_B1D: Tensor) -> Tensor:
        """What self-attention of a layer was given at every position up to this one."""
        self.kept[index] = torch.cat([self.kept[index], x_B1D], dim=1)
        return self.kept[index]
