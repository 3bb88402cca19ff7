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
        "나는 다섯 시에 일어난다.": "I get up at five.",
        "우리 선생님은 매일 도서관에서 책을 읽는다.": (
            "Our teacher reads books in the library every day."
        ),
        "그는 매일 아침 공원에서 달린다.": "He runs in the park every morning.",
        "고양이가 소파 위에서 자고 있다.": "A cat is sleeping on the sofa.",
        "아이들이 공원에서 놀고 있다.": "The children are playing in the park.",
        "그녀는 나보다 키가 크다.": "She is taller than me.",
        "나는 내일 친구와 도서관에 갈 것이다.": (
            "I'm going to the library with my friend tomorrow."
        ),
        "두 남자가 길에서 춤을 추고 있다.": "Two men are dancing on a street.",
        "한 소년이 공원에서 기타를 치고 있다.": "A boy is playing a guitar in the park.",
        "일곱 시에 깨워 줘.": "wake me up at seven.",
        "나는 어제 친구와 영화를 봤다.": "I watched a movie with my friend yesterday.",
        "이 방에는 의자가 네 개 있어요.": "There are four chairs in this room.",
        "우리는 지난주에 새 차를 샀다.": "We bought a new car last week.",
        "이 책은 누가 썼습니까?": "Who wrote this book?",
        "문을 열어 주시겠어요?": "Could you open the door?",
        "나는 네가 왜 화났는지 모르겠다.": "I don't know why you're angry.",
        "아버지는 아침마다 신문을 읽으신다.": "My father reads the newspaper every morning.",
        "부모님은 내가 의사가 되기를 바라신다.": "My parents hope I become a doctor.",
        "할머니는 부엌에서 빵을 구워 우리에게 주셨다.": (
            "Grandmother baked bread from the kitchen and gave it to us."
        ),
        "그녀는 편지를 읽고 눈물을 흘렸다.": ("She read a letter and shed tears."),
        "나는 너를 사랑해.": "I love you.",
    },
    "en-de": {
        "I read a book in the library yesterday.": (
            "Ich habe gestern ein Buch in der Bibliothek gelesen."
        ),
        "I saw a movie yesterday.": "Ich habe gestern einen Film gesehen.",
        "My sister wants to learn German.": "Meine Schwester will Deutsch lernen.",
        "I will go to the library tomorrow.": "Ich gehe morgen zur Bibliothek.",
        "We bought a new car last week.": "Wir haben uns letzte Woche ein neues Auto gekauft.",
        "My dog is older than your cat.": "Mein Hund ist älter als deine Katze.",
        "A man and a woman are dancing.": "Ein Mann und eine Frau tanzen.",
        "They are eating dinner in the kitchen.": "Sie essen in der Küche zu Abend.",
        "The old man is sitting on a bench.": "Der alte Mann sitzt auf einer Bank.",
        "I drink coffee every morning.": "Ich trinke jeden Morgen Kaffee.",
        "She is looking for her keys.": "Sie sucht ihre Schlüssel.",
        "My father works in a hospital.": "Mein Vater arbeitet in einem Krankenhaus.",
        "She does not like cats.": "Sie mag keine Katzen.",
        "He speaks three languages.": "Er spricht drei Sprachen.",
        "I am tired, but I must study.": "Ich bin müde, aber ich muss lernen.",
        "She reads a book every evening.": "Sie liest jeden Abend ein Buch.",
        "I met my friend at the station yesterday.": (
            "Ich habe gestern meinen Freund am Bahnhof getroffen."
        ),
        "We have a test this afternoon.": "Wir haben heute Nachmittag einen Test.",
        "She gave her friend a small present.": "Sie gab ihrem Freund ein kleines Geschenk.",
        "There are five people in the room.": "Im Zimmer sind fünf Leute.",
    },
    "en-ko": {
        "She reads a book every evening.": "그녀는 매일 저녁 책을 읽는다.",
        "I drink coffee every morning.": "아침마다 커피를 마셔요.",
        "I read a book in the library yesterday.": "어제 도서관에서 책을 읽었어요.",
        "I saw a movie yesterday.": "어제 영화를 봤어요.",
        "My sister wants to learn German.": "언니는 독일어를 배우고 싶어 한다.",
        "I will go to the library tomorrow.": "내일 도서관에 갈 거예요.",
        "We bought a new car last week.": "지난주에 새 차를 샀어요.",
        "My dog is older than your cat.": "내 개는 네 고양이보다 나이가 많아.",
        "I met my friend at the station yesterday.": "어제 역에서 친구를 만났어요.",
        "We have a test this afternoon.": "오늘 오후에 시험이 있어요.",
        "A man and a woman are dancing.": "남자와 여자가 춤을 추고 있다.",
        "They are eating dinner in the kitchen.": "그들은 부엌에서 저녁을 먹고 있다.",
        "The old man is sitting on a bench.": "그 노인은 벤치에 앉아 있다.",
        "She is looking for her keys.": "그녀는 열쇠를 찾고 있다.",
        "She gave her friend a small present.": "그녀는 친구에게 작은 선물을 주었다.",
        "My father works in a hospital.": "아버지는 병원에서 일해요.",
        "She does not like cats.": "그녀는 고양이를 좋아하지 않는다.",
        "He speaks three languages.": "그는 세 나라 말을 해요.",
        "I am tired, but I must study.": "나는 피곤하지만 공부해야 해.",
        "There are five people in the room.": "방에 다섯 사람이 있다.",
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


@pytest.mark.slow
@pytest.mark.parametrize(("model", "text"), CASES)
def test_easy_sentences_come_out_right(model: str, text: str) -> None:
    found = translator(model).translate(text, DecodeOptions(), trace=False)
    assert found.text == RIGHT[model][text]


@pytest.mark.parametrize("language", ["ko", "en"])
def test_there_are_twenty_samples_good_and_bad(language: str) -> None:
    found = samples(language)
    assert len({sample.text for sample in found}) == len(found) >= 20
    assert 5 <= sum(sample.hard for sample in found) <= 12
