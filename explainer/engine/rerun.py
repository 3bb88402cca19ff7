"""Rerun the model with interventions, teacher-forced or step by step.

Shape suffixes: B sentences, R runs, S source tokens, T target tokens, D d_model, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.interventions import Intervention, edits, row_edits
from explainer.model.kinds import Network
from explainer.model.masks import padding_mask
from explainer.model.trace import Edit, Trace
from explainer.model.transformer import Transformer


def trace_pass(
    model: Network,
    src_BS: Tensor,
    tgt_BT: Tensor,
    interventions: Sequence[Intervention] = (),
    *,
    probs: bool = True,
    encoded: Mapping[str, Tensor] | None = None,
) -> dict[str, Tensor]:
    """Run one pass and return every tensor, up to the logits without `probs`.

    `encoded` is the result of `trace_encoder`. The source enters only through the encoder's
    memory, so pass another sentence as `src_BS` to swap the memory. Raises ValueError for an
    intervention on a layer or head the model lacks, and for any in a recurrent network.
    """
    if interventions and not isinstance(model, Transformer):
        raise ValueError("a recurrent network has no part of that kind")
    edited = edits(model.config, interventions) if isinstance(model, Transformer) else {}
    trace = Trace(edited, probs=probs)
    with torch.no_grad():
        if encoded and isinstance(model, Transformer):
            trace.tensors.update(encoded)
            model.teach(encoded["memory"], padding_mask(src_BS), tgt_BT, trace)
        else:
            model(src_BS, tgt_BT, trace)
    assert not trace.unused_edits
    return trace.tensors


def trace_encoder(model: Network, src_BS: Tensor) -> dict[str, Tensor]:
    """Run the encoder and return its tensors, "memory" last; empty for a recurrent network."""
    trace = Trace()
    if isinstance(model, Transformer):
        with torch.no_grad():
            model.encode(src_BS, trace=trace)
    return trace.tensors


def target_log_probs(
    model: Transformer,
    source_ids: Sequence[int],
    fed_ids: Sequence[int],
    target_ids: Sequence[int],
    edited: Mapping[str, Edit],
    runs: int,
) -> NDArray[np.float64]:
    """Return teacher-forced log-probabilities (R, T) of the target in `runs` edited runs."""
    src_RS, fed_RT, target_RT = (
        torch.tensor([list(ids)] * runs, device=model.matrix.device)
        for ids in (source_ids, fed_ids, target_ids)
    )
    with torch.no_grad():
        logits_RTV = model(src_RS, fed_RT, Trace(edited))
        losses_RT = F.cross_entropy(logits_RTV.transpose(1, 2), target_RT, reduction="none")
    log_probs_RT: NDArray[np.float64] = -losses_RT.double().cpu().numpy()
    return log_probs_RT


class EditedDecoder:
    """A step function for one sentence in which each row has its own interventions.

    Rows may stop but not split. With a causal mask only the new position is computed in each step;
    otherwise all positions again.
    """

    def __init__(
        self, model: Transformer, src_1S: Tensor, runs: Sequence[Sequence[Intervention]]
    ) -> None:
        self.model = model
        self.runs = [tuple(interventions) for interventions in runs]
        self.edits = row_edits(model.config, self.runs)
        src_RS = src_1S.expand(len(self.runs), -1)
        self.src_mask = padding_mask(src_RS)
        self.ids_RT = src_RS[:, :0]
        self.memory_RSD = model.encode(src_RS, self.src_mask, Trace(self.edits))
        self.kept = [self.memory_RSD[:, :0] for _ in model.decoder_layers()]
        ahead = (
            one.kind == "unmask" and one.stack in ("", "decoder") for run in runs for one in run
        )
        self.looks_ahead = any(ahead) or not model.config.causal

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """Log-probabilities of the next token, (R, V) float32."""
        if len(parents_R) < len(self.runs):
            self._select(parents_R)
        self.ids_RT = torch.cat([self.ids_RT, ids_R.to(self.ids_RT.device)[:, None]], dim=1)
        x_RTD = self._whole() if self.looks_ahead else self._newest()
        return self.model.project(x_RTD[:, -1]).float().log_softmax(dim=-1)

    def _select(self, parents_R: Tensor) -> None:
        """Keep only these rows."""
        self.runs = [self.runs[row] for row in parents_R.tolist()]
        self.edits = row_edits(self.model.config, self.runs)
        rows_R = parents_R.to(self.memory_RSD.device)
        self.ids_RT, self.memory_RSD = self.ids_RT[rows_R], self.memory_RSD[rows_R]
        self.src_mask = self.src_mask[rows_R]
        self.kept = [kept_RTD[rows_R] for kept_RTD in self.kept]

    def _whole(self) -> Tensor:
        trace = Trace(self.edits)
        return self.model.decode(self.ids_RT, self.memory_RSD, self.src_mask, trace=trace)

    def _newest(self) -> Tensor:
        """Return the last decoder state of the newest position, (R, 1, D)."""
        model, trace = self.model, Trace(self.edits).scope("decoder")
        count = self.ids_RT.shape[1]
        x_R1D = model.decoder_embedding(self.ids_RT[:, -1:], model.target_matrix, trace, count - 1)
        seen = torch.ones(1, count, dtype=torch.bool, device=x_R1D.device)
        for index, layer in enumerate(model.decoder_layers()):
            x_R1D = layer(
                x_R1D,
                self.memory_RSD,
                seen,
                self.src_mask,
                trace.scope(str(index)),
                partial(self._so_far, index),
            )
        return model.decoder_norm(x_R1D)

    def _so_far(self, index: int, x_R1D: Tensor) -> Tensor:
        """Return the inputs of a layer's self-attention at all positions up to this one."""
        self.kept[index] = torch.cat([self.kept[index], x_R1D], dim=1)
        return self.kept[index]
