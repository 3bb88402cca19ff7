"""Incremental decoding of recurrent networks; only the state of every row is cached.

Shape suffixes: B sentences, S source tokens, R rows, V vocabulary.
"""

from __future__ import annotations

import torch
from torch import Tensor

from explainer.model.rnn.network import Recurrent


class RecurrentDecoder:
    """Decoding step function, see `decoding.candidate.StepFunction`."""

    def __init__(self, model: Recurrent, src_BS: Tensor) -> None:
        self.model = model
        self.memory = model.encode(src_BS)
        self.state = self.memory.start
        self.sentences = torch.arange(src_BS.shape[0])
        self.position = 0

    def select(self, parents_R: Tensor) -> None:
        """Reorder the cached rows to `parents_R`; copies nothing if the order is unchanged."""
        count = self.sentences.shape[0]
        if parents_R.shape[0] == count and torch.equal(parents_R, torch.arange(count)):
            return
        on_device = parents_R.to(self.model.matrix.device)
        self.state = tuple(part.index_select(0, on_device) for part in self.state)
        sentences = self.sentences[parents_R]
        if not torch.equal(sentences, self.sentences):  # rows of one sentence share its memory
            self.memory = self.memory.rows(on_device)
        self.sentences = sentences

    def __call__(self, ids_R: Tensor, parents_R: Tensor) -> Tensor:
        """(R,), (R,) -> natural log-probabilities over the whole vocabulary, (R, V) float32."""
        self.select(parents_R.cpu())
        ids_R1 = ids_R.to(self.model.matrix.device)[:, None]
        x_R1D, self.state = self.model.run(ids_R1, self.memory, self.state, self.position)
        self.position += 1
        return self.model.project(x_R1D[:, 0]).float().log_softmax(dim=-1)
