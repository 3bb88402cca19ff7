"""The report: complete, inert, in its language, and true to the numbers it was given."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from explainer import __version__
from explainer.batch import report as module
from explainer.batch.report import RowMap, Setup, least_sure, report, row_maps
from explainer.batch.report_figures import (
    BINS,
    BOTTOM,
    HEIGHT,
    LEFT,
    RIGHT,
    TOP,
    WIDTH,
    histogram,
    ticks,
)
from explainer.batch.rows import Row
from explainer.batch.summary import summarise
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.text import LANGUAGES, Text

EVIL = "<img src=x onerror=alert(1)> & \"'=1+1 {{ 7 * 7 }} \u202eolleh"
VOID = {"meta", "line", "rect", "circle", "br"}
HANGUL = re.compile("[가-힣]")


def row(number: int, log_prob: float, **changed: Any) -> Row:
    made = Row(
        number,
        f"source {number}",
        f"reference {number}",
        f"translation {number}",
        bleu=10.0,
        chrf=20.0 + number,
        log_prob_per_token=log_prob,
        perplexity=2.0,
        entropy=1.0,
        coverage=0.5,
        unk_share=0.0,
        source_tokens=3 + number,
        target_tokens=2 * number,
        score=-1.0,
        finished=True,
    )
    return replace(made, **changed)


ROWS = (
    row(1, -0.5),
    row(2, -2.25, source=EVIL, translation=EVIL, reference=EVIL),
    Row(3, "🎈🎈", None, "", problem="no_known_tokens"),
    row(4, -0.1),
)
SETUP = Setup("toy", {"source": "ko", "target": "en", "licences": EVIL}, DecodeOptions(), EVIL)
LOOK = RowMap(2, ("▁a", EVIL), ("▁x", "▁y", "</s>"), ((0.5, 0.25, 0.25), (0.0, 1.0, 0.0)))


def made(lang: str = "en", **changed: Any) -> str:
    given: dict[str, Any] = {"rows": ROWS, "summary": summarise(ROWS, samples=40), "looks": [LOOK]}
    return report(lang, changed.pop("setup", SETUP), **{**given, **changed})


class Reader(HTMLParser):
    """Tags, attributes and the text of every element, and whether each was closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)

    def named(self, tag: str, of: str = "") -> list[dict[str, str | None]]:
        return [a for name, a in self.tags if name == tag and (not of or a.get("class") == of)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there_and_none_is_markup(lang: str) -> None:
    page = made(lang)
    read = Reader(page)
    assert read.open == []
    assert read.texts.count(EVIL) >= 6  # least sure and table: source, translation, reference
    assert "<img" not in page
    assert [text for text in read.texts if text.strip()][-1] == Text(lang)(
        "shell.version", version=__version__
    )
    allowed = {
        *("html", "head", "meta", "title", "style", "body", "main", "h1", "h2", "h3", "p"),
        *("div", "table", "thead", "tbody", "tr", "th", "td", "code", "figure", "figcaption"),
        *("svg", "line", "text", "rect", "circle", "section", "dl", "dt", "dd"),
    }
    assert {tag for tag, _ in read.tags} <= allowed
    assert not {name for _, attrs in read.tags for name in attrs} & {"src", "href", "onload"}
    assert read.tags[0] == ("html", {"lang": lang})


def test_nothing_in_it_can_be_fetched() -> None:
    page = made()
    assert not re.search(r"url\(|@import|https?://|//[a-z]", page)
    policy = next(a["content"] for a in Reader(page).named("meta") if "http-equiv" in a)
    assert policy is not None and policy.startswith("default-src 'none'")


def test_each_language_has_its_words() -> None:
    plain = replace(SETUP, name="file")
    assert not HANGUL.search(made("en", setup=plain))
    assert HANGUL.search(made("ko", setup=plain))
    headings = {lang: len(Reader(made(lang)).named("h2")) for lang in LANGUAGES}
    assert headings["ko"] == headings["en"] > 4


def test_the_table_has_every_row_and_the_map_shades_each_weight() -> None:
    read = Reader(made())
    assert sum(a.get("dir") == "auto" for a in read.named("td")) == 3 * len(ROWS)
    assert "no token the model knows" in read.texts
    assert [t for t in read.texts if t in ("−2.250", "−0.500", "−0.100")] != []
    assert not any(re.fullmatch(r"-\d.*", text) for text in read.texts)  # a true minus sign
    shades = [float(a["fill-opacity"] or 0) for a in read.named("rect", "weight")]
    expected = [w**0.7 for line in LOOK.weights for w in line if w > 0]
    assert shades == pytest.approx(expected, abs=6e-4)
    assert [t for t in read.texts if t in LOOK.source_tokens] == list(LOOK.source_tokens)
    assert "0.50" in read.texts and "1.00" in read.texts
    assert "Attention map of line 2" in (read.named("svg", "map")[0]["aria-label"] or "")


def test_least_sure_is_the_lowest_log_probability() -> None:
    assert [found.number for found in least_sure(ROWS, 2)] == [2, 1]
    assert [found.number for found in least_sure(ROWS)] == [2, 1, 4]


def test_a_report_of_some_rows_says_how_many_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "of 4 lines. The table as CSV" not in made()
    assert "Shown here: 2 of 4 lines." in made(rows=ROWS[:2])
    monkeypatch.setattr(module, "MOST_ROWS", 1)
    assert "Shown here: 1 of 4 lines." in made()


def test_scores_stand_with_signature_and_interval() -> None:
    summary = summarise(ROWS, samples=40)
    page = unescape(made(summary=summary))
    for score in (summary.bleu, summary.chrf):
        assert score is not None
        for fact in (f"{score.value:.2f}", f"{score.low:.2f} – {score.high:.2f}", score.signature):
            assert f">{fact}<" in page


def test_without_references_it_says_so_and_without_rows_too() -> None:
    bare = [replace(one, reference=None, bleu=None, chrf=None) for one in ROWS]
    page = made(rows=bare, summary=summarise(bare))
    assert "no reference translations" in page and ">chrF<" not in page
    page = made(rows=ROWS[2:3], summary=summarise(ROWS[2:3]), looks=())
    assert "No line could be translated." in page and "<svg" not in page


def test_every_translated_row_is_a_point_at_its_place() -> None:
    dots = Reader(made()).named("circle")
    done = [one for one in ROWS if one.problem is None]
    most = max(max(one.source_tokens or 0, one.target_tokens or 0) for one in done)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
    for dot, one in zip(dots, done, strict=True):
        x, y = float(dot["cx"] or 0), float(dot["cy"] or 0)
        assert x == pytest.approx(LEFT + wide * (one.source_tokens or 0) / most, abs=0.06)
        up = high * (one.target_tokens or 0) / most
        assert HEIGHT - BOTTOM - y == pytest.approx(up, abs=0.06)


def test_the_bars_count_every_value_once() -> None:
    values = [-3.0, -1.0, -1.0, -0.2, 0.0]
    plot = histogram(values)
    tallest = max(bar.height for bar in plot.bars)
    assert sum(bar.height / tallest for bar in plot.bars) == pytest.approx(len(values) / 2)
    assert len(plot.bars) == BINS
    assert plot.mean == pytest.approx(LEFT + (WIDTH - LEFT - RIGHT) * (3.0 - 1.04) / 3.0, abs=0.06)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (-1.3, -0.1, [-1.2, -1.0, -0.8, -0.6, -0.4, -0.2]), (2, 2, [2])],
)
def test_ticks_are_round_numbers(low: float, high: float, expected: list[float]) -> None:
    assert ticks(low, high, 6 if high < 0 else 5) == pytest.approx(expected)


def test_maps_of_a_real_model_sum_to_one_a_row(tiny_model_folder: Any) -> None:
    translator = Translator.load(tiny_model_folder)
    rows = [
        row(1, -1.0, source="비가 온다."),
        row(2, -2.0, source="가" * 300),
        row(3, -3.0, source="책을 읽는다."),
    ]
    found = row_maps(translator, rows, DecodeOptions(method="greedy", max_length=20))
    assert [look.number for look in found] == [3, 1]  # the second is too long for a map
    for look in found:
        assert len(look.weights) == len(look.target_tokens)
        assert [sum(line) for line in look.weights] == pytest.approx(
            [1.0] * len(look.target_tokens)
        )
        assert all(len(line) == len(look.source_tokens) for line in look.weights)
