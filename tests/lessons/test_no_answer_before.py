"""No step of a lesson and no work sheet prints an answer before its question is answered."""

from __future__ import annotations

import re
from html import unescape

import pytest

from explainer.chapters.lessons.sheet import worksheet
from explainer.frame.view import View
from explainer.lessons import LESSONS
from explainer.lessons.paper import PaperQuestion, Table, Task, fit_questions, row
from explainer.lessons.parts import (
    Choice,
    Lesson,
    Number,
    Posed,
    Question,
    ShareQuestion,
    Step,
)
from explainer.text import LANGUAGES, Text
from tests.lessons.runs import TRAINED, Run

LEAST_DIGITS = 3  # of a number that nobody writes by chance


def answers(text: Text, found: Posed) -> set[str]:
    """What must not be read beforehand: a number with decimals, a token, words of this run. A count
    stands in many a sentence whatever it counts, and so does an answer in words.
    """
    question = found.question
    if isinstance(question, Choice) and question.words:
        return set()
    if isinstance(question, Number):
        told = question.solution
        return {told} if question.digits and sum(map(str.isdigit, told)) >= LEAST_DIGITS else set()
    right = question.options[question.right]
    return {right} if right.startswith("▁") or " " in right else set()


def says(printed: str, answer: str) -> bool:
    """Whether the answer stands there as a word or a number of its own, Korean endings aside."""
    return re.search(rf"(?<![\w.▁]){re.escape(answer)}(?![\d.]\d|[a-zA-Z\d])", printed) is not None


def before(text: Text, step: Step, found: Posed) -> str:
    """What a learner has read when the answer is asked for; options are there to choose from."""
    asked = text(step.key("ask"), **found.holes)
    if isinstance(found.question, Choice) and all(says(asked, o) for o in found.question.options):
        asked = ""  # it names all there is to choose from
    return "\n".join((text(step.key("title")), text(step.key("look")), asked))


def after(text: Text, step: Step, found: Posed) -> str:
    return f"{text(step.key('tell'), **found.holes)}\n{text(step.key('see'))}"


@TRAINED
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_no_step_tells_the_answer_of_one_to_come(run: Run, lesson: Lesson, lang: str) -> None:
    text, read, told = Text(lang), "", ""
    for step in lesson.steps:
        found = run.asked(lesson.id, step.id)
        if found is None:
            continue
        read += f"\n{before(text, step, found)}"
        for answer in answers(text, found):
            # Words stand in the sentences they are found in: those must not have been pointed out.
            assert not says(told if " " in answer else read, answer), (step.id, answer)
        told += f"\n{after(text, step, found)}"
        read += f"\n{after(text, step, found)}"


def student_reads(page: str) -> tuple[list[str], str]:
    """The texts of the tasks of a sheet, in order, and what stands above them."""
    page = unescape(page.split('<section class="answers">', maxsplit=1)[0])
    texts = re.findall(r'<p class="body">(.*?)</p>', page, flags=re.S)
    return texts, page.split("<h2>")[0]


@TRAINED
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_no_sheet_prints_what_it_asks(run: Run, lesson: Lesson, lang: str) -> None:
    """Read off the finished page: each question's answer stands in no other task's text."""
    text = Text(lang)
    view = View(text, lang, False, run.name, run.card, None)
    texts, above = student_reads(worksheet(view, lesson, True))
    asked = 0
    for step in lesson.steps:
        found = run.asked(lesson.id, step.id)
        told = text(step.key("title"))
        own = [one for one in texts if found and same_question(text, step, found, one)]
        if found is None or not own:
            continue  # left out: the sheet prints its answer
        asked += 1
        for answer in answers(text, found):
            if " " in answer:  # words stand in the sentences they are found in
                continue
            others = [one for one in texts if one not in own]
            assert not any(says(one, answer) for one in (above, *others)), (step.id, told, answer)
    assert asked >= 4, "hardly a question is left"


def same_question(text: Text, step: Step, found: Posed, printed: str) -> bool:
    """Whether this is the step's question, numbers that are called by their task aside."""
    called = re.escape(text("lessonsheet.answer_of", number=0)).replace("0", r"\d+")
    blank = {name: f"\0{name}" for name in found.holes}
    parts = re.split(r"\0\w+", re.sub(called, "\0x", text(step.key("ask"), **blank)))
    return all(part in printed for part in parts if len(part) > 2)


def test_a_number_of_another_task_is_called_by_it() -> None:
    """q·k is asked for, then divided; the first table has it, too."""

    def posed(question: Question, ask: str, **holes: str) -> PaperQuestion:
        return PaperQuestion(question, ask.format, holes)

    table = Task("", "", Table(("", "q"), (row("0.707", "x"), row(blank=["a", "3.19"]))))
    dot = posed(Number(15.64, 0.1, 2), "Add {up}.", up="20.11")
    score = posed(Number(3.26, 0.1, 2), "{dot} ÷ {root}?", dot="15.641", root="4.899")
    power = posed(Number(24.3, 0.1, 1), "e^{score}?", score="3.19")
    next_one = posed(Choice(("▁mat", "▁sofa"), 1), "Which token?")
    named = posed(Number(1, 0), "{tokens}?", tokens="▁a ▁mat")
    shown = posed(Number(0.707, 0.1, 3), "The weight?")
    every = [dot, score, power, next_one, named, shown]
    told = fit_questions(every, [table], "A cat on the sofa.", "[{}]".format)
    assert told == {0: "Add 20.11.", 1: "[2] ÷ 4.899?", 2: "e^[1]?", 4: "▁a ▁mat?"}
    told = fit_questions([next_one, named], [], "A cat.", "[{}]".format)
    assert told == {0: "Which token?", 1: "▁a ▁mat?"}
    gone = posed(Choice(("▁mat", "▁sofa"), 0), "Which token?")
    assert len(fit_questions([gone, named], [], "A cat.", str)) == 1


def test_a_row_that_is_printed_is_not_asked_for() -> None:
    table = Task("", "", Table(("a", "b", "c"), (row("0.25", "0.75", blank=["b"]),)))
    drawn = PaperQuestion(ShareQuestion(("a", "b"), (0.25, 0.75)), "Draw it.".format, {})
    assert fit_questions([drawn], [table], "", str) == {} != fit_questions([drawn], [], "", str)
