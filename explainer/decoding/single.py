"""The loop shared by greedy search and sampling: one path per sentence."""

from collections.abc import Callable, Generator, Sequence
from typing import NamedTuple, TypeVar

import torch
from torch import Tensor

from explainer.decoding.candidate import StepFunction
from explainer.decoding.hypothesis import Hypothesis, make_hypothesis
from explainer.decoding.options import BOS, EOS, DecodeOptions
from explainer.decoding.rows import check_rows
from explainer.decoding.steps import ChoiceStep

StepT = TypeVar("StepT", bound=ChoiceStep)


class Moment(NamedTuple):
    """The input of a choice: a step before a token is chosen."""

    number: int
    sentences: list[int]
    totals: list[float]
    too_short: bool
    last: bool
    log_probs_RV: Tensor


class _Outputs:
    """The outputs so far, by sentence."""

    def __init__(self, n_sentences: int) -> None:
        self.ids: list[list[int]] = [[] for _ in range(n_sentences)]
        self.log_probs: list[list[float]] = [[] for _ in range(n_sentences)]
        self.totals = [0.0] * n_sentences

    def add(self, sentences: Sequence[int], step: ChoiceStep) -> list[int]:
        """Append a step's choices; return the rows that go on."""
        alive = []
        for row, sentence in enumerate(sentences):
            token = step.ids[row]
            if token < 0:  # nothing had any probability: the sentence ends unfinished
                continue
            self.ids[sentence].append(token)
            self.log_probs[sentence].append(step.log_probs[row])
            self.totals[sentence] += step.log_probs[row]
            if token != EOS:
                alive.append(row)
        return alive

    def hypotheses(self, alpha: float) -> list[list[Hypothesis]]:
        return [
            [make_hypothesis(ids, log_probs, finished=EOS in ids[-1:], total=total, alpha=alpha)]
            for ids, log_probs, total in zip(self.ids, self.log_probs, self.totals, strict=True)
        ]


def single_path_steps(
    step: StepFunction,
    n_sentences: int,
    options: DecodeOptions,
    choose: Callable[[Moment], StepT],
) -> Generator[StepT, None, list[list[Hypothesis]]]:
    """Yield the steps that `choose` makes; the generator's value is the hypotheses."""
    if n_sentences < 0:
        raise ValueError(f"n_sentences: {n_sentences} is below 0")
    outputs = _Outputs(n_sentences)
    sentences = list(range(n_sentences))
    ids = [BOS] * n_sentences
    parents_R = torch.arange(n_sentences)
    moved = False  # while no row moves, the same parents tensor is passed again
    for number in range(1, options.max_length + 1):
        if not sentences:
            break
        log_probs_RV = step(torch.tensor(ids), parents_R)
        check_rows(log_probs_RV, len(sentences))
        moment = Moment(
            number=number,
            sentences=sentences,
            totals=[outputs.totals[sentence] for sentence in sentences],
            too_short=number < options.min_length,
            last=number == options.max_length,
            log_probs_RV=log_probs_RV,
        )
        chosen = choose(moment)
        alive = outputs.add(sentences, chosen)
        yield chosen
        ids = [chosen.ids[row] for row in alive]
        if len(alive) < len(sentences):
            sentences = [sentences[row] for row in alive]
            parents_R = torch.tensor(alive)
            moved = True
        elif moved:
            parents_R = torch.arange(len(alive))
            moved = False
    return outputs.hypotheses(options.alpha)
