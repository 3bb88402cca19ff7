"""What the tests of the chapters' predictions share: a chapter's example, and its answer."""

from __future__ import annotations

from explainer import installed
from explainer.data.samples import default_sentence
from explainer.engine import Translator
from explainer.frame.course import chapter_of
from explainer.frame.page import page_of
from explainer.frame.params import DEFAULTS
from explainer.frame.predict import Predict, Prediction, tell_key
from explainer.frame.view import View
from explainer.runs import resources
from explainer.text import LANGUAGES, Text
from tests.conftest import ROOT

MODELS = ("ko-en", "en-ko", "en-de")


def view_of(chapter: str, model: str, sentence: str = "", lang: str = "en") -> View:
    """As the page opens with the model."""
    source, target = model.split("-")
    sentence = sentence or default_sentence(source, chapter, target)
    found = resources.translate(resources.Request(model, sentence, DEFAULTS.options()))
    return View(Text(lang), lang, False, model, installed.usable()[model].card, found)


def predict_of(chapter: str) -> Predict:
    spec = chapter_of(chapter)
    assert spec is not None
    found = page_of(spec).predict
    assert found is not None
    return found


def answered(chapter: str, view: View) -> Prediction:
    """The answer; what is told of it has no hole left in either language."""
    spec, predict = chapter_of(chapter), predict_of(chapter)
    assert spec is not None and predict.question(view) is not None
    found = predict.answer(view)
    assert found.right in predict.options
    for lang in LANGUAGES:
        assert "{" not in Text(lang)(tell_key(spec, found.right), **found.told)
    return found


def engine(model: str) -> Translator:
    """A model of its own, beside the app's."""
    return Translator.load(ROOT / "pretrained" / model)
