"""Bars are the probabilities; what is not shown is in the last bar."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from explainer.charts.labels import Spec
from explainer.charts.probabilities import STEP_PICK, chosen_probabilities, top_candidates
from tests.charts.vega_lite import check
from tests.fakes import fake_translation

TRANSLATION = fake_translation(6, 8, 7)
WORDS: dict[str, Any] = {"piece_title": "piece", "prob_title": "probability"}


def data(drawn: Spec) -> list[dict[str, Any]]:
    """The rows behind the figure; what Vega-Lite does not know would draw nothing."""
    plain = {**drawn, "datasets": {"rows": drawn["datasets"]["rows"].to_pylist()}}
    check(plain)
    found: list[dict[str, Any]] = plain["datasets"][drawn["data"]["name"]]
    return found


@pytest.mark.parametrize("dark", [False, True])
def test_one_bar_for_each_piece(dark: bool) -> None:
    drawn = chosen_probabilities(
        pieces=TRANSLATION.predicted_pieces,
        probs=TRANSLATION.predicted_probs,
        ranks=TRANSLATION.predicted_ranks,
        rank_title="rank",
        dark=dark,
        selected=2,
        **WORDS,
    )
    assert [row["p"] for row in data(drawn)] == pytest.approx(list(TRANSLATION.predicted_probs))
    assert [row["rank"] for row in data(drawn)] == list(TRANSLATION.predicted_ranks)
    pick = next(p for p in drawn["params"] if p["name"] == STEP_PICK)
    assert pick["value"] == [{"t": 2}]


def test_the_last_bar_is_everything_else() -> None:
    drawn = top_candidates(
        pieces=TRANSLATION.top_pieces[0],
        probs=TRANSLATION.top_probs[0],
        chosen=1,
        others_label="others",
        dark=False,
        **WORDS,
    )
    rows = data(drawn)
    assert [row["p"] for row in rows[:-1]] == pytest.approx(list(TRANSLATION.top_probs[0]))
    assert sum(row["p"] for row in rows) == pytest.approx(1.0, abs=1e-5)
    assert [row["kind"] for row in rows[:3]] == ["other", "chosen", "other"]
    assert rows[-1]["kind"] == "rest"


def test_lengths_and_positions_are_checked() -> None:
    with pytest.raises(ValueError, match="2 pieces, 1 probabilities"):
        chosen_probabilities(
            pieces=["a", "b"], probs=np.ones(1), ranks=[1, 1], rank_title="r", dark=True, **WORDS
        )
    for pieces, chosen in ((["a", "b"], None), (["a"], 1)):
        with pytest.raises(ValueError, match=r"2 pieces|outside"):
            top_candidates(
                pieces=pieces, probs=np.ones(1), chosen=chosen, others_label="o", dark=True, **WORDS
            )
