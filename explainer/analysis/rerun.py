"""The model run again with interventions: one teacher-forced pass, or step by step.

Shape suffixes: B sentences, S source pieces, T target pieces, D d_model, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.interventions import Intervention, edits
from explainer.model.masks import padding_mask
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer


def traced(
    model: Transformer, src_BS: Tensor, tgt_BT: Tensor, interventions: Sequence[Intervention] = ()
) -> dict[str, Tensor]:
    """Every tensor of one pass. The source enters through the encoder's memory alone, so another
    sentence's memory is that sentence as `src_BS`.

    Raises ValueError for an intervention the model has no layer or head for.
    """
    trace = Trace(edits(model.config, interventions))
    with torch.no_grad():
        model(src_BS, tgt_BT, trace)
    assert not trace.unused_edits
    return trace.tensors


def to_arrays(tensors: dict[str, Tensor]) -> dict[str, NDArray[np.float32]]:
    """Batch axis off, on the CPU, read-only; masks stay boolean, all else float32."""
    arrays: dict[str, NDArray[np.float32]] = {}
    for name, tensor in tensors.items():
        array = tensor[0].detach().cpu().contiguous().numpy()
        array.setflags(write=False)
        arrays[name] = array
    return arrays


class EditedDecoder:
    """A step function of decoding under interventions, for one sentence.

    The whole prefix is computed again at every step: an intervention may change every position.
    """

    def __init__(
        self, model: Transformer, src_BS: Tensor, interventions: Sequence[Intervention]
    ) -> None:
        self.model = model
        self.interventions = tuple(interventions)
        self.src_mask = padding_mask(src_BS)
        self.ids: list[int] = []
        self.memory_BSD = model.encode(src_BS, self.src_mask, self._trace())

    def _trace(self) -> Trace:
        return Trace(edits(self.model.config, self.interventions))

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """Log-probabilities of the next piece, (1, V) float32."""
        self.ids += ids_R.tolist()
        tgt_BT = torch.tensor([self.ids], device=self.memory_BSD.device)
        x_BTD = self.model.decode(tgt_BT, self.memory_BSD, self.src_mask, trace=self._trace())
        return self.model.project(x_BTD[:, -1]).float().log_softmax(dim=-1)
