"""Sampling: draw a token from the filtered distribution at every step."""

from collections.abc import Generator, Sequence

import torch

from explainer.decoding.candidate import StepFunction
from explainer.decoding.hypothesis import Hypothesis
from explainer.decoding.options import EOS, FORBIDDEN, DecodeOptions
from explainer.decoding.single import Moment, single_path_steps
from explainer.decoding.steps import SampleStep
from explainer.decoding.truncation import draw_token, filter_distribution


def sample_steps(
    step: StepFunction,
    n_sentences: int,
    options: DecodeOptions,
    seeds: Sequence[int] | None = None,
) -> Generator[SampleStep, None, list[list[Hypothesis]]]:
    """Sample one output per sentence, step by step; finished sentences leave the batch.

    Every sentence has a generator of its own, seeded with `options.seed` (or with its entry of
    `seeds`, for several samples of one sentence in a batch) and used once a step. So a sentence
    gets the same output alone and in any batch. What may be drawn: see filter_distribution, with
    PAD, UNK and BOS forbidden, and EOS before `options.min_length`. The log-probabilities of the
    hypothesis are the model's own, before temperature and filters.

    Yields:
        One SampleStep a step.

    Returns:
        (as the generator's value) one list with one hypothesis for each sentence.

    Raises:
        ValueError: NaN, +inf or a wrong shape from the step function; n_sentences below 0; a
            number of seeds that is not n_sentences.
    """
    if seeds is None:
        seeds = [options.seed] * max(n_sentences, 0)
    if len(seeds) != max(n_sentences, 0):
        raise ValueError(f"seeds: {len(seeds)} for {n_sentences} sentences")
    generators = [torch.Generator().manual_seed(seed) for seed in seeds]

    def choose(moment: Moment) -> SampleStep:
        return _draw_rows(moment, options, generators)

    return single_path_steps(step, n_sentences, options, choose)


def _draw_rows(
    moment: Moment, options: DecodeOptions, generators: Sequence[torch.Generator]
) -> SampleStep:
    log_probs_RV = moment.log_probs_RV.detach().cpu()
    forbidden = FORBIDDEN + ((EOS,) if moment.too_short else ())
    ids: list[int] = []
    log_probs: list[float] = []
    draws: list[float] = []
    for row, sentence in enumerate(moment.sentences):
        # Row by row, so that the result does not depend on who else is in the batch.
        log_probs_V = log_probs_RV[row].double().numpy()
        chances, _ = filter_distribution(
            log_probs_V,
            options.temperature,
            options.top_k,
            options.top_p,
            forbidden=forbidden,
        )
        uniform = torch.rand((), generator=generators[sentence], dtype=torch.float64).item()
        token = draw_token(chances, uniform)
        ids.append(token)
        log_probs.append(float(log_probs_V[token]) if token >= 0 else float("-inf"))
        draws.append(uniform)
    return SampleStep(
        number=moment.number,
        sentences=moment.sentences,
        ids=ids,
        log_probs=log_probs,
        totals=moment.totals,
        too_short=moment.too_short,
        last=moment.last,
        log_probs_RV=moment.log_probs_RV,
        temperature=options.temperature,
        top_k=options.top_k,
        top_p=options.top_p,
        draws=draws,
    )
