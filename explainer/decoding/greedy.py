"""Greedy search: choose the most probable token at every step."""

from collections.abc import Generator

from explainer.decoding.candidate import StepFunction
from explainer.decoding.hypothesis import Hypothesis
from explainer.decoding.options import EOS, DecodeOptions
from explainer.decoding.rows import FIRST, best_of_rows
from explainer.decoding.single import Moment, single_path_steps
from explainer.decoding.steps import GreedyStep


def greedy_steps(
    step: StepFunction, n_sentences: int, options: DecodeOptions
) -> Generator[GreedyStep, None, list[list[Hypothesis]]]:
    """Run greedy search on all sentences together, step by step; finished ones leave the batch.

    PAD, UNK and BOS are never produced, EOS not before `options.min_length`; the probabilities
    stay those over the whole vocabulary. Equal probabilities: the lower id. A sentence in which
    no token has any probability ends unfinished.

    Yields:
        One GreedyStep a step.

    Returns:
        (as the generator's value) one list with one hypothesis for each sentence.

    Raises:
        ValueError: NaN, +inf or a wrong shape from the step function; n_sentences below 0.
    """
    return single_path_steps(step, n_sentences, options, _choose)


def _choose(moment: Moment) -> GreedyStep:
    first = EOS + 1 if moment.too_short else FIRST
    ids, log_probs = best_of_rows(moment.log_probs_RV, first)
    if min(log_probs) == float("-inf"):
        ids = [
            token if value > float("-inf") else -1
            for token, value in zip(ids, log_probs, strict=True)
        ]
    return GreedyStep(
        number=moment.number,
        sentences=moment.sentences,
        ids=ids,
        log_probs=log_probs,
        totals=moment.totals,
        too_short=moment.too_short,
        last=moment.last,
        log_probs_RV=moment.log_probs_RV,
    )
