"""One way to write a share, in the pages' Python and in the drawings' JavaScript."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from explainer.components.shared import NUMBERS
from explainer.drawings import HERE
from explainer.text.numbers import percent
from tests.layers.sources import ROOT, files, name_of

FORMAT = HERE / "format.js"  # the same rules: tests/text/numbers.json
TABLE = json.loads((ROOT / "tests" / "text" / "numbers.json").read_text("utf-8"))
RULES = [
    *((share, digits, written) for kind, share, digits, written in TABLE if kind == "percent"),
    (float("nan"), 1, "NaN%"),
]
SHORT = [(0.5, "50%"), (0.0996, "10%"), (0.0994, "9.9%"), (0.0004, "<0.1%"), (0.0, "0.0%")]
# What writes a share by itself. A width or a height in a style is no share that anybody reads.
PYTHON = re.compile(r":\.\d%|[\"']<[\d.]+%?[\"']")
SCRIPT = re.compile(r"(toFixed|toPrecision|Math\.round)\([^`]*\}%|[\"'`]<[\d.]+%?[\"'`]")
STYLE = re.compile(r"\.style\b|style=\"|setProperty|\"--|color-mix")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page()
    page.add_script_tag(content=NUMBERS.read_text(encoding="utf-8"))
    yield page
    page.close()


def in_script(page: Page, shares: list[tuple[float, int]]) -> list[str]:
    written: list[str] = page.evaluate("(all) => all.map((one) => percent(...one))", shares)
    return written


def test_both_languages_follow_one_table(page: Page) -> None:
    shares = [(share, digits) for share, digits, _ in RULES]
    rules = [written for *_, written in RULES]
    assert [percent(*one) for one in shares] == rules
    assert in_script(page, shares) == rules
    found = page.evaluate("(all) => all.map(shortPercent)", [share for share, _ in SHORT])
    assert found == [written for _, written in SHORT]
    steps = [(k / 4096 - 0.25, digits) for k in range(0, 6000, 7) for digits in (0, 1, 2)]
    assert in_script(page, steps) == [percent(*one) for one in steps]


def test_nobody_else_writes_a_share() -> None:
    own = [
        f"{name_of(path)}: {line.strip()}"
        for path in files("explainer", suffixes=(".py", ".js"))
        if not path.stem.endswith("_test")
        # Cards of models are files of their own, written once.
        if path not in (NUMBERS, FORMAT)
        and not path.is_relative_to(ROOT / "explainer" / "training")
        for line in path.read_text("utf-8").splitlines()
        if (PYTHON if path.suffix == ".py" else SCRIPT).search(line) and not STYLE.search(line)
    ]
    assert own == []
