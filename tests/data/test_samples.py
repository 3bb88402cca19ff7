"""The examples that are not marked hard are translated right by the shipped model."""

import pytest

from explainer.data.samples import default_sentence, samples
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.installed import models_folder

# Judged by a person, and written down here word for word.
RIGHT = {
    "나는 어제 친구와 영화를 봤다.": "I saw a movie with my friend yesterday.",
    "그는 매일 아침 공원에서 달린다.": "He runs in the park every morning.",
    "고양이가 소파 위에서 자고 있다.": "A cat is sleeping on a couch.",
    "아이들이 공원에서 놀고 있다.": "The children are playing in the park.",
    "그녀는 나보다 키가 크다.": "She is taller than me.",
    "나는 매일 아침 여섯 시에 일어난다.": "I get up at six every morning.",
    "한 남자가 기타를 치고 있다.": "A man is playing a guitar.",
    "일곱 시에 깨워 줘.": "Please wake me up at seven.",
}


@pytest.fixture(scope="module")
def translator() -> Translator:
    return Translator.load(models_folder() / "ko-en")


def test_every_easy_sentence_is_judged() -> None:
    assert {s.text for s in samples("ko") if not s.hard} == set(RIGHT)
    assert default_sentence("ko") in RIGHT


@pytest.mark.parametrize("text", sorted(RIGHT))
def test_easy_sentences_come_out_right(translator: Translator, text: str) -> None:
    assert translator.translate(text, DecodeOptions(), trace=False).text == RIGHT[text]
