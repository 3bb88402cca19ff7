"""Settings outside their range are refused; the special ids are the tokenizer's."""

import math
from dataclasses import replace

import numpy as np
import pytest

from explainer import decoding, tokenizer
from explainer.decoding import DecodeOptions, length_penalty, make_hypothesis, rerank
from explainer.model import ids, one_file


def test_a_bad_setting_is_refused_by_name() -> None:
    for bad in (
        *({"method": "viterbi"}, {"method": None}, {"width": 0}, {"width": 9}),
        *({"width": 2.0, "n_best": 1}, {"width": True, "n_best": 1}, {"width": 2, "n_best": 3}),
        {"width": np.int64(4)},
        *({"n_best": 0}, {"n_best": 5}, {"alpha": -0.1}, {"alpha": math.nan}),
        *({"alpha": math.inf}, {"alpha": "0.6"}, {"min_length": -1}, {"min_length": 97}),
        *({"max_length": 0}, {"min_length": 6, "max_length": 5}, {"temperature": -1.0}),
        *({"temperature": math.nan}, {"temperature": True}, {"top_k": -1}, {"top_k": 1.5}),
        *({"top_p": 0.0}, {"top_p": 1.01}, {"top_p": math.nan}, {"seed": -1}, {"seed": 2**63}),
    ):
        with pytest.raises(ValueError, match="|".join(bad)):
            DecodeOptions(**bad)


def test_the_limits_themselves_are_allowed() -> None:
    DecodeOptions(width=1, n_best=1, alpha=0, min_length=96, temperature=0.0, top_p=1, seed=0)
    DecodeOptions(width=8, n_best=8, max_length=1, min_length=1, top_p=1e-9, seed=2**63 - 1)
    # The width is the beam's business alone.
    greedy = DecodeOptions(method="greedy", width=1)
    with pytest.raises(ValueError, match="n_best"):
        replace(greedy, method="beam")


def test_the_special_ids_are_the_tokenizers() -> None:
    """Search and models know no tokenizer, and the listing of one file knows nothing of ours."""
    places = (decoding, tokenizer, ids, one_file)
    found = {(place.PAD, place.UNK, place.BOS, place.EOS) for place in places}
    assert found == {(0, 1, 2, 3)}


def test_length_penalty_is_the_papers() -> None:
    assert length_penalty(1, 0.6) == 1.0
    assert length_penalty(7, 1.0) == 2.0
    assert length_penalty(19, 0.5) == pytest.approx(2.0, abs=1e-15)
    assert length_penalty(40, 0.0) == 1.0


def test_rerank_orders_drops_short_ones_and_keeps_unfinished_last() -> None:
    def made(*log_probs: float, finished: bool = True) -> decoding.Hypothesis:
        ids = [4] * (len(log_probs) - finished) + [3] * finished
        total = sum(log_probs)
        return make_hypothesis(ids, log_probs, finished=finished, total=total, alpha=0.6)

    short, long = made(-1.0, -1.0), made(*[-0.28] * 8)
    cut = made(-0.1, finished=False)
    assert rerank([cut, long, short], 0.0)[0].ids == short.ids
    best = rerank([cut, short, long], 2.0)
    assert [h.ids for h in best] == [long.ids, short.ids, cut.ids]
    assert best[0].score == pytest.approx(long.total / (13 / 6) ** 2)
    assert [h.ids for h in rerank([cut, short, long], 0.0, 3)] == [long.ids, cut.ids]
    # Equal scores: the shorter first.
    assert rerank([made(-1.0, -1.0), made(-2.0)], 0.0)[0].ids == (3,)
    assert short.score == pytest.approx(-2.0 / (7 / 6) ** 0.6)
