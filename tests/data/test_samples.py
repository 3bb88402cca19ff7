"""The examples that are not marked hard are translated right by the shipped models."""

from functools import cache

import pytest

from explainer.data.samples import default_sentence, samples
from explainer.decoding import DecodeOptions
from explainer.engine import Translator
from explainer.installed import models_folder

# Judged by a person, and written down here word for word.
RIGHT = {
    "ko-en": {
        "우리 선생님은 매일 도서관에서 책을 읽는다.":
            "My teacher reads a book in the library every day.",
        "그는 매일 아침 공원에서 달린다.": "He runs in the park every morning.",
        "고양이가 소파 위에서 자고 있다.": "A cat is sleeping on a couch.",
        "아이들이 공원에서 놀고 있다.": "The children are playing in the park.",
        "그녀는 나보다 키가 크다.": "She is taller than me.",
        "나는 내일 친구와 도서관에 갈 것이다.": "I'll go to the library with my friend tomorrow.",
        "한 남자가 공원에서 기타를 치고 있다.": "A man is playing guitar in a park.",
        "일곱 시에 깨워 줘.": "wake me up at seven.",
        "우리는 지난주에 새 차를 샀다.": "We bought a new car last week.",
        "이 책은 누가 썼습니까?": "Who wrote this book?",
        "문을 열어 주시겠어요?": "Could you open the door?",
        "나는 네가 왜 화났는지 모르겠다.": "I don't know why you're angry.",
    },
    "en-de": {
        "I watched a movie with my friend yesterday.":
            "Ich habe gestern mit meinem Freund einen Film gesehen.",
        "He runs in the park every morning.": "Er läuft jeden Morgen im Park.",
        "The cat is sleeping on my new coat.": "Die Katze schläft auf meinem neuen Mantel.",
        "Will it rain again tomorrow?": "Wird es morgen wieder regnen?",
        "Her son plays the piano very well.": "Ihr Sohn spielt sehr gut Klavier.",
        "The boy next door is playing the guitar.": "Der Junge nebenan spielt Gitarre.",
        "Wake me up at seven.": "Wecke mich um sieben auf.",
        "Our teacher told us a funny story.":
            "Unser Lehrer hat uns eine lustige Geschichte erzählt.",
        "Do you know where our teacher lives?": "Weißt du, wo unser Lehrer wohnt?",
        "It was raining when we left the house.": "Es regnete, als wir das Haus verließen.",
        "My sister wants to learn German.": "Meine Schwester will Deutsch lernen.",
        "This question is too difficult for my class.":
            "Diese Frage ist zu schwierig für meine Klasse.",
        "He is older than he looks.": "Er ist älter, als er aussieht.",
    },
}
CASES = [(model, text) for model, right in RIGHT.items() for text in right]


@cache
def translator(model: str) -> Translator:
    return Translator.load(models_folder() / model)


@pytest.mark.parametrize("model", RIGHT)
def test_every_easy_sentence_is_judged(model: str) -> None:
    language = model.partition("-")[0]
    assert {s.text for s in samples(language) if not s.hard} == set(RIGHT[model])
    assert default_sentence(language) in RIGHT[model]


@pytest.mark.parametrize(("model", "text"), CASES)
def test_easy_sentences_come_out_right(model: str, text: str) -> None:
    found = translator(model).translate(text, DecodeOptions(), trace=False)
    assert found.text == RIGHT[model][text]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_there_are_twenty_samples_good_and_bad(language: str) -> None:
    found = samples(language)
    assert len({sample.text for sample in found}) == len(found) >= 20
    assert 5 <= sum(sample.hard for sample in found) <= 12
