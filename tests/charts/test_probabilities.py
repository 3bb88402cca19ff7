"""Bars are the probabilities; what is not shown is in the last bar."""

from __future__ import annotations

from typing import Any

import pytest

from explainer.charts.lookup import chosen_probabilities, top_candidates
from tests.charts.vega_lite import column, rows
from tests.fakes import fake_translation

TRANSLATION = fake_translation(6, 8, 7)
WORDS: dict[str, Any] = {"label_title": "token", "value_title": "probability"}


@pytest.mark.parametrize("dark", [False, True])
def test_one_bar_for_each_token(dark: bool) -> None:
    drawn = chosen_probabilities(
        tokens=TRANSLATION.predicted_tokens,
        probs=TRANSLATION.predicted_probs,
        ranks=TRANSLATION.predicted_ranks,
        rank_title="rank",
        dark=dark,
        **WORDS,
    )
    assert column(drawn, "bars", "v") == pytest.approx(list(TRANSLATION.predicted_probs))
    assert column(drawn, "bars", "told") == [str(rank) for rank in TRANSLATION.predicted_ranks]
    assert all(column(drawn, "bars", "strong"))


def test_the_last_bar_is_everything_else() -> None:
    drawn = top_candidates(
        tokens=TRANSLATION.top_tokens[0],
        probs=TRANSLATION.top_probs[0],
        chosen=1,
        others_label="others",
        dark=False,
        **WORDS,
    )
    found = rows(drawn, "bars")
    assert [row["v"] for row in found[:-1]] == pytest.approx(list(TRANSLATION.top_probs[0]))
    assert sum(row["v"] for row in found) == pytest.approx(1.0, abs=1e-5)
    assert [row["strong"] for row in found[:3]] == [False, True, False]
    assert found[-1]["tone"] != found[0]["tone"] and found[-1]["strong"]
