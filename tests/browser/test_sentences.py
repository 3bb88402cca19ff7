"""A file of one's own, as a reader brings it: up, translated, opened elsewhere, taken home."""

import csv
import io
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Download, Page, expect

from explainer.batch.reading import APP_LIMITS
from explainer.data.references import references
from explainer.decoding import DecodeOptions
from tests.browser.app_page import Go, parameters, violations
from tests.browser.tabs import settle
from tests.shipped import translator

PAIRS = list(references("en").items())[:9]
GREEDY = DecodeOptions(method="greedy")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A number, a source and a reference a line, as Excel writes them."""
    path = tmp_path_factory.mktemp("mine") / "mine.csv"
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        lines = csv.writer(file, delimiter=";")
        lines.writerow(["번호", "원문", "영어"])
        lines.writerows([n, *pair] for n, pair in enumerate(PAIRS, 1))
    return path


@pytest.fixture
def page(go: Go) -> Page:
    """The page with greedy search, waiting for a file."""
    found = go("sentences?model=ko-en&sentences_from=file&sentences_method=greedy", height=1200)
    found.locator(".st-key-sentences_file").wait_for()
    return found


def the_field_for_a_file_speaks_the_readers_language(page: Page, file: Path, why: str) -> None:
    """It names one limit, and says why a file is not taken: Streamlit says it in English, to the
    pointer alone.
    """
    field = page.locator(".st-key-sentences_file")
    with page.expect_file_chooser() as chooser:
        field.get_by_test_id("stBaseButton-secondary").click()
    assert not chooser.value.is_multiple()
    assert "per file" not in field.inner_text()
    assert violations(page) == []
    file.write_bytes(b"A line.\n" * 400_000)
    page.locator("input[type=file]").set_input_files(file)
    refused = page.locator("[data-testid=stFileChip][aria-invalid=true]")
    refused.wait_for()
    told = refused.evaluate("chip => getComputedStyle(chip, '::after').content")
    assert why in told and f"{APP_LIMITS.size / 1e6:g} MB" in told


def test_the_field_for_a_file_speaks_korean(go: Go, tmp_path: Path) -> None:
    page = go("sentences?lang=ko&model=ko-en&sentences_from=file")
    expect(page.get_by_role("button", name="파일 고르기")).to_have_count(1)
    the_field_for_a_file_speaks_the_readers_language(page, tmp_path / "long.txt", "받지 못하는")


def translated(page: Page, file: Path) -> None:
    """Upload, begin, and wait until the last line is done."""
    page.locator("input[type=file]").set_input_files(file)
    # While the script runs the button may stand twice: where it was, and below the file's rows.
    expect(page.locator(".st-key-sentences_start button:enabled")).to_have_count(1)
    settle(page)
    page.locator(".st-key-sentences_start button").click()
    expect(page.get_by_role("heading", name="Your file: 9 sentences").first).to_be_visible()
    expect(page.locator(".st-key-sentences_stop")).to_have_count(0)
    expect(page.locator("input[type=file]")).not_to_be_visible()  # the lines are in sight instead
    page.locator(".st-key-sentences_everything summary").click()
    expect(page.locator(".st-key-sentences_csv").first).to_be_visible()
    settle(page)


def saved(page: Page, key: str) -> Download:
    with page.expect_download() as found:
        page.locator(f".st-key-sentences_{key} a").click()
    return found.value


def test_a_file_goes_up_its_lines_are_looked_at_and_its_translations_come_down(
    page, table, tmp_path, browser
):
    assert page.get_by_role("button", name="파일 고르기").count() == 0
    the_field_for_a_file_speaks_the_readers_language(page, tmp_path / "long.txt", "Not taken")
    translated(page, table)
    assert violations(page) == []
    translate = translator("ko-en").translate
    expected = [translate(source, GREEDY, trace=False).text for source, _ in PAIRS]
    content = Path(saved(page, "csv").path()).read_text(encoding="utf-8-sig")
    rows = list(csv.DictReader(io.StringIO(content)))
    assert [row["source"] for row in rows] == [source for source, _ in PAIRS]
    assert [row["reference"] for row in rows] == [reference for _, reference in PAIRS]
    assert [row["translation"] for row in rows] == expected

    report = tmp_path / "report.html"
    saved(page, "report").save_as(report)
    asked = offline_requests(browser, report, expected)
    assert asked == [report.as_uri()]
    lines_are_chosen_by_pointer_and_keys(page)
    a_chosen_line_opens_on_another_page_and_the_file_is_still_there(page)


def lines_are_chosen_by_pointer_and_keys(page: Page) -> None:
    lines, field = page.locator(".sureness .line"), page.locator(".st-key-sentences_line input")
    lines.nth(2).click()
    expect(lines.nth(2)).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_value(lines.nth(2).locator(".number").inner_text())
    settle(page)
    page.keyboard.press("ArrowDown")
    expect(lines.nth(3)).to_be_focused()
    expect(field).to_have_value(lines.nth(3).locator(".number").inner_text())
    settle(page)


def a_chosen_line_opens_on_another_page_and_the_file_is_still_there(page: Page) -> None:
    grid = page.locator(".st-key-sentences_line").locator("xpath=following::canvas[1]")
    line = page.locator(".st-key-sentences_line input")
    first = line.input_value()
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 18, box["y"] + 36 + 35 * 3)  # the box of the third row
    expect(line).not_to_have_value(first)
    settle(page)
    source = PAIRS[int(line.input_value()) - 1][0]
    shown = page.locator("[data-testid=stText]").filter(has_text=source)
    expect(shown.first).to_be_visible()
    page.locator(".st-key-sentences_open_heads button").click()
    expect(page.get_by_role("heading", name="Why several heads").first).to_be_visible()
    settle(page)
    expect(page.locator(".st-key-s input")).to_have_value(source)
    found = parameters(page)
    assert (found["model"], found["method"]) == ("ko-en", "greedy")
    page.locator(".st-key-chapters summary", has_text="Use and reference").click()
    page.locator(".st-key-chapters a", has_text="Your sentences").first.click()
    expect(page.get_by_role("heading", name="Your file: 9 sentences").first).to_be_visible()


def offline_requests(browser: Browser, report: Path, expected: list[str]) -> list[str]:
    """Opens the report in a browser without a network; what it asked for."""
    context = browser.new_context(offline=True)
    shown = context.new_page()
    asked: list[str] = []
    shown.on("request", lambda request: asked.append(request.url))
    shown.goto(report.as_uri())
    cells = shown.locator("tbody td").all_inner_texts()
    assert set(expected) <= set(cells)
    assert shown.locator("svg circle").count() == len(PAIRS)
    assert shown.locator("svg.map").count() == 5
    assert violations(shown) == []
    context.close()
    return asked
