"""What one sentence of a batch went through is what it goes through by itself."""

from dataclasses import replace

import numpy as np
import pytest

from explainer.decoding import BeamStep, DecodeOptions, GreedyStep, SampleStep, decode
from explainer.decoding.batches import TOKENS, split_batches
from tests.decoding.toy import Toy

SENTENCES = (0, 1, 2, 3, 4)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "options",
    [
        DecodeOptions(method="greedy", n_best=1),
        DecodeOptions(width=3, n_best=2),
        DecodeOptions(width=4, n_best=4, alpha=1.0, min_length=3),
        DecodeOptions(method="sample", n_best=1, top_k=3, seed=9),
    ],
    ids=["greedy", "beam 3", "beam 4", "sample"],
)
def test_a_part_is_a_search_of_its_own(seed: int, options: DecodeOptions) -> None:
    options = replace(options, max_length=6)
    toy = Toy(seed, sentences=SENTENCES, zeros=0.3)
    together = decode(toy.step, len(SENTENCES), options, keep=True)
    lengths = set()
    for sentence in SENTENCES:
        part = together.alone(sentence)
        alone = decode(toy.fresh(sentence).step, 1, options, keep=True)
        assert part.hypotheses == alone.hypotheses and part.finished(0) == alone.finished(0)
        assert len(part.steps) == len(alone.steps)
        lengths.add(len(alone.steps))
        for ours, theirs in zip(part.steps, alone.steps, strict=True):
            assert type(ours) is type(theirs) and ours.number == theirs.number
            assert ours.candidates == theirs.candidates == ours.pool(0)
            if not isinstance(ours, BeamStep) and not isinstance(theirs, BeamStep):
                assert np.array_equal(ours.distribution(0), theirs.distribution(0))
            if isinstance(ours, SampleStep) and isinstance(theirs, SampleStep):
                assert ours.draw(0) == theirs.draw(0)
                assert np.array_equal(ours.chances(0), theirs.chances(0))
    assert len(lengths) > 1 or seed, "sentences of one length would show little"


def test_a_part_holds_no_more_than_its_own_row() -> None:
    toy = Toy(1, n_vocab=50, sentences=SENTENCES)
    options = DecodeOptions(method="greedy", n_best=1, max_length=4)
    together = decode(toy.step, len(SENTENCES), options, keep=True)
    step = together.alone(2).steps[0]
    assert isinstance(step, GreedyStep)
    table = step.log_probs_RV
    assert table.untyped_storage().nbytes() == table.nbytes == 50 * 8


@pytest.mark.parametrize("method", ["greedy", "beam"])
def test_a_sentence_that_has_ended_takes_no_part(method: str) -> None:
    options = DecodeOptions(method=method, n_best=1, max_length=8)  # type: ignore[arg-type]
    toy = Toy(3, sentences=SENTENCES)
    steps = decode(toy.step, len(SENTENCES), options, keep=True).steps
    gone = [s for s in SENTENCES if not steps[-1].has(s)]
    assert gone and steps[0].has(gone[0])
    with pytest.raises(KeyError):
        steps[-1].alone(gone[0])


def test_batches_are_as_full_as_they_may_be() -> None:
    sources = [(i, (9,) * length) for i, length in enumerate((600, 300, 300, 40, 40, 3, 3))]
    found = list(split_batches(sources, 4))
    assert [source for batch in found for source in batch] == sources
    assert [len(batch) for batch in found] == [1, 1, 1, 4]
    for batch in found:
        assert len(batch) == 1 or len(batch) * len(batch[0][1]) * 4 <= TOKENS
