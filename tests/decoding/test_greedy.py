"""Greedy search: the most probable token every time, alone or in a batch."""

import math

import numpy as np
import pytest
import torch

from explainer.decoding import EOS, DecodeOptions, GreedyStep, StepFunction, decode, greedy_steps
from explainer.decoding.rows import best_of_rows, best_on_device
from tests.decoding.toy import Toy, fixed

GREEDY = DecodeOptions(method="greedy", max_length=12)


def always(log_probs: torch.Tensor) -> StepFunction:
    return lambda ids_R, parents_R: log_probs


def naive(toy: Toy, sentence: int, options: DecodeOptions) -> tuple[int, ...]:
    ids: tuple[int, ...] = ()
    while len(ids) < options.max_length and EOS not in ids:
        table = toy.table(sentence, ids)
        first = EOS + 1 if len(ids) + 1 < options.min_length else EOS
        ids += (first + int(np.argmax(table[first:])),)
    return ids


@pytest.mark.parametrize("coarse", [False, True])
@pytest.mark.parametrize("min_length", [0, 3])
def test_a_batch_gives_what_the_definition_gives(coarse: bool, min_length: int) -> None:
    options = DecodeOptions(method="greedy", max_length=4, min_length=min_length)
    toy = Toy(seed=3, n_vocab=8, sentences=tuple(range(20)), coarse=coarse)
    found = decode(toy.step, 20, options).hypotheses
    for sentence, (hypothesis,) in enumerate(found):
        assert hypothesis.ids == naive(toy, sentence, options)
        assert hypothesis.finished == (hypothesis.ids[-1] == EOS)
        assert hypothesis.total == pytest.approx(toy.total(sentence, hypothesis.ids), abs=1e-12)
        assert hypothesis.total == pytest.approx(sum(hypothesis.log_probs), abs=1e-12)
        penalty = ((5 + len(hypothesis.ids)) / 6) ** 0.6
        assert hypothesis.score == pytest.approx(hypothesis.total / penalty)
        assert len(hypothesis.ids) >= min_length
    assert {h.finished for (h,) in found} == {True, False}


def test_finished_sentences_leave_the_batch() -> None:
    toy = Toy(seed=3, n_vocab=8, sentences=tuple(range(20)))
    found = decode(toy.step, 20, GREEDY).hypotheses
    lengths = [len(h.ids) for (h,) in found]
    assert toy.n_rows == [sum(n >= t for n in lengths) for t in range(1, max(lengths) + 1)]
    assert len(set(toy.n_rows)) > 3


def test_equal_probabilities_give_the_lower_id() -> None:
    step = fixed([0.0, 0.0, 0.0, 0.1, 0.3, 0.3, 0.3], [0.0, 0.0, 0.0, 0.25, 0.25, 0.25, 0.25])
    assert decode(step, 1, GREEDY).hypotheses[0][0].ids == (4, EOS)


def test_pad_unk_and_bos_are_never_produced() -> None:
    step = fixed([0.3, 0.3, 0.3, 0.01, 0.09], [0.5, 0.2, 0.2, 0.06, 0.04])
    hypothesis = decode(step, 1, GREEDY).hypotheses[0][0]
    assert hypothesis.ids == (4, EOS)
    # Nothing is renormalised.
    assert hypothesis.log_probs == pytest.approx((math.log(0.09), math.log(0.06)))


def test_candidates_say_what_became_of_them() -> None:
    options = DecodeOptions(method="greedy", min_length=2, max_length=3)
    step = fixed([0.0, 0.2, 0.0, 0.5, 0.2, 0.1], [0.0, 0.0, 0.0, 0.1, 0.3, 0.6])
    steps = [s for s in decode(step, 1, options, keep=True).steps if isinstance(s, GreedyStep)]
    shown = [[(c.id, c.rank, c.verdict, c.row) for c in s.candidates] for s in steps]
    assert shown == [
        [(3, 1, "too_short", None), (4, 2, "kept", 0), (5, 3, "pruned", None)],
        [(5, 1, "kept", 0), (4, 2, "pruned", None), (3, 3, "pruned", None)],
        [(5, 1, "cut", None), (4, 2, "pruned", None), (3, 3, "pruned", None)],
    ]
    last = steps[-1].pool(0)
    assert last[0].total == pytest.approx(math.log(0.2 * 0.6 * 0.6))
    assert last[2].total == pytest.approx(math.log(0.2 * 0.6 * 0.1))
    assert last == steps[-1].candidates
    stored = steps[0].distribution(0)
    assert np.exp(stored).tolist() == pytest.approx([0.0, 0.2, 0.0, 0.5, 0.2, 0.1])
    stored[:] = 0.0  # a copy: the step keeps its own
    assert steps[0].distribution(0)[3] == math.log(0.5)
    with pytest.raises(KeyError, match="sentence 1"):
        steps[0].distribution(1)


def test_only_the_ten_best_are_shown() -> None:
    toy = Toy(seed=1, n_vocab=40)
    step = next(greedy_steps(toy.step, 1, GREEDY))
    assert len(step.candidates) == 10
    table = toy.table(0, ())
    assert [c.id for c in step.candidates] == [i for i in np.argsort(-table) if i > 2][:10]


def test_a_dead_end_leaves_the_sentence_unfinished() -> None:
    options = DecodeOptions(method="greedy", min_length=3)
    only_eos = fixed([0.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0])
    result = decode(only_eos, 2, options, keep=True)
    (hypothesis,) = result.hypotheses[1]
    assert (hypothesis.ids, hypothesis.finished, hypothesis.total) == ((4,), False, 0.0)
    assert [c.verdict for c in result.steps[1].candidates] == ["too_short", "too_short"]
    nothing = fixed([1.0, 0.0, 0.0, 0.0, 0.0])
    assert decode(nothing, 1, options).hypotheses[0][0].ids == ()


@pytest.mark.parametrize("method", ["greedy", "beam", "sample"])
def test_what_a_model_must_not_return(method: str) -> None:
    options = DecodeOptions(method=method)  # type: ignore[arg-type]
    for bad in (math.nan, math.inf):
        row = torch.tensor([[-1.0, -1.0, -1.0, -2.0, bad, -3.0]]).repeat(2, 1)
        with pytest.raises(ValueError, match="nan|NaN|inf"):
            decode(always(row), 2, options)
    for shape in [(1, 8), (2, 4), (2, 2, 8), (16,)]:
        with pytest.raises(ValueError, match="shape"):
            decode(always(torch.zeros(shape)), 2, options)
    with pytest.raises(ValueError, match="n_sentences"):
        decode(fixed([0.2] * 5), -1, options)
    assert decode(fixed([0.2] * 5), 0, options, keep=True).hypotheses == []
    assert decode(Toy(0).step, 1, GREEDY).steps == ()


def test_the_path_for_other_devices_gives_the_same() -> None:
    values = torch.from_numpy(np.stack([Toy(5, 9).table(i, ()) for i in range(30)])).float()
    for first in (3, 4):
        ids, log_probs = best_on_device(values, first)
        assert (ids, log_probs) == best_of_rows(values, first)
