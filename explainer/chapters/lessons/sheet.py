"""A lesson's work sheet as an HTML file: tables to fill in, and its questions.

The numbers are those of the chosen model on the lesson's sentence.
"""

from __future__ import annotations

from explainer.chapters.lessons.questions import own_sentence, question_of, run_of
from explainer.chapters.lessons.tables import by_hand
from explainer.documents import document
from explainer.frame.view import View
from explainer.lessons.paper import PaperQuestion, fit_questions
from explainer.lessons.parts import (
    Lesson,
    Number,
    Posed,
    ShareQuestion,
    Step,
    WordChoice,
    format_solution,
)
from explainer.lessons.sheet import Table, Task, blank_cells
from explainer.text import Text
from explainer.text.numbers import decimal


def worksheet(view: View, lesson: Lesson, with_answers: bool) -> str:
    """Render the file. Raises Busy, and InputError for a sentence the model cannot take."""
    text = view.text
    run = run_of(view, own_sentence(view, lesson))
    asked = [(step, question_of(run, step)) for step in lesson.steps]
    posed = [_posed(text, step, question) for step, question in asked if question is not None]
    tables = by_hand(run, lesson.id)
    questions = fit_questions(
        posed,
        tables,
        run.translation.text,
        lambda number: text("lessonsheet.answer_of", number=number),
    )
    return document(
        "worksheet.html",
        lang=view.lang,
        title=text(lesson.key("name")),
        goal=text(lesson.key("goal")),
        run=(
            (text("lessonsheet.sentence"), run.translation.source.text),
            (text("lessonsheet.translation"), run.translation.text),
            (text("lessonsheet.model"), view.translator_name),
        ),
        by_hand=tables,
        questions=questions,
        with_answers=with_answers,
        words={
            **text.each("lessonsheet.*", "sheet", "answers", "name", "date", "by_hand"),
            **text.each("lessonsheet.*", "questions", "solution"),
            "source": text("lessonsheet.source", model=view.translator_name),
        },
    )


def _posed(text: Text, step: Step, asked: Posed) -> PaperQuestion:
    return PaperQuestion(
        asked.question,
        lambda holes: text(step.key("ask"), **holes),
        asked.holes,
        lambda ask: _question(text, step, asked, ask),
    )


def _question(text: Text, step: Step, asked: Posed, ask: str) -> Task:
    """Convert a step to a task on paper: question, options, explanation."""
    known, told = asked.question, text(step.key("tell"), **asked.holes)
    if isinstance(known, Number):
        return Task(text(step.key("title")), ask, value=format_solution(known), told=told)
    if isinstance(known, ShareQuestion):
        shares = blank_cells([decimal(share) for share in known.shares])
        table = Table(known.options, (shares,), grid=True)
        return Task(text(step.key("title")), ask, table, told=told)
    options = known.options
    if isinstance(known, WordChoice):
        options = tuple(text(option) for option in options)
    return Task(text(step.key("title")), ask, options=options, right=known.right, told=told)
