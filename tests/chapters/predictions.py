"""What the tests of the chapters' own questions share: a chapter's example, and its answer."""

from explainer import installed
from explainer.chapters.lessons.questions import question_of
from explainer.data.samples import default_sentence
from explainer.frame.params import DEFAULTS
from explainer.frame.questions import explanation
from explainer.frame.view import View
from explainer.lessons import find_lesson
from explainer.lessons.parts import Choice, Number, Posed, Question
from explainer.runs import resources
from explainer.text import LANGUAGES, Text

MODELS = ("ko-en", "en-ko", "en-de")


def view_of(chapter: str, model: str, sentence: str = "", lang: str = "en") -> View:
    """As the page opens with the model."""
    source, target = model.split("-")
    sentence = sentence or default_sentence(source, chapter, target)
    found = resources.translate(resources.Request(model, sentence, DEFAULTS.options()))
    return View(Text(lang), lang, False, model, installed.usable()[model].card, found)


def answered(chapter: str, view: View) -> Posed:
    """The question; what is asked and told has no hole left in either language."""
    (step,) = find_lesson(chapter).steps
    found = question_of(view, step)
    assert found is not None
    for lang in LANGUAGES:
        told = explanation(Text(lang), step, found), Text(lang)(step.key("ask"), **found.holes)
        assert "{" not in "".join(told)
    return found


def right(question: Question) -> float | str:
    """The number, or the short name of the option."""
    if isinstance(question, Number):
        return question.right
    assert isinstance(question, Choice)
    return question.options[question.right].removeprefix("predict_").rpartition("_")[2]
