"""What cleaning changed, character by character, joins to what cleaning gives."""

from __future__ import annotations

import random

import pytest

from explainer.tokenizer.changes import Part, code_points, parts
from explainer.tokenizer.normalise import normalise

# Letters, jamo, full width, ligature, accent apart, half-width kana with its mark, marks, spaces.
ALPHABET = "가aB1 ’…?<>\u1112\u1161\u11ab２ﬁe\u0301\uff76\uff9e\u200b\u200e\u3000\t\u00b4㎏"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
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
    ],
)
def test_each_change_is_named_where_it_happened(text: str, expected: tuple[Part, ...]) -> None:
    assert parts(text) == expected


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


def test_what_is_unchanged_has_no_reason() -> None:
    for text in ("나는 어제 친구와 영화를 봤다.", "I watched a movie."):
        assert all(part.before == part.after and not part.why for part in parts(text))


def test_code_points_are_named_as_unicode_does() -> None:
    assert code_points("e\u0301🍕") == "U+0065 U+0301 U+1F355"
    assert code_points("") == ""
