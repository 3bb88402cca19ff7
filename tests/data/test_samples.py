"""The examples that are not marked hard are translated right by the shipped models."""

import tomllib
from pathlib import Path

import pytest

from explainer.data.samples import default_sentence, samples
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.installed import models_folder

RIGHT = tomllib.loads(Path(__file__).with_name("right.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("model", RIGHT)
def test_every_easy_sentence_is_judged(model: str) -> None:
    language = model.partition("-")[0]
    assert {s.text for s in samples(language) if not s.hard} == set(RIGHT[model])
    assert default_sentence(language) in RIGHT[model]


@pytest.mark.slow
@pytest.mark.parametrize("model", RIGHT)
def test_easy_sentences_come_out_right(model: str) -> None:
    translator = Translator.load(models_folder() / model)
    for text, right in RIGHT[model].items():
        assert translator.translate(text, DecodeOptions(), trace=False).text == right


@pytest.mark.parametrize("language", ["ko", "en"])
def test_there_are_twenty_samples_good_and_bad(language: str) -> None:
    found = samples(language)
    assert len({sample.text for sample in found}) == len(found) >= 20
    assert 5 <= sum(sample.hard for sample in found) <= 12
