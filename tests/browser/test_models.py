"""Models in the real app: compared word by word, in their plane."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from explainer.installed import models_folder
from tests.browser.app_page import Go, parameters, violations, visits
from tests.browser.tabs import settle

pytestmark = pytest.mark.browser
DRAWING = "[data-testid=stMain] [data-testid=stBidiComponentIsolated]"
CARDS: dict[str, dict[str, Any]] = {
    path.parent.name: json.loads(path.read_text("utf-8"))
    for path in models_folder().glob("ko-en*/config.json")
}

# Long enough that words in common cross each other.
LONG = "나는 내일 친구와 도서관에 가서 네가 추천한 책을 빌릴 것이고 저녁에는 집에서 읽을 것이다."


@pytest.fixture
def go(address: str, browser: Browser) -> Iterator[Go]:
    with visits(address, browser, reduced_motion="reduce") as found:
        yield found


def bleu(model: str) -> float:
    return round(float(CARDS[model]["test"]["beam"]["bleu"]), 1)


def writers(page: Page) -> dict[str, str]:
    """Of every model its translation, from the list."""
    return {
        line.locator(".name").inner_text(): " ".join(line.locator(".wrote").inner_text().split())
        for line in page.locator(".ranking .model").all()
    }


def dot(page: Page, model: str) -> Locator:
    return page.locator(f".ranking [data-focus='dot{model}']")


def centre(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def common(one: list[str], other: list[str]) -> int:
    """Length of the longest common subsequence, row by row."""
    row = [0] * (len(other) + 1)
    for word in one:
        last = row
        row = [0]
        for at, (left, above) in enumerate(pairwise(last)):
            row.append(left + 1 if word == other[at] else max(row[-1], above))
    return row[-1]


def bare(text: str) -> list[str]:
    return [re.sub(r"[^\w']", "", word.lower()) or word for word in text.split()]


def rows(page: Page, place: int) -> str:
    words = page.locator(f".ranking .run:not(.marks) .row:nth-child({place + 1})")
    return " ".join(" ".join(words.all_inner_texts()).split())


def number(cell: str) -> float:
    return float(cell.strip("M").replace("−", "-"))


@pytest.mark.parametrize("chosen", ["ko-en-lstm", "ko-en-prenorm", "ko-en-nomask"])
def test_two_models_word_by_word(go: Go, chosen: str) -> None:
    page = go(f"models?models_s={LONG}&models_model={chosen}")
    wrote = writers(page)
    base, said = wrote["ko-en"], wrote[chosen]
    assert (rows(page, 0), rows(page, 1)) == (base, said)
    same = common(bare(base), bare(said))
    counts = page.locator(".ranking .counts b").all_inner_texts()
    assert counts == [str(same), str(len(base.split()) - same), str(len(said.split()) - same)]
    both = bare(" ".join(page.locator(".ranking .run.same .row:last-child").all_inner_texts()))
    above = bare(" ".join(page.locator(".ranking .run.same .row:first-child").all_inner_texts()))
    assert both == above and len(both) == same
    numbers = [row.split("\n") for row in page.locator(".ranking .measure").all_inner_texts()]
    told = [[number(cell) for cell in row[1:] if cell.strip()] for row in numbers]
    a, b = CARDS["ko-en"], CARDS[chosen]
    sizes = [round(card["parameters"] / 1e6, 2) for card in (a, b)]
    tokens = [round(card["training"]["target_tokens"] / 1e6, 1) for card in (a, b)]
    scores = [bleu("ko-en"), bleu(chosen)]
    for row, pair in zip(told, (sizes, tokens, scores), strict=True):
        assert row == pytest.approx([*pair, pair[1] - pair[0]], abs=1e-6)


def test_a_dot_chooses_everywhere_and_stands_at_its_numbers(go: Go) -> None:
    page = go("models?model=ko-en")
    at = {name: centre(dot(page, name).locator(".mark")) for name in CARDS}
    for axis, value in ((0, lambda name: CARDS[name]["parameters"]), (1, bleu)):
        low, high = "ko-en-nomask", "ko-en"
        per = (at[high][axis] - at[low][axis]) / (value(high) - value(low))
        for name, place in at.items():
            right = at[low][axis] + per * (value(name) - value(low))
            assert place[axis] == pytest.approx(right, abs=0.6)
    dot(page, "ko-en-rnn").locator(".mark").click()
    settle(page)
    assert parameters(page)["models_model"] == "ko-en-rnn"
    expect(page.locator(".ranking .model[aria-pressed=true] .name")).to_have_text("ko-en-rnn")
    expect(page.locator(".ranking .side.chosen b")).to_have_text("ko-en-rnn")
    expect(page.get_by_role("heading", name="ko-en-rnn", exact=True)).to_be_visible()
    between = page.locator(".ranking svg .between").all_text_contents()
    assert f"−{bleu('ko-en') - bleu('ko-en-rnn'):.1f} BLEU" in between


def test_any_model_is_the_base(go: Go) -> None:
    """By its mark in the list, by keys too; a base that is chosen changes places."""
    page = go("models?model=ko-en&models_model=ko-en-rnn")
    page.locator(".ranking .as-base[aria-checked=true]").focus()
    page.keyboard.press("ArrowDown")
    settle(page)
    expect(page.locator(".ranking .side.base b")).to_have_text("ko-en-prenorm")
    assert parameters(page)["models_base"] == "ko-en-prenorm"
    focused = "() => document.activeElement.shadowRoot.activeElement.dataset.focus"
    assert page.evaluate(focused) == "baseko-en-prenorm"
    dot(page, "ko-en-prenorm").locator(".mark").click()
    settle(page)
    expect(page.locator(".ranking .side.base b")).to_have_text("ko-en-rnn")
    expect(page.locator(".ranking .side.chosen b")).to_have_text("ko-en-prenorm")
    assert violations(page, within=[DRAWING]) == []
