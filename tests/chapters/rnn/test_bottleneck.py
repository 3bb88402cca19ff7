"""BLEU by length and the toy tasks: what the page says is read off what was measured."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from explainer.chapters.rnn.bottleneck import FOLDERS, PAIRS, said_apart, said_why
from explainer.data.recurrent import Bucket, Measured, measurements, toys, why
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter, said, tables
from tests.conftest import SENTENCES

CHAPTER = Chapter("rnn", sentence=SENTENCES[0])


@pytest.fixture(scope="session")
def models(recurrent_folder: Path) -> Path:
    return recurrent_folder


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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("pair", ["gru", "lstm", "all"])
def test_bleu_by_length_is_drawn_with_its_intervals(
    page: Open, six: dict[str, Measured], pair: str, lang: str
) -> None:
    at = page("bottleneck", lang, rnn_pair=pair)
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


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("plain", "key", "holes"),
    [
        ([(5, 9), (5, 9), (5, 9)], "nowhere", {}),
        ([(1, 2), (1, 2), (1, 2)], "everywhere", {}),
        ([(5, 9), (1, 2), (1, 2)], "from", {"low": 5, "last": 2, "groups": 3}),
        ([(5, 9), (1, 2), (5, 9)], "in", {"groups": "5–8"}),
    ],
)
def test_where_intervals_part_is_read_off_the_table(
    plain: list[tuple[float, float]], key: str, holes: dict[str, object], lang: str
) -> None:
    text, looking = Text(lang), buckets_of((4, 8), (4, 8), (4, 8))
    said = said_apart(text, "GRU", buckets_of(*plain), looking)
    assert said == text(f"rnn.apart_{key}", model="GRU", **holes)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("pair", ["gru", "lstm", "all"])
def test_the_sentence_under_the_groups_follows_the_shipped_table(
    page: Open, pair: str, lang: str
) -> None:
    """Both pairs where all six are drawn, and the line above says how many models there are."""
    at, text = page("bottleneck", lang, rnn_pair=pair), Text(lang)
    models = {"gru": ["GRU"], "lstm": ["LSTM"], "all": ["GRU", "LSTM"]}[pair]
    shown = said(at)
    told = next(one for one in shown if one.startswith(("Beam 4", "빔 4")))
    for model in models:
        plain, looking = (measurements()[FOLDERS[kind]].buckets for kind in PAIRS[model.lower()])
        assert said_apart(text, model, plain, looking) in told
    assert any(text("rnn.all_line", count=6) == one for one in shown) == (pair == "all")


def test_the_comparison_has_a_row_a_model(page: Open, six: dict[str, Measured]) -> None:
    table = page("bottleneck").dataframe[0].value
    assert table["bleu"].tolist() == pytest.approx([one.bleu for one in six.values()])
    assert table["parameters"].tolist() == [one.parameters for one in six.values()]
    assert table["interval"].tolist()[5] == (
        f"{six['ko-en-transformer-small'].bleu_low:.1f}…"
        f"{six['ko-en-transformer-small'].bleu_high:.1f}"
    )


@pytest.mark.parametrize("task", ["copy", "reverse"])
def test_the_clean_case_is_what_was_measured(page: Open, task: str) -> None:
    """The claim of the view: one vector fails at a length that attention still copies."""
    shown = [toy for toy in toys() if toy.task == task]
    at = page("bottleneck", rnn_task=task)
    lines = tables(at, -1)["lines"]
    assert lines["y"] == [share for toy in shown for share in toy.accuracy.values()]
    assert lines["x"] == [length for toy in shown for length in toy.accuracy]
    ends = {toy.model: toy.accuracy[30] for toy in shown}
    assert ends["gru"] < 0.1
    assert ends["gru-bahdanau"] > 0.8


@pytest.mark.parametrize("lang", LANGUAGES)
def test_why_the_transformer_loses_its_place(page: Open, lang: str) -> None:
    """It looks beside, and three times the steps mend it: both were measured."""
    reason = why()
    assert reason is not None
    toy = next(toy for toy in toys() if (toy.task, toy.model) == (reason.task, reason.model))
    assert reason.beside > 2 * reason.chance
    assert reason.longer.steps == 3 * toy.steps
    assert reason.longer.accuracy[30] > 0.9 > toy.accuracy[30]
    said = said_why(Text(lang), reason, toy)
    shown = {task: page("bottleneck", lang, rnn_task=task).markdown for task in ("copy", "reverse")}
    assert said in [m.value for m in shown["reverse"]]
    assert said not in [m.value for m in shown["copy"]]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_without_a_comparison_the_page_says_so(
    page: Open, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("explainer.chapters.rnn.bottleneck.measurements", dict)
    assert [i.value for i in page("bottleneck", lang).info] == [Text(lang)("rnn.no_comparison")]
