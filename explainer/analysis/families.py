"""What the language models of five families do with a sentence, every number by name.

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
    "Looks",
]

Ids = tuple[int, ...]
Arrays = Mapping[str, NDArray[Any]]

# Where the masks of a family stand in a trace: of the left stack, the right one, and between them.
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

NO_ATTENTION, HIDDEN, SELF, CROSS = -1, 0, 1, 2  # what there is between two tokens


@dataclass(frozen=True)
class Looks:
    """Who may look at whom: `states` (N, N) of all tokens, those of the left stack first."""

    states: NDArray[np.int64]
    left: int  # how many of them are the left stack's


@dataclass(frozen=True)
class Written:
    """What a model wrote, EOS included where it came to an end, and how probable each token was."""

    ids: Ids
    probs: tuple[float, ...]


class Families:
    """The models of a folder, each loaded when it is first asked. Raises CheckpointError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        read = read_families(folder)
        self.facts: Mapping[str, Any] = read.facts
        self.vocabulary = read.vocabulary
        self._tokenizer = Tokenizer(read.tokenizer)
        self._models: dict[Family, Lm] = {}

    def model(self, family: Family) -> Lm:
        if family not in self._models:
            self._models[family] = load_family(self._folder, family, len(self.vocabulary))
        return self._models[family]

    def tokens(self, text: str) -> Ids:
        """The ids of a sentence, without EOS."""
        return tuple(self.vocabulary.own(self._tokenizer.encode(text).ids[:-1]))

    def names(self, ids: Sequence[int]) -> list[str]:
        """The tokens as they are written on screen."""
        return [self._name(index) for index in ids]

    def _name(self, index: int) -> str:
        if index < len(NAMES):
            return NAMES[index]
        return self._tokenizer.token(self.vocabulary.tokenizer_id(index) or UNK)

    def text(self, ids: Sequence[int]) -> str:
        """Ids as a sentence; what is no text is left out."""
        tokenizer_ids = (self.vocabulary.tokenizer_id(index) for index in ids)
        return self._tokenizer.decode(index for index in tokenizer_ids if index is not None)

    @torch.inference_mode()
    def passed(self, family: Family, read: Ids, fed: Ids = ()) -> dict[str, NDArray[Any]]:
        """Every step of one forward pass by name, without the axis of the batch; and `probs`.

        `fed` is what a decoder gets, or what ELECTRA's discriminator reads; then `probs` (T,) are
        those of "replaced", and the generator's are `generator.probs`.
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
    def write(self, family: Family, read: Ids, options: DecodeOptions) -> Written:
        """GPT goes on after `read`, which begins with BOS; BART and T5 answer it."""
        model = self.model(family)
        step = _goes_on(model, read) if isinstance(model, LanguageModel) else _answers(model, read)
        (best,) = decode(step, 1, options).hypotheses[0]
        return Written(best.ids, tuple(float(np.exp(p)) for p in best.log_probs))

    @torch.inference_mode()
    def fill_on(self, read: Ids, count: int) -> Written:
        """BERT asked to write like GPT: [MASK] before EOS, the best token in its place, again."""
        model = cast("LanguageModel", self.model("bert"))
        ids, probs = list(read), []
        for _ in range(count):
            asked = torch.tensor([[*ids, MASK, EOS]])
            probs_V = model(asked)[0, len(ids)].softmax(dim=-1)
            best = int(probs_V.argmax())
            ids.append(best)
            probs.append(float(probs_V[best]))
        return Written(tuple(ids[len(read) :]), tuple(probs))

    @torch.inference_mode()
    def propose(self, masked: Ids, seed: int) -> dict[int, int]:
        """What ELECTRA's generator draws for each [MASK], by its place."""
        model = cast("Electra", self.model("electra"))
        places = [place for place, index in enumerate(masked) if index == MASK]
        chances = model.project(model.propose(torch.tensor([masked])))[0, places].softmax(dim=-1)
        drawn = chances.multinomial(1, generator=torch.Generator().manual_seed(seed)).squeeze(1)
        return dict(zip(places, drawn.tolist(), strict=True))


def _rows(before: list[int]) -> Any:
    """Turns the calls of a search into the rows of ids so far; `before` follows BOS."""
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


def looks(family: Family, trace: Arrays) -> Looks:
    """The masks of a pass as one map: rows are the tokens that ask, columns those looked at."""
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
    return Looks(states, first)


def ranking(probs_V: NDArray[Any], most: int) -> list[int]:
    """The most probable ids, best first; PAD is nobody's answer."""
    return [index for index in largest(probs_V, most + 1).tolist() if index != PAD][:most]
