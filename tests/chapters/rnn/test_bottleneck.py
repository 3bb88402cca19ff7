"""BLEU by length and the toy tasks: what the page says is read off what was measured."""

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from explainer.chapters.rnn.bottleneck import FOLDERS, PAIRS, failure_text, lead_text
from explainer.data.recurrent import Bucket, Measured, measurements, toys, why
from explainer.text import Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, said, tables
from tests.conftest import SENTENCES

CHAPTER = Chapter("rnn", sentence=SENTENCES[0])


STARTS = (1, 6, 10)


def one_measured(name: str, seed: int) -> Measured:
    """Invented figures."""
    rng = np.random.default_rng(seed)
    buckets = tuple(
        Bucket(low, high, int(rng.integers(50, 500)), *sorted_three(rng))
        for low, high in zip(STARTS, (5, 9, None), strict=True)
    )
    names = [field.name for field in fields(Measured) if field.type == "float"]
    numbers: dict[str, Any] = {name: float(rng.uniform(1, 50)) for name in names}
    size = 1_500_000 + seed
    more: dict[str, Any] = {"parameters": size, "target_tokens": 3_700_000, "sentences": 1200}
    return Measured(model=name, weights="", buckets=buckets, **more, **numbers)


def sorted_three(rng: np.random.Generator) -> tuple[float, float, float]:
    low, middle, high = sorted(rng.uniform(1, 40, size=3))
    return float(middle), float(low), float(high)


@pytest.fixture
def six(monkeypatch: pytest.MonkeyPatch) -> dict[str, Measured]:
    found = {name: one_measured(name, i) for i, name in enumerate(FOLDERS.values())}
    monkeypatch.setattr("explainer.chapters.rnn.bottleneck.measurements", lambda: found)
    return found


@pytest.mark.parametrize("pair", ["gru", "all"])
def test_bleu_by_length_with_its_intervals(page: Open, six: dict[str, Measured], pair: str) -> None:
    at = page("bottleneck", rnn_pair=pair)
    if pair == "all":  # the comparison below has a row a model
        table = at.dataframe[0].value
        assert table["bleu"].tolist() == pytest.approx([one.bleu for one in six.values()])
        assert table["parameters"].tolist() == [one.parameters for one in six.values()]
        intervals = [f"{one.bleu_low:.1f}…{one.bleu_high:.1f}" for one in six.values()]
        assert table["interval"].tolist() == intervals
    lines = tables(at, 0)["lines"]
    for at_kind, kind in enumerate(PAIRS[pair]):
        buckets = six[FOLDERS[kind]].buckets
        found = {
            s: [y for y, of in zip(lines["y"], lines["s"], strict=True) if of == s]
            for s in (2 * at_kind, 2 * at_kind + 1)
        }
        assert found[2 * at_kind] == pytest.approx([one.bleu for one in buckets])
        ends = [y for one in buckets for y in (one.bleu_low, one.bleu_high, None)]
        assert found[2 * at_kind + 1] == ends


def buckets_of(*bounds: tuple[float, float]) -> list[Bucket]:
    return [
        Bucket(1 + 4 * at, 4 + 4 * at, 9, (low + high) / 2, low, high)
        for at, (low, high) in enumerate(bounds)
    ]


def test_where_intervals_part_is_read_off_the_table() -> None:
    text, looking, over, under = Text("ko"), buckets_of(*[(4, 8)] * 3), (5, 9), (1, 2)
    cases: list[tuple[list[tuple[float, float]], str, dict[str, object]]] = [
        ([over, over, over], "nowhere", {}),
        ([under, under, under], "everywhere", {}),
        ([over, under, under], "from", {"low": 5, "last": 2, "groups": 3}),
        ([over, under, over], "in", {"groups": "5–8"}),
    ]
    for plain, key, holes in cases:
        said = lead_text(text, "GRU", buckets_of(*plain), looking)
        assert said == text(f"rnn.apart_{key}", model="GRU", **holes)


@pytest.mark.parametrize(("pair", "lang"), [("lstm", "ko"), ("all", "en")])
def test_the_sentence_under_the_groups_follows_the_table(page: Open, pair: str, lang: str) -> None:
    """Both pairs where all six are drawn, and the line above says how many models there are."""
    at, text = page("bottleneck", lang, rnn_pair=pair), Text(lang)
    models = ["LSTM"] if pair == "lstm" else ["GRU", "LSTM"]
    shown = said(at)
    told = next(one for one in shown if one.startswith(("Beam 4", "빔 4")))
    for model in models:
        plain, looking = (measurements()[FOLDERS[kind]].buckets for kind in PAIRS[model.lower()])
        assert lead_text(text, model, plain, looking) in told
    assert any(text("rnn.all_line", count=6) == one for one in shown) == (pair == "all")


@pytest.mark.parametrize("task", ["copy", "reverse"])
def test_the_clean_case_is_what_was_measured(page: Open, task: str) -> None:
    """The claim of the view: one vector fails at a length that attention still copies."""
    shown = [toy for toy in toys() if toy.task == task]
    at = page("bottleneck", rnn_task=task)
    lines = tables(at, -1)["lines"]
    assert lines["y"] == [share for toy in shown for share in toy.accuracy.values()]
    assert lines["x"] == [length for toy in shown for length in toy.accuracy]
    ends = {toy.model: toy.accuracy[30] for toy in shown}
    assert ends["gru"] < 0.1 and ends["gru-bahdanau"] > 0.8


def test_why_the_transformer_loses_its_place(page: Open) -> None:
    """It looks beside, and three times the steps mend it: both were measured."""
    reason = why()
    assert reason is not None
    toy = next(toy for toy in toys() if (toy.task, toy.model) == (reason.task, reason.model))
    assert reason.beside > 2 * reason.chance
    assert reason.longer.steps == 3 * toy.steps
    assert reason.longer.accuracy[30] > 0.9 > toy.accuracy[30]
    said = failure_text(Text("ko"), reason, toy)
    for task in ("copy", "reverse"):
        shown = [m.value for m in page("bottleneck", "ko", rnn_task=task).markdown]
        assert (said in shown) == (task == "reverse")
