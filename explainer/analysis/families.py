"""Run the small language models of five families (GPT, BERT, BART, T5, ELECTRA) on a sentence.

Shape suffixes: S tokens read, T tokens a decoder is fed, H heads, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from explainer.analysis.ranking import largest
from explainer.decoding import DecodeOptions, decode
from explainer.decoding.candidate import StepFunction
from explainer.model.lm import (
    BOS,
    EOS,
    FAMILIES,
    MASK,
    NAMES,
    PAD,
    SENTINELS,
    UNK,
    Electra,
    Family,
    LanguageModel,
    Lm,
)
from explainer.model.lm.config import FAMILY_NAMES
from explainer.model.lm.store import load_family, read_families
from explainer.model.masks import padding_mask
from explainer.model.trace import Trace
from explainer.model.transformer import Transformer
from explainer.tokenizer import Tokenizer

__all__ = [
    "BOS",
    "EOS",
    "FAMILIES",
    "FAMILY_NAMES",
    "MASK",
    "SENTINELS",
    "UNK",
    "Families",
    "Family",
    "AttentionMap",
]

Ids = tuple[int, ...]
Arrays = Mapping[str, NDArray[Any]]

# Trace names of a family's attention masks: in the left stack, the right one, and between them.
LEFT: Final[dict[Family, str]] = {
    "bert": "layers.0.self_attn",
    "bart": "encoder.0.self_attn",
    "t5": "encoder.0.self_attn",
    "electra": "generator.layers.0.self_attn",
}
RIGHT: Final[dict[Family, str]] = {
    "gpt": "layers.0.self_attn",
    "bart": "decoder.0.self_attn",
    "t5": "decoder.0.self_attn",
    "electra": "discriminator.layers.0.self_attn",
}
BETWEEN: Final[dict[Family, str]] = dict.fromkeys(("bart", "t5"), "decoder.0.cross_attn")

NO_ATTENTION, HIDDEN, SELF, CROSS = -1, 0, 1, 2  # kinds of cells in `AttentionMap.states`


@dataclass(frozen=True)
class AttentionMap:
    """Attention masks of a model as one map: `states` (N, N) over all tokens, left stack first."""

    states: NDArray[np.int64]
    left: int  # number of tokens in the left stack


@dataclass(frozen=True)
class Generated:
    """Generated ids, EOS included if it was reached, and each token's probability."""

    ids: Ids
    probs: tuple[float, ...]


