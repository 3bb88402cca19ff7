"""Pairs of one's own: the example fits its unit, bad pairs get a message and stay."""

from explainer.chapters.toy import pairs
from explainer.data.toy import number_word
from explainer.runs.toy import own_pairs
from explainer.text import LANGUAGES, Text
from tests.apptest import Open
from tests.chapters.chapter import Chapter

CHAPTER = Chapter("toy")


def test_the_example_fits_the_unit_and_own_pairs_stay(page: Open) -> None:
    at = page("train", "en", toy_task="own")
    at.button_group(key="toy_unit").set_value("words").run()
    assert (
        at.text_area(key="toy_pairs").value == pairs.example_pairs("en", "words") and not at.error
    )
    at.text_area(key="toy_pairs").set_value("a b => b a\nb a => a b").run()
    at.button_group(key="toy_unit").set_value("characters").run()
    assert at.text_area(key="toy_pairs").value == "a b => b a\nb a => a b"


def test_the_example_pairs_can_be_learned_from() -> None:
    for lang in LANGUAGES:
        for unit in ("characters", "words"):
            own = own_pairs(pairs.example_pairs(lang, unit), words=unit == "words")
            assert own.repeated == 0 and len(own.pairs) + len(own.held_out) == 99
            assert own.held_out
    assert [number_word(n, "ko") for n in (1, 10, 21, 99)] == ["일", "십", "이십일", "구십구"]
    english = [number_word(n, "en") for n in (13, 20, 47)]
    assert english == ["thirteen", "twenty", "forty seven"]


BAD: dict[str, tuple[str, dict[str, int]]] = {
    "empty": ("", {}),
    "many": ("\n".join(f"{n} => {n}" for n in range(201)), {"found": 201, "limit": 200}),
    "arrow": ("a => b\nab", {"line": 2}),
    "side": ("=> b", {"line": 1}),
    "long": (f"{'a' * 25} => b", {"line": 1, "found": 25, "limit": 24}),
    "few": ("a => b", {"found": 1, "limit": 4}),
    "held": ("ab => 12\ncd => 34\nef => 56\ngh => 78", {}),
}


def test_bad_pairs_get_a_message_and_stay(page: Open) -> None:
    at, written = page("train", "ko", toy_task="own"), ""
    for key, (written, holes) in BAD.items():
        at = at.text_area(key=pairs.FIELD).set_value(written).run()
        assert [each.value for each in at.error] == [Text("ko")(f"toy.bad_{key}", **holes)]
        assert at.text_area(key=pairs.FIELD).value == written
        assert at.button(key="toy_start").disabled
    at = at.button_group(key="toy_view").set_value("compare").run()
    at = at.button_group(key="toy_view").set_value("train").run()
    assert at.text_area(key=pairs.FIELD).value == written
