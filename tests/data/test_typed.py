"""What people type, and what must hold: read with clear errors, judged strictly and fairly."""

from collections import Counter
from pathlib import Path

import pytest

from explainer.data import typed
from explainer.data.corpus import CorpusError
from explainer.data.everyday import everyday
from explainer.data.phrasebook import phrasebook
from explainer.data.samples import samples
from explainer.training.synthetic import bare

MODELS = ("ko-en", "en-ko", "en-de")

# The inputs by which the kinds were found.
FOUND = {
    "en-de": [
        *("He said “Hello.”", "Don’t open the door.", "I live in Austria."),
        *("Apples are healthy.", "The quality is good.", "€20", "£20", "@20", "(quickly)"),
        *("I love you ❤️", "HELLO, HOW ARE YOU?", "2,200,112", "<b>bold</b> text"),
        "https://example.com",
    ],
    "en-ko": ["THE CAT IS BLACK.", "$20"],
    "ko-en": [
        "오늘 날씨가 좋네요",
        "밥 먹었어",
        "3만 5천원",
        "010-1234-5678",
        "2026년 11월 28일",
        "김철수는 서울대학교에 다닌다.",
    ],
}


def missed(held: str, output: str, text: str = "Typed.", **clean: str) -> list[str]:
    """The conditions that do not hold; `clean` as `A="what the model says for A"`."""
    row = typed.Typed("en-de", "signs", text, tuple(map(typed.condition, held.split(" && "))))
    return [str(one) for one in typed.failures(row, output, clean)]


def test_every_kind_for_every_model() -> None:
    found = Counter((row.model, row.kind) for row in typed.typed())
    assert set(found) == {(model, kind) for model in MODELS for kind in typed.KINDS}
    assert found.total() >= 240 and min(found.values()) >= 10
    assert sum(len(typed.typed_for(model)) for model in MODELS) == len(typed.typed())
    assert not typed.typed_for("ko-de")


def test_the_inputs_that_showed_the_kinds_are_among_them() -> None:
    for model, wanted in FOUND.items():
        assert set(wanted) <= {row.text for row in typed.typed_for(model)}


def test_something_must_stand_in_every_output() -> None:
    """What is never there is in no empty talk either."""
    for row in typed.typed():
        assert {"equal", "contains"} & {one.rule for one in row.conditions}, row.text


def test_none_is_a_sample_or_learned() -> None:
    mine = {bare(row.text) for row in typed.typed()}
    assert not mine & {bare(side) for row in everyday() for side in row}
    assert not mine & {bare(one.text) for language in ("ko", "en") for one in samples(language)}
    assert not mine & {bare(side) for pair in phrasebook() for side in pair}


def test_what_is_wrong_is_named_with_file_and_line(tmp_path: Path) -> None:
    for second, wrong in (
        ("en-de\tsigns\tHi.", "3 columns instead of 4"),
        ("en-de\tsmells\tHi.\tends: .", "no kind 'smells'"),
        ("\tsigns\tHi.\tends: .", "no model or no input"),
        ("en-de\tsigns\t \tends: .", "no model or no input"),
        ("en-de\tsigns\tHi!\tends: .", "'Hi!' stands twice for en-de"),
        ("en-de\tsigns\tHi.\tbegins: H", "'begins: H' is no condition"),
        ("en-de\tsigns\tHi.\tHallo", "'Hallo' is no condition"),
        ("en-de\tsigns\tHi.\tcontains: a||b", "an empty value"),
        ("en-de\tsigns\tHi.\tends: .|!!", "an end is one character"),
        ("en-de\tsigns\tHi.\tmost: few", "not a number of characters"),
    ):
        file = tmp_path / "bad.tsv"
        file.write_text(f"en-de\tnames\tHi!\tcontains: Hallo\n{second}\n", encoding="utf-8")
        with pytest.raises(CorpusError) as error:
            typed.read_typed(file)
        assert str(error.value).startswith(f"{file}, line 2: ") and wrong in str(error.value)


