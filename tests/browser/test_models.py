"""Models in the real app: guessed by their translations, compared word by word, in their plane."""

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


def cards(page: Page) -> list[Locator]:
    return page.locator(".ranking .card").all()


def said(page: Page) -> list[str]:
    """What stands beside every card: the model it is laid to, "?" for none."""
    return [card.locator(".who").inner_text() for card in cards(page)]


def check(page: Page) -> None:
    page.locator(".ranking .act.main").click()
    settle(page)


def centre(part: Locator) -> tuple[float, float]:
    box = part.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_names_are_told_beside_ones_own_answer(go: Go) -> None:
    page = go("models?model=ko-en")
    assert page.locator(".ranking .wrote.hidden").count() == len(CARDS)
    texts = page.locator(".ranking .card .said").all_inner_texts()
    options = page.locator(".ranking .dot.asked")
    models = [
        str(name)[3:] for name in options.evaluate_all("all => all.map(e => e.dataset.focus)")
    ]
    models.sort(key=lambda name: (name == "ko-en-rnn", bleu(name)))  # one will be right
    assert len(set(texts)) == len(models) == 3
    for model in models:  # by turns to A, B and C
        dot(page, model).click()
    assert said(page) == models
    assert violations(page, within=[DRAWING]) == []
    check(page)
    truth = writers(page)
    right = sum(truth[model] == text for model, text in zip(models, texts, strict=True))
    assert right == 1
    for card, text, own in zip(cards(page), texts, models, strict=True):
        name = card.locator(".who b").inner_text()
        assert truth[name] == text == card.locator(".said").inner_text()
        letter = card.locator(".letter").inner_text()
        assert dot(page, name).locator(".letter").text_content() == letter
        beside = card.locator(".own").inner_text()
        assert beside == "✓" if own == name else own in beside
    assert page.locator(".ranking .score").inner_text().startswith(f"{right} of 3 ")
    assert parameters(page)["models_guess"].startswith("102-")
    assert violations(page, within=[DRAWING]) == []


def test_an_answer_is_dragged_and_taken_back(go: Go) -> None:
    page = go("models?model=ko-en")
    letter = page.locator(".ranking .card .letter").nth(1)
    page.mouse.move(*centre(letter))
    page.mouse.down()
    page.mouse.move(*centre(dot(page, "ko-en").locator(".plate")), steps=4)
    expect(page.locator(".ranking .ghost")).to_have_text("B")
    page.mouse.up()
    expect(page.locator(".ranking .ghost")).to_have_count(0)
    assert said(page) == ["?", "ko-en", "?"]
    dot(page, "ko-en").click()  # the card at hand takes it from the other
    assert said(page) == ["ko-en", "?", "?"]
    cards(page)[0].click()
    assert said(page) == ["?", "?", "?"]


def test_it_is_guessed_by_keys_alone(go: Go) -> None:
    page = go("models?model=ko-en")
    page.locator(".ranking .dot[tabindex='0']").focus()
    for _ in range(3):
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowDown")
    assert "?" not in said(page)
    page.locator(".ranking .act.main").focus()
    page.keyboard.press("Enter")
    settle(page)
    assert page.locator(".ranking .told .card").count() == 3


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_a_finger_guesses_on_the_first_screen(go: Go, width: int, height: int) -> None:
    page = go("models?model=ko-en", width=width, height=height, has_touch=True)
    for part in (*cards(page), *page.locator(".ranking .dot.asked").all()):
        box = part.bounding_box()
        assert box is not None and box["y"] + box["height"] < height
    dot(page, "ko-en").tap()
    assert said(page) == ["ko-en", "?", "?"]


def test_a_new_sentence_is_a_new_guess_unless_names_were_asked_for(go: Go) -> None:
    page = go("models?model=ko-en")
    field = page.get_by_label("A sentence for all models, Korean or English")
    for model in ("ko-en", "ko-en-prenorm", "ko-en-rnn"):
        dot(page, model).click()
    check(page)
    field.fill("우리는 어제 시장에서 사과를 샀다.")
    field.press("Enter")
    settle(page)
    assert said(page) == ["?", "?", "?"]
    page.locator(".ranking .act").click()  # just show me
    settle(page)
    field.fill("나는 책을 읽는다.")
    field.press("Enter")
    settle(page)
    assert page.locator(".ranking .card").count() == 0
    assert all(writers(page).values())


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
    page = go(f"models?models_guess=all&models_s={LONG}&models_model={chosen}")
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
    page = go("models?model=ko-en&models_guess=all")
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
    page = go("models?model=ko-en&models_guess=all&models_model=ko-en-rnn")
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
