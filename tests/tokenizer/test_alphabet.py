"""Every character of a keyboard is a token; addresses pass; what cleaning changed is told."""

import random

import pytest

from explainer.installed import models_folder
from explainer.tokenizer import UNK, Tokenizer, alphabet, normalise, unmask_addresses
from explainer.tokenizer.changes import Part, code_points, parts
from explainer.tokenizer.tokenizer import train_tokenizer
from tests.toy_language import toy_pairs

TEXTS = [side for pair in toy_pairs() for side in pair]


@pytest.fixture(scope="module")
def small() -> Tokenizer:
    return train_tokenizer(TEXTS, vocab_size=75, threads=1)


def test_missing_characters_take_the_places_of_the_least_used_tokens(small: Tokenizer) -> None:
    several = [i for i in range(4, 75) if len(small.token(i).strip("▁")) > 1]
    has = next(small.token(i) for i in range(4, 75) if len(small.token(i)) == 1)
    uses = dict.fromkeys(several, 9) | {several[3]: 1, several[5]: 2}
    more = alphabet.with_characters(small, f"Q{has}%Q", uses)
    assert more.vocab_size == small.vocab_size
    assert alphabet.new_ids(small, more) == sorted(several[i] for i in (3, 5))
    assert {more.token(i) for i in alphabet.new_ids(small, more)} == {"Q", "%"}
    assert UNK in small.encode("Q%").ids and UNK not in more.encode("Q%").ids


def test_numbers_go_before_words() -> None:
    numbers = train_tokenizer(["a 10 10 10 bc bc", "a 10 bc 10"] * 50, vocab_size=12, threads=1)
    ids = {numbers.token(i): i for i in range(12)}
    assert "▁10" in ids and "▁bc" in ids
    more = alphabet.with_characters(numbers, "Q", {ids["▁10"]: 1000})
    assert more.token(ids["▁10"]) == "Q"


def test_more_characters_than_places(small: Tokenizer) -> None:
    with pytest.raises(ValueError, match="tokens to give up"):
        alphabet.with_characters(small, map(chr, range(0x4E00, 0x4F00)), {})


def test_a_character_of_the_texts_is_wanted_when_it_comes_twice() -> None:
    wanted = alphabet.wanted_characters(["밝다 밝게 쉰", "x"])
    assert "밝" in wanted and "쉰" not in wanted and " " not in wanted
    assert set(alphabet.ALPHABET) <= set(wanted)


def test_relatives_hold_the_character(small: Tokenizer) -> None:
    tokens = [small.token(i) for i in range(75)]
    assert alphabet.relatives(tokens, "Q") == [i for i in range(4, 75) if len(tokens[i]) == 1]
    assert alphabet.relatives(tokens, "e") == [i for i in range(4, 75) if "e" in tokens[i]] != []


@pytest.mark.parametrize("name", ["en-de", "en-ko"])
def test_shipped_vocabularies_have_every_character_of_a_keyboard(name: str) -> None:
    tokenizer = Tokenizer.load(models_folder() / name / "tokenizer.model")
    tokens = {tokenizer.token(i) for i in range(tokenizer.vocab_size)}
    assert set(alphabet.ALPHABET) <= tokens
    assert not any(
        len(token.strip("▁")) > 1 and alphabet.NUMBER.fullmatch(token) for token in tokens
    )


def test_names_become_their_addresses_again() -> None:
    for source, output, whole in (
        ("Visit https://example.org/b?c=1.", "Besuche Tom.", "Besuche https://example.org/b?c=1."),
        ("제 메일은 a.b@c.kr이에요.", "My mail is Tom.", "My mail is a.b@c.kr."),
        ("Write to a@c.kr today.", "오늘 톰에게 쓰세요.", "오늘 a@c.kr에게 쓰세요."),
        ("Write to a@c.kr today.", "오늘 Tom에게 쓰세요.", "오늘 a@c.kr에게 쓰세요."),
        (
            "Tom reads www.example.org/\\1 now.",
            "Tom liest Maria.",
            "Tom liest www.example.org/\\1.",
        ),
        (
            "www.example.org and www.example.com",
            "Mary und Tom",
            "www.example.com und www.example.org",
        ),
        ("Visit https://example.org today.", "Besuche heute.", "Besuche heute."),
        ("+82-10-1234-5678", "Tom.", "+82-10-1234-5678."),
        ("Tom is here.", "Tom ist hier. Tomate.", "Tom ist hier. Tomate."),
    ):
        assert unmask_addresses(output, source) == whole


def test_what_has_no_name_left_stays() -> None:
    clean, changes = normalise("Tom met Mary at www.example.org.")
    assert clean == "Tom met Mary at www.example.org." and changes == ()
    assert normalise("a@b.co c@d.co e@f.co")[0] == "Tom Mary e@f.co"


# Letters, jamo, full width, ligature, accent apart, half-width kana with its mark, marks, spaces.
ALPHABET = "가aB1 ’…?<>\u1112\u1161\u11ab２ﬁe\u0301\uff76\uff9e\u200b\u200e\u3000\t\u00b4㎏"


def test_each_change_is_named_where_it_happened() -> None:
    for text, expected in (
        ("", ()),
        ("가 a", (Part("가", "가"), Part(" ", " "), Part("a", "a"))),
        ("２", (Part("２", "2", "nfkc"),)),
        ("ﬁ", (Part("ﬁ", "fi", "nfkc"),)),
        ("\u1112\u1161\u11ab", (Part("\u1112\u1161\u11ab", "한", "nfd"),)),
        ("e\u0301", (Part("e\u0301", "é", "nfd"),)),
        ("a\u200bb", (Part("a", "a"), Part("\u200b", "", "control"), Part("b", "b"))),
        ("a\u200eb", (Part("a", "a"), Part("\u200e", "", "direction"), Part("b", "b"))),
        (" a", (Part(" ", "", "spaces"), Part("a", "a"))),
        (
            "a \u3000b ",
            (
                Part("a", "a"),
                Part(" \u3000", " ", "spaces"),
                Part("b", "b"),
                Part(" ", "", "spaces"),
            ),
        ),
        ("n’t", (Part("n", "n"), Part("’", "'", "marks"), Part("t", "t"))),
        ("OH NO!!", (Part("OH NO!!", "Oh no!", "marks"),)),
        ("a\u3000b", (Part("a", "a"), Part("\u3000", " ", "spaces"), Part("b", "b"))),
    ):
        assert parts(text) == expected


def test_every_dash_is_a_hyphen() -> None:
    dashes = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212"
    assert normalise(f"a{'b'.join(dashes)}c")[0] == f"a{'b'.join('-' * len(dashes))}c"


def test_parts_join_to_both_sentences() -> None:
    rng = random.Random(7)
    single = 0
    for _ in range(2000):
        text = "".join(rng.choices(ALPHABET, k=rng.randint(1, 9)))
        found = parts(text)
        assert "".join(part.before for part in found) == text
        assert "".join(part.after for part in found) == normalise(text)[0]
        single += len(found) == 1 and len(text) > 3
    assert single < 400  # the whole sentence as one part is the exception


def test_code_points_are_named_as_unicode_does() -> None:
    assert code_points("e\u0301🍕") == "U+0065 U+0301 U+1F355"
    assert code_points("") == ""
