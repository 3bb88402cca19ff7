"""The answers of the lessons on search and BLEU computed a second time, by another way."""

import numpy as np
import pytest
from sacrebleu.metrics import BLEU
from sacrebleu.metrics.bleu import BLEUScore

from explainer.data.bleu import example
from explainer.data.references import reference_of
from explainer.lessons.parts import Choice
from tests.lessons.runs import Run, close


def test_search(run: Run) -> None:
    """Greedy search written once more, with the uncached model."""
    done = run.translation("search")
    greedy: list[int] = []
    logs: list[float] = []
    asked_next = run.asked("search", "next")
    while len(greedy) < 3:
        traced = run.engine.run(done.source.ids, (2, *greedy))
        row = np.log(traced["probs"][-1].astype(np.float64))
        row[:3] = -np.inf
        greedy.append(int(row.argmax()))
        logs.append(float(row.max()))
        if greedy[-1] == 3:
            break
    close(run.answer("search", "logs"), sum(logs))
    assert run.answer("search", "one") == "lessonsearch.one_same"
    if asked_next is not None and int(asked_next.holes["step"]) <= len(greedy):
        token = run.engine.tokenizer.token(greedy[int(asked_next.holes["step"]) - 1])
        assert run.answer("search", "next") == token
    pool = run.answer("search", "pool")
    assert pool is None or pool in (6, 12, 18)


def test_the_length_penalty(run: Run) -> None:
    found = run.asked("search", "penalty")
    assert found is not None
    length = int(found.holes["length"])
    total = float(found.holes["total"].replace("−", "-"))
    wanted = total / ((5 + length) / 6) ** 0.6  # the sum as it is told, with three decimals
    assert run.answer("search", "penalty") == pytest.approx(wanted, abs=6e-4)
    assert run.answer("search", "longer") in (None, "lessonsearch.longer_long")


def test_the_branch_that_is_cut_has_the_smallest_sum(run: Run) -> None:
    found = run.asked("search", "cut")
    if found is None:
        return
    assert isinstance(found.question, Choice)
    sums = [
        float(before) - float(log_prob)
        for before, _, log_prob in (
            line.rpartition(":  ")[2].replace("−", "-").replace(" - ", " | ").partition(" | ")
            for line in found.question.options
        )
    ]
    assert sums.index(min(sums)) == found.question.right


def test_bleu(run: Run) -> None:
    shown = example()
    metric = BLEU(smooth_method="none", effective_order=False)

    def score(text: str, references: tuple[str, ...]) -> BLEUScore:
        return metric.corpus_score([text], [[one] for one in references])

    a, b, c = (score(shown.candidates[name], shown.references) for name in "ABC")
    assert run.answer("bleu", "words") == a.counts[0] == 6
    assert run.answer("bleu", "clip") == c.counts[0] == 1
    assert run.answer("bleu", "pairs") == a.counts[1] == 3
    assert run.answer("bleu", "match") == "I always"
    assert run.answer("bleu", "brevity") == pytest.approx(b.bp)
    assert run.answer("bleu", "zero") == b.score == 0
    assert run.answer("bleu", "score") == pytest.approx(a.score)
    done = run.translation("bleu")
    reference = reference_of(done.source.text, str(run.card["target"]))
    own = run.answer("bleu", "own")
    assert (own is None) == (not reference or not done.text)
    if own is not None:
        assert own == score(done.text, (reference,)).counts[0]
