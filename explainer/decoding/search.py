"""One entry point for all search methods."""

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, field
from functools import partial

from explainer.decoding.beam import beam_steps
from explainer.decoding.candidate import StepFunction
from explainer.decoding.greedy import greedy_steps
from explainer.decoding.hypothesis import Hypothesis
from explainer.decoding.options import DecodeOptions
from explainer.decoding.sampling import sample_steps
from explainer.decoding.steps import BeamStep, Step


@dataclass(frozen=True)
class DecodeResult:
    """The result of a search.

    Fields:
        hypotheses: for each sentence its hypotheses, best first.
        steps: the steps the search went through; empty unless they were to be kept.
    """

    hypotheses: list[list[Hypothesis]]
    steps: tuple[Step, ...] = field(default=(), repr=False)

    def finished(self, sentence: int) -> list[Hypothesis]:
        """Return every finished hypothesis of a sentence, best first, as input for `rerank`.

        A beam search finishes more than the n_best it returns; they are found in its kept steps,
        so without steps (and for other methods) it is the finished ones of `hypotheses`.
        """
        hypotheses = [
            hypothesis
            for step in self.steps
            if isinstance(step, BeamStep)
            for hypothesis in step.finished(sentence)
        ]
        hypotheses = hypotheses or [h for h in self.hypotheses[sentence] if h.finished]
        return sorted(hypotheses, key=lambda h: (-h.score, len(h.ids)))

    def alone(self, sentence: int) -> "DecodeResult":
        """Return the result for one sentence as if searched by itself, as sentence 0."""
        if len(self.hypotheses) == 1:
            return self
        steps = tuple(step.alone(sentence) for step in self.steps if step.has(sentence))
        return DecodeResult([self.hypotheses[sentence]], steps)


def decode(
    step: StepFunction,
    n_sentences: int,
    options: DecodeOptions,
    keep: bool = False,
    seeds: Sequence[int] | None = None,
) -> DecodeResult:
    """Run the search method named by `options.method` to its end.

    Args:
        step: the model, see StepFunction.
        n_sentences: how many sentences the step function's first call expects.
        options: settings of the search.
        keep: keep every step in the result. Greedy and sampling steps hold on to the
            distributions (4 bytes x V a row), beam steps to the 2 x width best tokens of a row.
        seeds: of each sentence when sampling, instead of `options.seed` for all.

    Raises:
        ValueError: see greedy_steps, beam_steps, sample_steps; seeds for another method.
    """
    searches: dict[str, Callable[..., Generator[Step, None, list[list[Hypothesis]]]]] = {
        "greedy": greedy_steps,
        "beam": beam_steps,
        "sample": partial(sample_steps, seeds=seeds),
    }
    if seeds is not None and options.method != "sample":
        raise ValueError(f"seeds for method {options.method!r}, which draws nothing")
    search = searches[options.method](step, n_sentences, options)
    steps: list[Step] = []
    while True:
        try:
            seen = next(search)
        except StopIteration as end:
            return DecodeResult(hypotheses=end.value, steps=tuple(steps))
        if keep:
            steps.append(seen)