def test_equal_is_what_the_model_says_for_the_clean_form() -> None:
    assert not missed("equal: A", "Es regnet.", A="Es regnet!")
    assert not missed("equal: A", "es regnet", A="Es regnet.")
    assert not missed("equal: A|B", "Er kommt.", A="Es regnet.", B="Er kommt.")
    assert missed("equal: A", "Es regnet nicht.", A="Es regnet.") == ["equal: A"]
    assert missed("equal: A", "Der hund.", A="Der Hund.")  # only the first letter may differ
    assert missed("equal: A", "Es sind 3,5.", A="Es sind 35.")


def test_equal_lets_unknown_signs_be_left_out_or_carried_over() -> None:
    for carried in ("❤️", ":)", "^^", "ㅋㅋㅠ", "寿司", "สวัสดี", "#"):
        assert not missed("equal: A", f"Ich liebe dich {carried}", A="Ich liebe dich.")
    assert missed("equal: A", "Ich liebe dich sieben.", A="Ich liebe dich.")
    assert missed("equal: A", "❤️", A="❤️"), "nothing is said"


def test_capitals_may_stay_capitals() -> None:
    clean = {"A": "Wie geht es dir?"}
    assert not missed("equal: A", "WIE GEHT ES DIR?", "HOW ARE YOU?", **clean)
    assert missed("equal: A", "WIE GEHT ES DIR?", "How are you?", **clean)


def test_contained() -> None:
    for values, output in (
        ("nicht", "Mach die Tür nicht auf."),
        ("kein*", "Ich mag keinen Fisch."),
        ("Min-su|Minsoo", "Minsu is here."),
        ("minsu", "Min-Su is here."),
        ("don't", "I don’t know."),
        ("2.200.112|2200112", "Es sind 2.200.112."),
        ("20", "가격은 20달러예요."),
        ("-8|minus 8", "Es sind -8 Grad."),
        ("못|수 없", "톰은 수영할 수 없어."),
        ("010-1234-5678", "It is 010-1234-5678."),
        ("km", "12km"),
        ("Österreich", "in O\u0308sterreich"),
    ):
        assert not missed(f"contains: {values}", output)
        assert missed(f"never: {values}", output) == [f"never: {values}"]


def test_not_contained() -> None:
    for values, output in (
        ("nicht", "Mach die Tür auf."),
        ("not", "Nothing, as they notice."),
        ("kein", "Ich mag keinen Fisch."),
        ("won", "a wonderful day"),
        ("20", "2026, 120 or 20.5 or 20,000"),
        ("5", "3,5"),
        ("2,200,112", "2,200,1127"),
        ("-8", "Es sind 8 Grad."),
        ("Dollar", "20 Euro"),
    ):
        assert missed(f"contains: {values}", output) == [f"contains: {values}"]
        assert not missed(f"never: {values}", output)


def test_ends_and_length() -> None:
    assert not missed("ends: ?|!", "Wo ist er?")
    assert missed("ends: ?|!", "Wo ist er.") == ["ends: ?|!"]
    assert not missed("most: 9", "T-S-S-S-S")
    assert missed("most: 9", "T-S-S-S-S-") == ["most: 9"]


def test_all_must_hold_and_of_no_output_none_does() -> None:
    held = "contains: Tom && never: sieben && most: 20"
    assert not missed(held, "Tom ist da.")
    assert missed(held, "Sieben sind da.") == ["contains: Tom", "never: sieben"]
    assert missed(held, " ") == held.split(" && ")


def test_a_model_is_asked_for_inputs_and_clean_forms_once_and_judged_by_kind() -> None:
    rows = (
        typed.Typed("en-de", "signs", "Hi…", (typed.condition("equal: Hi."),)),
        typed.Typed("en-de", "signs", "Bye…", (typed.condition("equal: Bye."),)),
        typed.Typed("en-de", "names", "Hi.", (typed.condition("contains: Tom"),)),
    )
    said = {"Hi…": "Hallo", "Hi.": "Hallo.", "Bye…": "Hallo", "Bye.": "Tschüss."}
    asked: list[str] = []

    def translate(texts: list[str]) -> list[str]:
        asked.extend(texts)
        return [said[text] for text in texts]

    judged = typed.outcomes(rows, translate)
    assert sorted(asked) == sorted(said)
    assert [bool(one.failed) for one in judged] == [False, True, True]
    assert [one.output for one in judged] == ["Hallo", "Hallo", "Hallo."]
    assert typed.counts(judged) == {"signs": (1, 2), "names": (0, 1)}
