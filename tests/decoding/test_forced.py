"""A search with forced tokens in front: true totals, and free after them."""

import numpy as np
import pytest

from explainer.decoding import BOS, EOS, PAD, UNK, DecodeOptions, Forced, Method, decode
from tests.decoding.toy import Toy, WideOptions


@pytest.mark.parametrize("seed", range(6))
def test_a_wide_beam_finds_the_best_of_all_outputs_with_that_prefix(seed: int) -> None:
    toy = Toy(seed)
    options = WideOptions(width=400, n_best=400, max_length=4, alpha=0.6)
    prefix = (5, 4) if seed % 2 else (4,)

    found = decode(Forced(toy.step, prefix), 1, options).hypotheses[0]

    wanted = [h for h in toy.everything(0, options) if h.ids[: len(prefix)] == prefix]
    assert len(wanted) > 5
    assert [h.ids for h in found] == [h.ids for h in wanted]
    assert [h.score for h in found] == pytest.approx([h.score for h in wanted])


@pytest.mark.parametrize("method", ["greedy", "sample", "beam"])
def test_forced_tokens_keep_their_own_log_probability(method: Method) -> None:
    toy = Toy(3)
    options = DecodeOptions(method=method, width=2, n_best=1, max_length=5)

    best = decode(Forced(toy.step, (5, 5)), 1, options).hypotheses[0][0]

    assert best.ids[:2] == (5, 5)
    assert best.total == pytest.approx(toy.total(0, best.ids))
    for place, (token, log_prob) in enumerate(zip(best.ids, best.log_probs, strict=True)):
        assert log_prob == toy.table(0, best.ids[:place])[token]


def test_no_prefix_changes_nothing_and_a_prefix_may_be_the_whole_output() -> None:
    options = DecodeOptions(method="greedy", max_length=6)
    free = decode(Toy(1).step, 1, options).hypotheses
    assert decode(Forced(Toy(1).step, ()), 1, options).hypotheses == free

    whole = decode(Forced(Toy(1).step, (4, EOS)), 1, options).hypotheses[0][0]
    assert whole.ids == (4, EOS) and whole.finished


def test_a_forced_token_of_no_probability_ends_the_search_unfinished() -> None:
    toy = Toy(2, zeros=0.5)
    table = toy.table(0, ())
    token = next(p for p in range(EOS + 1, toy.n_vocab) if np.isneginf(table[p]))
    found = decode(Forced(toy.step, (token,)), 1, DecodeOptions(method="greedy", max_length=3))
    assert found.hypotheses[0][0].ids == () and not found.hypotheses[0][0].finished


@pytest.mark.parametrize("token", [PAD, UNK, BOS, -1])
def test_tokens_no_search_may_produce_are_refused(token: int) -> None:
    with pytest.raises(ValueError, match=f"token {token} can never"):
        Forced(Toy(0).step, (4, token))


def test_a_token_outside_the_vocabulary_is_refused() -> None:
    with pytest.raises(ValueError, match="token 6 is not among 6"):
        decode(Forced(Toy(0).step, (6,)), 1, DecodeOptions(method="greedy"))
