"""Tokens know where they stand, round trips, n-best, special tokens, normalisation."""

import math
import unicodedata

import pytest

from explainer.installed import models_folder
from explainer.tokenizer import EOS, UNK, Tokenizer, normalise
from explainer.tokenizer.tokenizer import train_tokenizer
from tests.toy_language import toy_pairs

PAIRS = toy_pairs()
KO, EN = [ko for ko, _ in PAIRS[:12]], [en for _, en in PAIRS[:12]]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer((side for pair in PAIRS for side in pair), vocab_size=75, threads=1)


@pytest.mark.parametrize("text", [*KO, *EN, "친구 friend 오늘", "a  b", "ａｂｃ 가"])
def test_spans_cover_the_normalised_text(tokenizer: Tokenizer, text: str) -> None:
    cut = tokenizer.encode(text)
    assert cut.text == normalise(text)[0]
    assert cut.spans[0][0] == 0 and cut.spans[-1] == (len(cut.text), len(cut.text))
    for (_, end), (start, _) in zip(cut.spans, cut.spans[1:], strict=False):
        assert end == start
    for token, (start, end) in zip(cut.tokens[:-1], cut.spans[:-1], strict=True):
        assert token.replace("▁", "") == cut.text[start:end].strip()


@pytest.mark.parametrize("text", [*KO, *EN])
def test_round_trip(tokenizer: Tokenizer, text: str) -> None:
    cut = tokenizer.encode(text)
    assert cut.ids[-1] == EOS and UNK not in cut.ids
    assert tokenizer.decode(cut.ids) == text
    assert tokenizer.encode_ids([text]) == [list(cut.ids)]


def test_words_group_tokens(tokenizer: Tokenizer) -> None:
    for text in [*KO, *EN]:
        cut = tokenizer.encode(text)
        for index, word in enumerate(cut.text.split()):
            joined = "".join(p for p, w in zip(cut.tokens, cut.words, strict=True) if w == index)
            assert joined.replace("▁", "") == word
        assert cut.words[-1] == -1
        assert tokenizer.words(cut.ids) == cut.words


def test_a_lone_space_token_opens_the_next_word(tokenizer: Tokenizer) -> None:
    cut = tokenizer.encode("친구가 ☃ 잔다.")
    assert UNK in cut.ids
    assert cut.words[cut.tokens.index("☃")] == 1
    before = cut.tokens.index("☃") - 1
    assert cut.tokens[before] == "▁" and cut.words[before] == 1


def test_segmentations_are_scored_by_the_unigram_model() -> None:
    tokenizer = Tokenizer.load(models_folder() / "ko-en" / "tokenizer.model")
    text = "우리는 도서관에서 책을 읽었다."
    found = tokenizer.segmentations(text, 5)
    assert len({way.tokens for way in found}) == 5
    assert found[0].ids == tokenizer.encode(text).ids[:-1]
    for way in found:
        assert "".join(way.tokens).replace("▁", " ").strip() == text
        assert math.isclose(way.score, sum(tokenizer.score(i) for i in way.ids), abs_tol=1e-3)
    scores = [way.score for way in found]
    assert scores == sorted(scores, reverse=True)
    assert tokenizer.segmentations("", 3) == []


@pytest.mark.parametrize(
    ("text", "clean", "changes"),
    [
        ("그대로 둔다.", "그대로 둔다.", ()),
        ("  두  칸 ", "두 칸", ("spaces",)),
        (unicodedata.normalize("NFD", "한글 문장"), "한글 문장", ("nfd",)),
        ("한" + unicodedata.normalize("NFD", "글"), "한글", ("nfd",)),
        ("ＡＢＣ ①", "ABC 1", ("nfkc",)),
        ("a\u202eb\u200fc", "abc", ("direction",)),
        ("a\x00b\u200bc\x7f", "abc", ("control",)),
        ("줄\n바꿈\t탭", "줄 바꿈 탭", ()),
        ("\ud800홀로", "홀로", ("control",)),
        ("\u3000\u200e\x01", "", ("control", "direction", "spaces")),
        ("Don’t open the door.", "Don't open the door.", ("marks",)),
        ("He said “Hello.”", 'He said "Hello."', ("marks",)),
        ("「네」 — 그가 말했다…", '"네" - 그가 말했다...', ("marks",)),
        ("정말 ？", "정말?", ("nfkc", "marks")),
        ("뭐야?!! 안돼!!!", "뭐야? 안돼!", ("marks",)),
        ("응,그래.. 1,000원", "응, 그래... 1,000원", ("marks",)),
        ("좋아~~~ ᄏᄏᄏᄏ", "좋아~ ᄏᄏ", ("marks",)),
        ("I ❤️ it", "I ❤ it", ("control",)),
        ("<b>bold</b> text", "bold text", ("tags", "spaces")),
        ("He said **no**, *very* loud.", "He said no, very loud.", ("tags",)),
        ("5*3*2 = 2 * 15", "5*3*2 = 2 * 15", ()),
        ("Visit https://example.org/b?c=1.", "Visit Tom.", ("addresses",)),
        ("제 메일은 a.b@c.kr이에요.", "제 메일은 톰이에요.", ("addresses",)),
        ("제 번호는 010-1234-5678이에요.", "제 번호는 톰이에요.", ("addresses",)),
        ("1990-2000-2010, 2026-11-28", "1990-2000-2010, 2026-11-28", ()),
        ("Tom reads www.example.org", "Tom reads Mary", ("addresses",)),
        ("3 < 5 and 7 > 2", "3 < 5 and 7 > 2", ()),
        ("HELLO, HOW ARE YOU?", "Hello, how are you?", ("capitals",)),
        ("I THINK I KNOW", "I think I know", ("capitals",)),
        ("NASA", "NASA", ()),
        ("𐄇𐄈 𐄉𐄊", "𐄇𐄈 𐄉𐄊", ()),  # numbers that are no digits make words without a letter
        ("나는 KBS와 MBC를 본다", "나는 KBS와 MBC를 본다", ()),
    ],
)
def test_normalise(text: str, clean: str, changes: tuple[str, ...]) -> None:
    assert normalise(text) == (clean, changes)
    assert normalise(clean) == (clean, ())


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("I am SO happy.", "I am so happy."),
        ("please DON'T open TOM'S door", "please don't open Tom's door"),
        ("나는 BOOK을 샀다", "나는 book을 샀다"),
        ("NASA and TV, ZZZ, IT", "NASA and TV, ZZZ, IT"),
    ],
)
def test_a_loud_word_is_written_as_the_vocabulary_has_it(text: str, clean: str) -> None:
    words = {"so", "don", "Don", "Tom", "book", "it", "TV", "tv"}
    loud = ("capitals",) if clean != text else ()
    assert normalise(text, words.__contains__) == (clean, loud)
    assert normalise(clean, words.__contains__) == (clean, ())


@pytest.mark.parametrize("word", ["a", "0", "a.", "*a "])
def test_a_line_of_any_length_is_cleaned(word: str) -> None:
    """A file may hold one: patterns that read it again from each of its places would never end."""
    line = (word * 50_000).strip()
    assert normalise(line) == (line, ())


def test_bytes_that_are_no_model() -> None:
    with pytest.raises(ValueError, match="not a SentencePiece model"):
        Tokenizer(b"nothing")
