"""The work sheets: right numbers, empty boxes for the student, text that stays text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from explainer import installed
from explainer.chapters.lessons.questions import run_of
from explainer.chapters.lessons.sheet import by_hand, worksheet
from explainer.documents import document
from explainer.frame.params import DEFAULTS
from explainer.frame.view import View
from explainer.lessons import LESSONS, find_lesson
from explainer.lessons.paper import Cell, Table, Task, row
from explainer.lessons.parts import Lesson
from explainer.runs import resources
from explainer.runs.resources import Request
from explainer.text import LANGUAGES, Text
from tests.apptest import use_models


@pytest.fixture(scope="module", autouse=True)
def tiny_models(tiny_model_folder: Path) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        use_models(tiny_model_folder.parent, patch)
        yield


def view(lang: str) -> View:
    return View(Text(lang), lang, False, "tiny", installed.usable()["tiny"].card, None)


def shown(lesson: str) -> tuple[View, list[Task]]:
    here = run_of(view("en"), find_lesson(lesson).sentences["ko"])
    return here, by_hand(here, lesson)


def numbers(cells: tuple[Cell, ...]) -> list[float]:
    return [float(cell.text.replace("−", "-")) for cell in cells]


class Tags(HTMLParser):
    """Every tag with its attributes, and that all are closed."""

    VOID = frozenset({"meta"})

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_sheet_is_one_file_that_needs_nothing_else(lesson: Lesson) -> None:
    lang = LANGUAGES[LESSONS.index(lesson) % len(LANGUAGES)]
    page, text = worksheet(view(lang), lesson, True), Text(lang)
    tags = Tags(page)
    assert tags.open == []
    assert tags.seen[0] == ("html", {"lang": lang})
    assert not {"script", "link", "img", "a", "iframe"} & {tag for tag, _ in tags.seen}
    assert "http" not in page and "url(" not in page
    plain = unescape(page)
    assert text(lesson.key("name")) in plain and text("lessonsheet.answers") in plain
    assert any(text(step.key("title")) in plain for step in lesson.steps)
    assert "break-before: page" in page and "size: A4" in page


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_the_student_gets_boxes_and_no_answer(lesson: Lesson) -> None:
    student, teacher = (worksheet(view("en"), lesson, answers) for answers in (False, True))
    assert '<section class="answers">' in teacher and '<section class="answers">' not in student
    assert student.startswith(teacher.split('<section class="answers">')[0])
    for page in (student, teacher.split('<section class="answers">')[0]):
        assert 'class="filled"' not in page and 'class="right"' not in page
        assert EN_SOLUTION not in page
    boxes = re.findall(r'<td class="blank[^"]*">([^<]*)</td>', student)
    assert boxes and set(boxes) == {""}
    filled = re.findall(r'<td class="filled">([^<]*)</td>', teacher)
    assert len(filled) == len(boxes) and "" not in filled


EN_SOLUTION = Text("en")("lessonsheet.solution") + ":"


def test_the_cell_and_the_beam_on_paper_are_the_models() -> None:
    """That the printed numbers add up is held in test_printed.py."""
    _, (_, row) = shown("cell")
    assert row.table is not None
    weights = np.array([numbers(one[3:])[0] for one in row.table.rows[:-1]])
    sentence = find_lesson("cell").sentences["ko"]
    done = resources.translate(Request("tiny", sentence, DEFAULTS.options()))
    recorded = done.attention("cross")[-1]
    assert np.abs(recorded - weights).max(axis=-1).min() < 6e-4
    _, (step, outputs) = shown("search")
    assert step.table is not None and outputs.table is not None
    totals = [(cells[5].text != "–", *numbers(cells[4:5])) for cells in step.table.rows]
    kept = sorted(total for is_kept, total in totals if is_kept)
    assert kept and kept == pytest.approx(sorted(total for _, total in totals)[-len(kept) :])
    for cells in outputs.table.rows:
        length, _, by, _ = numbers(cells[1:])
        assert by == pytest.approx(((5 + length) / 6) ** 0.6, abs=6e-4)


def test_the_table_of_positions() -> None:
    _, (table, dots) = shown("positions")
    assert table.table is not None
    for place, line in enumerate(table.table.rows):
        angles = (place, place, place / 100, place / 100)
        wanted = [f(angle) for f, angle in zip((math.sin, math.cos) * 2, angles, strict=True)]
        assert numbers(line[1:]) == pytest.approx(wanted, abs=6e-4)
    wanted_dot = math.cos(2) + math.cos(0.02)
    assert float(dots.value.replace("−", "-")) == pytest.approx(wanted_dot, abs=6e-3)


def test_the_mask_is_a_triangle() -> None:
    _, (task,) = shown("masks")
    assert task.table is not None
    signs = [[cell.text for cell in row[1:]] for row in task.table.rows]
    assert all(
        (sign == "○") == (key <= place)
        for place, row in enumerate(signs)
        for key, sign in enumerate(row)
    )


def test_bleu_on_paper() -> None:
    """The worked example's counts, penalties and scores."""
    _, (task,) = shown("bleu")
    assert task.table is not None
    assert [[cell.text for cell in row] for row in task.table.rows] == [
        ["A", "6/8", "3/7", "2/6", "1/5", "1.000", "38.26"],
        ["B", "4/4", "1/3", "0/2", "0/1", "0.368", "0.00"],
        ["C", "1/5", "0/4", "0/3", "0/2", "0.549", "0.00"],
    ]


def test_the_tokens_of_a_word_spell_it() -> None:
    _, (task,) = shown("tokens")
    assert task.table is not None
    for word, cut, count in task.table.rows:
        tokens = cut.text.split(" | ")
        assert "".join(tokens).replace("▁", "") == word.text and len(tokens) == int(count.text)


def test_what_looks_like_html_stays_text() -> None:
    evil = "<script>alert(1)</script>&\"'"
    table = Table((evil,), (row(blank=[evil]), row(evil)))
    task = Task(evil, evil, table, value=evil, told=evil)
    page = document(
        "worksheet.html",
        lang="en",
        title=evil,
        goal=evil,
        run=((evil, evil),),
        by_hand=[task],
        questions=[Task(evil, evil, options=(evil, evil), right=0, told=evil)],
        with_answers=True,
        words=dict.fromkeys(
            ("sheet", "answers", "name", "date", "by_hand", "questions", "solution", "source"), evil
        ),
    )
    assert "<script" not in page and Tags(page).open == []
