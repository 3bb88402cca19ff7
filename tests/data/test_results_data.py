"""The paper's table holds together: what its rows say about each other."""

import pytest

from explainer.data.results import SYSTEMS, TASKS, Task


@pytest.mark.parametrize("task", TASKS)
def test_an_ensemble_costs_eight_of_its_model_and_scores_more(task: Task) -> None:
    """All ensembles of the table are of eight models, within its two digits."""
    by_name = {one.name: one for one in SYSTEMS}
    seen = 0
    for one in SYSTEMS:
        single = by_name.get(one.name.removesuffix(" Ensemble"))
        if one.group != "ensemble" or task not in one.flops or single is None:
            continue
        seen += 1
        assert one.flops[task] / single.flops[task] == pytest.approx(8, rel=0.06)
        assert one.bleu[task] > single.bleu[task]
    assert seen == {"en-de": 2, "en-fr": 3}[task]


@pytest.mark.parametrize("task", TASKS)
def test_the_big_model_is_above_everything_before_it(task: Task) -> None:
    best = max((one for one in SYSTEMS if task in one.bleu), key=lambda one: one.bleu[task])
    assert best.name == "Transformer (big)"
    ahead = best.bleu["en-de"] - max(
        one.bleu["en-de"] for one in SYSTEMS if "en-de" in one.bleu and one.group != "transformer"
    )
    assert ahead > 2  # "by over 2 BLEU" of the abstract


def test_rows_are_named_once_and_have_a_source() -> None:
    assert len({one.name for one in SYSTEMS}) == len(SYSTEMS) == 10
    assert all(one.bleu and one.flops.keys() <= one.bleu.keys() for one in SYSTEMS)
    assert all(len(one.source) == 10 and one.source[4] == "." for one in SYSTEMS)