class Families:
    """The models of a folder, each loaded on first use. Raises CheckpointError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        read = read_families(folder)
        self.facts: Mapping[str, Any] = read.facts
        self.vocabulary = read.vocabulary
        self._tokenizer = Tokenizer(read.tokenizer)
        self._models: dict[Family, Lm] = {}

    def model(self, family: Family) -> Lm:
        """Return a family's model, loaded on first use."""
        if family not in self._models:
            self._models[family] = load_family(self._folder, family, len(self.vocabulary))
        return self._models[family]

    def tokens(self, text: str) -> Ids:
        """Encode a sentence, without EOS."""
        return tuple(self.vocabulary.model_ids(self._tokenizer.encode(text).ids[:-1]))

    def names(self, ids: Sequence[int]) -> list[str]:
        """Return the tokens as displayed."""
        return [self._name(index) for index in ids]

    def _name(self, index: int) -> str:
        if index < len(NAMES):
            return NAMES[index]
        return self._tokenizer.token(self.vocabulary.tokenizer_id(index) or UNK)

    def text(self, ids: Sequence[int]) -> str:
        """Decode ids to a sentence; special tokens are skipped."""
        tokenizer_ids = (self.vocabulary.tokenizer_id(index) for index in ids)
        return self._tokenizer.decode(index for index in tokenizer_ids if index is not None)

    @torch.inference_mode()
    def forward_pass(self, family: Family, read: Ids, fed: Ids = ()) -> dict[str, NDArray[Any]]:
        """Run one forward pass and return its trace without the batch axis, and `probs`.

        `fed` is the decoder's input or that of ELECTRA's discriminator; for ELECTRA `probs` (T,)
        are those of "replaced", and the generator's are `generator.probs`.
        """
        trace, model = Trace(), self.model(family)
        source = torch.tensor([read])
        if isinstance(model, Electra):
            generated = model.project(model.propose(source, trace))
            trace("generator.probs", generated.softmax(dim=-1))
            trace("probs", model(torch.tensor([fed]), trace).sigmoid())
        elif isinstance(model, LanguageModel):
            trace("probs", model(source, trace=trace).softmax(dim=-1))
        else:
            model(source, torch.tensor([fed]), trace)
        return {name: tensor[0].numpy() for name, tensor in trace.tensors.items()}

    @torch.inference_mode()
    def write(self, family: Family, read: Ids, options: DecodeOptions) -> Generated:
        """Generate text: GPT continues `read`, which begins with BOS; BART and T5 encode it."""
        model = self.model(family)
        step = _goes_on(model, read) if isinstance(model, LanguageModel) else _answers(model, read)
        (best,) = decode(step, 1, options).hypotheses[0]
        return Generated(best.ids, tuple(float(np.exp(p)) for p in best.log_probs))

    @torch.inference_mode()
    def generate_masked(self, read: Ids, count: int) -> Generated:
        """Generate greedily with BERT: repeatedly fill a [MASK] placed before EOS."""
        model = cast("LanguageModel", self.model("bert"))
        ids, probs = list(read), []
        for _ in range(count):
            masked = torch.tensor([[*ids, MASK, EOS]])
            probs_V = model(masked)[0, len(ids)].softmax(dim=-1)
            best = int(probs_V.argmax())
            ids.append(best)
            probs.append(float(probs_V[best]))
        return Generated(tuple(ids[len(read) :]), tuple(probs))

    @torch.inference_mode()
    def propose(self, masked: Ids, seed: int) -> dict[int, int]:
        """Sample a token from ELECTRA's generator for each [MASK], by position."""
        model = cast("Electra", self.model("electra"))
        positions = [position for position, index in enumerate(masked) if index == MASK]
        probs = model.project(model.propose(torch.tensor([masked])))[0, positions].softmax(dim=-1)
        drawn = probs.multinomial(1, generator=torch.Generator().manual_seed(seed)).squeeze(1)
        return dict(zip(positions, drawn.tolist(), strict=True))


def _rows(before: list[int]) -> Any:
    """Return a function that rebuilds each beam row's ids from a search's (ids, parents) calls.

    `before` is a prefix after BOS.
    """
    rows: list[list[int]] = []

    def grow(ids_R: Tensor, parents_R: Tensor) -> Tensor:
        nonlocal rows
        pairs = list(zip(parents_R.tolist(), ids_R.tolist(), strict=True))
        rows = [[*rows[p], i] for p, i in pairs] if rows else [[i, *before] for _, i in pairs]
        return torch.tensor(rows)

    return grow


def _goes_on(model: LanguageModel, read: Ids) -> StepFunction:
    grow = _rows(list(read[1:]))

    def step(ids_R: Tensor, parents_R: Tensor) -> Tensor:
        logits_RV: Tensor = model(grow(ids_R, parents_R))[:, -1]
        return logits_RV.log_softmax(dim=-1)

    return step


def _answers(model: Lm, read: Ids) -> StepFunction:
    assert isinstance(model, Transformer)
    source = torch.tensor([read])
    mask = padding_mask(source)
    memory, grow = model.encode(source, mask), _rows([])

    def step(ids_R: Tensor, parents_R: Tensor) -> Tensor:
        fed = grow(ids_R, parents_R)
        output = model.decode(fed, memory.expand(len(fed), -1, -1), mask)[:, -1]
        return model.project(output).log_softmax(dim=-1)

    return step


def attention_map(family: Family, trace: Arrays) -> AttentionMap:
    """Combine the masks of a pass into one map: rows are queries, columns keys."""
    left, right, between = (
        trace[f"{names[family]}.mask"][0] if family in names else np.zeros((0, 0), dtype=bool)
        for names in (LEFT, RIGHT, BETWEEN)
    )
    first, second = len(left), len(right)
    states = np.full((first + second, first + second), NO_ATTENTION)
    states[:first, :first] = np.where(left, SELF, HIDDEN)
    states[first:, first:] = np.where(right, SELF, HIDDEN)
    if between.size:
        states[first:, :first] = np.where(between, CROSS, HIDDEN)
    return AttentionMap(states, first)


def ranking(probs_V: NDArray[Any], most: int) -> list[int]:
    """Return the `most` most probable ids, best first, without PAD."""
    return [index for index in largest(probs_V, most + 1).tolist() if index != PAD][:most]
