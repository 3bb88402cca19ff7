"""What a visitor may write into the field or the address, and what is answered."""

import shutil
import unicodedata
from pathlib import Path

import pytest

from explainer import __version__, installed
from explainer.frame.sentence_warnings import fitting_model, script_shares, wrong_language
from explainer.runs import gate
from explainer.text import LANGUAGES, Text
from tests.app.helpers import messages, page_links, type_sentence
from tests.apptest import Open, use_models
from tests.chapters.chapter import drawn

GOOD = "강아지가 마당에서 논다."
PAIRS = ("en-de", "en-ko", "ko-en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refused_sentence_is_explained_the_last_result_stays(open_app: Open, lang: str) -> None:
    app, text = type_sentence(open_app(lang=lang), GOOD), Text(lang)
    before, request = drawn(app, "sentence")["sentence"], app.session_state["last_request"]
    for sentence, told in (
        *((empty, text("input.empty")) for empty in ("", "   \u3000 ", "\u200b\u200e")),
        *((unknown, text("input.no_known_tokens")) for unknown in ("😀🎉", "ꙮ")),
        ("가" * 201, text("input.too_long_text", found=201, limit=200)),
    ):
        app = type_sentence(app, sentence)
        assert not app.exception and messages(app) == [told]
        assert drawn(app, "sentence")["sentence"] == before
        assert text("input.still_shown") in [said.value for said in app.caption]
        assert GOOD in [said.value for said in app.text], "whose drawing it is"
        assert app.session_state["last_request"] == request
        assert app.text_input(key="s").value == sentence, "what was written stays to be mended"
    app = type_sentence(app, "1 2 3 4 5 6 7 8 9 0 " * 9)
    assert any("64" in message for message in messages(app)), "tokens"
    app = type_sentence(app, "책 " * 99 + "책.")  # exactly 200 characters are not too many
    assert not any("200" in message for message in messages(app))


def test_a_link_with_a_refused_sentence_shows_the_example(open_app: Open) -> None:
    app = open_app(lang="en", s="😀")
    assert messages(app) == [Text("en")("input.no_known_tokens")]
    assert drawn(app, "sentence")["sentence"]
    app = open_app(lang="en", width="99", step="970")
    assert len(messages(app)) == 2
    assert messages(type_sentence(app, GOOD)) == [], "the notes go with the next sentence"


def test_another_language_is_translated_with_a_hint_and_an_offer(open_app: Open) -> None:
    app = type_sentence(open_app(lang="en"), "The train leaves at ten.")
    assert app.session_state["last_request"].sentence == "The train leaves at ten."
    assert any("learned to read Korean" in message for message in messages(app))
    assert not any("<unk>" in message for message in messages(app))
    app = type_sentence(app, "The ж щ ю э я train.")
    assert any("learned to read Korean" in m and "<unk>" in m for m in messages(app))
    app = type_sentence(app, "The train leaves at ten.")
    app = app.button(key="switch_model").click().run()
    assert app.session_state["last_request"].model == "en-toy"
    assert app.text_input(key="s").value == "The train leaves at ten."
    assert messages(app) == []


def test_without_another_model_nothing_is_offered(open_app, models_folder, tmp_path, monkeypatch):
    shutil.copytree(models_folder / "ko-toy", tmp_path / "ko-toy")
    use_models(tmp_path, monkeypatch)
    app = type_sentence(open_app(lang="en"), "The train leaves at ten.")
    assert any("learned to read Korean" in message for message in messages(app))
    assert "switch_model" not in {button.key for button in app.button}


TIDIED = {
    "control": "강아지가\x07 마당에서 논다.",
    "direction": "강아지가 \u202e마당에서 논다.",
    "nfd": unicodedata.normalize("NFD", GOOD),
    "nfkc": "강아지가 마당에서 ７시에 논다.",
    "spaces": "강아지가   마당에서  논다.",
}


def test_what_was_tidied_is_shown(open_app: Open) -> None:
    app, text = open_app(lang="en"), Text("en")
    for what, sentence in TIDIED.items():
        app = type_sentence(app, sentence)
        told = text("input.changed", changes=text(f"input.changed_{what}"))
        assert told in [caption.value for caption in app.caption]
        shown = app.text[0].value
        assert unicodedata.is_normalized("NFKC", shown) and shown.isprintable()


BROKEN = {
    **{"lang": "xx", "model": "nobody", "method": "magic", "width": "99", "alpha": "nan"},
    **{"seed": "9" * 5000, "min": "1e9", "temperature": "inf", "top_p": "0", "top_k": "½"},
    **{"step": "970", "layer": "0", "head": "third"},
}


def test_broken_values_are_ignored_with_a_note(open_app: Open) -> None:
    app = open_app(**{"utm_source": "mail", **BROKEN})
    assert not app.exception
    lang = app.session_state["lang"]
    named = sorted(name for said in messages(app) for name in names_in(Text(lang), said))
    assert named == sorted(BROKEN)
    request = app.session_state["last_request"]
    assert (request.options.method, request.options.width) == ("beam", 4)


def names_in(text: Text, said: str) -> list[str]:
    """Of what was ignored."""
    before, after = text("shell.ignored", names="\0").split("\0")
    assert said.startswith(before) and said.endswith(after)
    return said.removeprefix(before).removesuffix(after).split(", ")


def test_a_link_of_another_version_says_so_where_it_was_ignored(open_app: Open) -> None:
    text = Text("en")
    told = text("shell.other_version", theirs="0.9.0", ours=__version__)
    app = open_app(lang="en", v="0.9.0", width="99")
    assert messages(app) == [f"{text('shell.ignored', names='width')} {told}"]
    assert messages(open_app(lang="en", v="0.9.0", width="2")) == []
    for version in (__version__, "1", "1.0.٣", "9" * 5000):  # what is no other version
        app = open_app(lang="en", v=version, width="99")
        assert messages(app) == [text("shell.ignored", names="width")]
    assert page_links(app)["folds"]["note"] == text("shell.version", version=__version__)


def test_a_busy_server_asks_to_wait(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = type_sentence(open_app(lang="en"), GOOD)
    before = drawn(app, "sentence")["sentence"]
    new = "창문을 천천히 닫아 주세요."  # in no other test: nothing of it is in the cache
    with monkeypatch.context() as patch:
        patch.setattr(gate, "WAIT_SECONDS", 0.01)
        patch.setattr(gate.GATE, "permits", 0)
        app = type_sentence(app, new)
    assert messages(app) == [Text("en")("shell.busy")]
    assert drawn(app, "sentence")["sentence"] == before
    assert app.text_input(key="s").value == new, "what was written stays"
    app = app.button(key="again_shell").click().run()
    assert messages(app) == [] and "again_shell" not in {button.key for button in app.button}
    assert app.session_state["last_request"].sentence == new


def test_scripts_of_letters() -> None:
    assert script_shares("123 !?") == {}
    assert script_shares("가나ab")["ko"] == 0.5
    assert wrong_language("Hello", "ko") and not wrong_language("안녕 ok", "ko")
    assert not wrong_language("12:30", "ko"), "numbers are of no language"


def test_a_model_that_reads_the_script_fits_and_none_a_mixed_sentence(
    tmp_path: Path,
) -> None:
    """Installed in the order of the alphabet: what comes first is not what the reader can judge."""
    cards = {name: dict(zip(("source", "target"), name.split("-"), strict=True)) for name in PAIRS}
    entries = {name: installed.Entry(name, tmp_path, card) for name, card in cards.items()}
    assert fitting_model("The train leaves at ten.", "ko-en", entries) == "en-ko"
    assert fitting_model("안녕", "en-ko", entries) == "ko-en"
    assert fitting_model("Привет", "ko-en", entries) is None
    assert wrong_language("나는 Transformer를 공부했다.", "ko")
    assert fitting_model("나는 Transformer를 공부했다.", "ko-en", entries) is None
