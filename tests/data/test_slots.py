"""What of a pair may be exchanged, and that both sides always say the same."""

from random import Random

import pytest

from explainer.data import slots
from explainer.data.phrasebook import phrasebook

ALPHABET = 28  # forms of a Hangul syllable by its last consonant


def test_small_numbers() -> None:
    for number, native, sino, english in (
        (2, "두", "이", "two"),
        (20, "스무", "이십", "twenty"),
        (21, "스물한", "이십일", "twenty-one"),
        (99, "아흔아홉", "구십구", "ninety-nine"),
    ):
        assert slots.NATIVE[native] == slots.SINO[sino] == slots.ENGLISH[english] == number


def test_large_numbers() -> None:
    for word, number in (
        ("백", 100),
        ("삼천오백", 3500),
        ("만", 10_000),
        ("만 오천", 15_000),
        ("삼십칠만 오천", 375_000),
    ):
        assert slots.SINO[word] == number


def test_korean_numbers() -> None:
    for text, values in (
        ("어제 사과 세 개와 배 열두 개를 샀다.", [3, 12]),
        ("만 오천 원을 냈어요.", [15_000]),
        ("1985년 3월 5일에 태어났다.", [1985, 5]),
        ("네 생각에는 어때?", []),
        ("우리 집은 서울에 있다.", []),
    ):
        assert [number.value for number in slots.korean_numbers(text)] == values


def test_english_numbers() -> None:
    for text, values in (
        ("It costs 15,000 won for twenty-one people.", [15_000, 21]),
        ("The one on the left weighs 3.5 kilos at 10:30.", []),
        ("She has an eight-year-old son.", []),
    ):
        assert [number.value for number in slots.english_numbers(text) if number.value] == values


def test_what_stays_as_it_is() -> None:
    for pair in (
        ("사과 세 개를 샀다.", "I bought four apples."),  # not the same number
        ("두 개에 두 명이 왔다.", "Two people came for two."),  # which is which
        ("여덟 살짜리 아이다.", "He is an eight-year-old child."),  # "an" belongs to eight
        ("민수가 왔다.", "He came."),  # one side only
        ("책을 읽었다.", "I read a book."),
        ("한 시에 만나자.", "Let's meet at one."),
    ):
        assert all(slots.vary(pair, Random(seed)) == pair for seed in range(20))


@pytest.mark.parametrize("words", slots.WORDS, ids=lambda words: next(iter(words.names)))
def test_names_that_change_places_end_alike(words) -> None:
    """So that the particle behind them stays right: 민수가, but 지훈이."""
    endings = {(ord(name[-1]) - ord("가")) % ALPHABET for name in words.names}
    assert len(endings) == 1


def test_both_sides_change_alike() -> None:
    pair = (
        "민수는 월요일 세 시에 사과 두 개를 샀다.",
        "Min-su bought two apples at three on Monday.",
    )
    seen = {slots.vary(pair, Random(seed)) for seed in range(40)}
    assert len(seen) > 20
    for korean, english in seen:
        values = [
            sorted(n.value for n in numbers)
            for numbers in (slots.korean_numbers(korean), slots.english_numbers(english))
        ]
        assert values[0] == values[1] and len(values[0]) == 2
        names = [
            {words.names[name] for words in slots.WORDS for name in words.korean.findall(korean)},
            {name for words in slots.WORDS for name in words.english.findall(english)},
        ]
        assert names[0] == names[1] and len(names[0]) == 2


def test_small_numbers_become_large_ones_too() -> None:
    pair = ("사과 세 개를 샀다.", "I bought three apples.")
    drawn = [
        slots.korean_numbers(slots.vary(pair, Random(seed))[0])[0].value for seed in range(200)
    ]
    assert 20 < sum(value > 12 for value in drawn) < 100


def test_half_hours() -> None:
    pair = ("기차는 여덟 시 반에 떠난다.", "The train leaves at eight thirty.")
    seen = {slots.vary(pair, Random(seed)) for seed in range(40)}
    assert ("기차는 열한 시 반에 떠난다.", "The train leaves at eleven thirty.") in seen
    assert len(seen) == 11
    early = ("여덟 시 반에 깼다.", "I woke up at half past eight.")
    assert {slots.vary(early, Random(seed))[1][-4:] for seed in range(20)} > {"two.", "ten."}


def test_some_lose_the_full_stop_on_both_sides() -> None:
    pair = ("책을 읽었다.", "I read a book.")
    seen = [slots.unmark(pair, Random(seed)) for seed in range(300)]
    assert set(seen) == {pair, ("책을 읽었다", "I read a book")}
    assert 10 < 300 - seen.count(pair) < 60
    for other in (("책을 읽었니?", "Did you read a book?"), ("책을 읽었다", "I read a book.")):
        assert all(slots.unmark(other, Random(seed)) == other for seed in range(100))


def test_a_number_at_the_start_keeps_its_capital() -> None:
    pair = ("두 명이 왔다.", "Two people came.")
    assert all(slots.vary(pair, Random(seed))[1][0].isupper() for seed in range(20))


@pytest.mark.slow
def test_much_of_the_phrasebook_can_be_varied() -> None:
    pairs = phrasebook()[::32]
    changed = sum(slots.vary(pair, Random(index)) != pair for index, pair in enumerate(pairs))
    assert changed > len(pairs) / 20
