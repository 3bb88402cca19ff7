"""What a visitor may write into the field or the address, and what is answered."""

from __future__ import annotations

import shutil
import unicodedata
from pathlib import Path

import pytest

from explainer import __version__, installed
from explainer.frame.hints import fitting_model, script_shares, wrong_language
from explainer.runs import gate
from explainer.text import LANGUAGES, Text
from tests.app.helpers import messages, page_links, translation, type_sentence
from tests.apptest import Open, use_models

GOOD = "강아지가 마당에서 논다."
PAIRS = ("en-de", "en-ko", "ko-en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("sentence", "key", "values"),
    [
        ("", "input.empty", {}),
        ("   \u3000 ", "input.empty", {}),
        ("\u200b\u200e", "input.empty", {}),
        ("😀🎉", "input.no_known_pieces", {}),
        ("ꙮ", "input.no_known_pieces", {}),
        ("가" * 201, "input.too_long_text", {"found": 201, "limit": 200}),
    ],
)
def test_a_refused_sentence_is_explained_and_the_last_result_stays(
    open_app: Open, sentence: str, key: str, values: dict[str, int], lang: str
) -> None:
    app = type_sentence(open_app(lang=lang), GOOD)
    before, request = translation(app), app.session_state["last_request"]
    app = type_sentence(app, sentence)
    assert not app.exception
    assert messages(app) == [Text(lang)(key, **values)]
    assert translation(app) == before
    assert Text(lang)("input.still_shown") in [said.value for said in app.caption]
    assert GOOD in [said.value for said in app.text], "whose drawing it is"
    assert app.session_state["last_request"] == request
    assert app.text_input(key="s").value == sentence, "what was written stays to be mended"


def test_too_many_pieces(open_app: Open) -> None:
    app = type_sentence(open_app(lang="en"), "1 2 3 4 5 6 7 8 9 0 " * 9)
    assert any("the limit is 64" in message for message in messages(app))


def test_exactly_200_characters_are_not_too_many(open_app: Open) -> None:
    app = type_sentence(open_app(lang="en"), "책 " * 99 + "책.")
    assert not any("characters are too many" in message for message in messages(app))


def test_a_link_with_a_refused_sentence_shows_the_example(open_app: Open) -> None:
    app = open_app(lang="en", s="😀")
    assert messages(app) == [Text("en")("input.no_known_pieces")]
    assert translation(app)


def test_another_language_is_translated_with_a_hint_and_an_offer(open_app: Open) -> None:
    app = type_sentence(open_app(lang="en"), "The train leaves at ten.")
    assert app.session_state["last_request"].sentence == "The train leaves at ten."
    assert any("learned to read Korean" in message for message in messages(app))
    app = app.button(key="switch_model").click().run()
    assert app.session_state["last_request"].model == "en-toy"
    assert app.text_input(key="s").value == "The train leaves at ten."
    assert messages(app) == []


def test_unknown_tokens_are_told_where_there_are_many(open_app: Open) -> None:
    app = type_sentence(open_app(lang="en"), "The train leaves at ten.")
    assert not any("<unk>" in message for message in messages(app))
    app = type_sentence(app, "The ж щ ю э я train.")
    assert any("learned to read Korean" in m and "<unk>" in m for m in messages(app))


def test_without_another_model_nothing_is_offered(
    open_app: Open, models_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(models_folder / "ko-toy", tmp_path / "ko-toy")
    use_models(tmp_path, monkeypatch)
    app = type_sentence(open_app(lang="en"), "The train leaves at ten.")
    assert any("learned to read Korean" in message for message in messages(app))
    assert "switch_model" not in {button.key for button in app.button}


@pytest.mark.parametrize(
    ("sentence", "key"),
    [
        ("강아지가\x07 마당에서 논다.", "input.changed_control"),
        ("강아지가 \u202e마당에서 논다.", "input.changed_direction"),
        (unicodedata.normalize("NFD", GOOD), "input.changed_nfd"),
        ("강아지가 마당에서 ７시에 논다.", "input.changed_nfkc"),
        ("강아지가   마당에서  논다.", "input.changed_spaces"),
    ],
)
def test_what_was_tidied_is_shown(open_app: Open, sentence: str, key: str) -> None:
    app = type_sentence(open_app(lang="en"), sentence)
    text = Text("en")
    assert text("input.changed", changes=text(key)) in [caption.value for caption in app.caption]
    shown = app.text[0].value
    assert unicodedata.is_normalized("NFKC", shown) and shown.isprintable()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lang", "xx"),
        ("model", "nobody"),
        ("method", "magic"),
        ("width", "99"),
        ("width", "four"),
        ("width", ""),
        ("alpha", "nan"),
        ("alpha", "-1"),
        ("min", "1e9"),
        ("temperature", "inf"),
        ("top_p", "0"),
        ("top_k", "½"),
        ("seed", "9" * 5000),
        ("step", "970"),
        ("layer", "0"),
        ("head", "third"),
        ("step", "٣"),
    ],
)
def test_a_broken_value_in_the_address_is_ignored_with_a_note(
    open_app: Open, name: str, value: str
) -> None:
    app = open_app(**{"lang": "en", name: value})
    assert not app.exception
    assert messages(app) == [Text("en")("shell.ignored", names=name)]
    request = app.session_state["last_request"]
    assert (request.options.method, request.options.width) == ("beam", 4)


def test_several_broken_values_are_named_together(open_app: Open) -> None:
    app = open_app(lang="en", width="99", seed="x", utm_source="mail")
    assert messages(app) == [Text("en")("shell.ignored", names="width, seed")]


@pytest.mark.parametrize("version", ["0.9.0", "12.0.3"])
def test_a_link_of_another_version_says_so_only_where_something_of_it_was_ignored(
    open_app: Open, version: str
) -> None:
    text = Text("en")
    told = text("shell.other_version", theirs=version, ours=__version__)
    app = open_app(lang="en", v=version, width="99")
    assert messages(app) == [f"{text('shell.ignored', names='width')} {told}"]
    assert messages(open_app(lang="en", v=version, width="2")) == []


@pytest.mark.parametrize("version", [__version__, "1", "<b>", "1.0.٣", "9" * 5000])
def test_what_is_no_other_version_is_not_spoken_of(open_app: Open, version: str) -> None:
    app = open_app(lang="en", v=version, width="99")
    assert messages(app) == [Text("en")("shell.ignored", names="width")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_side_bar_ends_with_name_and_version(open_app: Open, lang: str) -> None:
    note = page_links(open_app(lang=lang))["folds"]["note"]
    assert note == Text(lang)("shell.version", version=__version__)


def test_the_note_goes_with_the_next_sentence(open_app: Open) -> None:
    app = open_app(lang="en", width="99", step="970")
    assert len(messages(app)) == 2
    assert messages(type_sentence(app, GOOD)) == []


def test_good_values_in_the_address_are_used(open_app: Open) -> None:
    app = open_app(lang="ko", s=GOOD, width="2", alpha="1.2", min="3", step="1", layer="1")
    request = app.session_state["last_request"]
    assert request.sentence == GOOD
    assert (request.options.width, request.options.alpha, request.options.min_length) == (2, 1.2, 3)
    assert [app.session_state[name] for name in ("step", "layer", "head")] == [1, 1, 0]
    assert messages(app) == []


def test_a_busy_server_asks_to_wait(open_app: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    app = type_sentence(open_app(lang="en"), GOOD)
    before = translation(app)
    new = "창문을 천천히 닫아 주세요."  # in no other test: nothing of it is in the cache
    with monkeypatch.context() as patch:
        patch.setattr(gate, "WAIT_SECONDS", 0.01)
        patch.setattr(gate.GATE, "permits", 0)
        app = type_sentence(app, new)
    assert messages(app) == [Text("en")("shell.busy")]
    assert translation(app) == before
    assert app.text_input(key="s").value == new, "what was written stays"
    app = app.button(key="again_shell").click().run()
    assert messages(app) == [] and "again_shell" not in {button.key for button in app.button}
    assert app.session_state["last_request"].sentence == new


def test_scripts_of_letters() -> None:
    assert script_shares("123 !?") == {}
    assert script_shares("가나ab")["ko"] == 0.5
    assert wrong_language("Hello", "ko") and not wrong_language("안녕 ok", "ko")
    assert not wrong_language("12:30", "ko"), "numbers are of no language"


def test_a_model_that_reads_the_script_fits(models_folder: Path) -> None:
    entries = {
        name: installed.Entry(name, models_folder / name, {"source": name[:2]})
        for name in ("ko-toy", "en-toy")
    }
    assert fitting_model("Hello", "ko-toy", entries) == "en-toy"
    assert fitting_model("안녕", "en-toy", entries) == "ko-toy"
    assert fitting_model("Привет", "ko-toy", entries) is None


def test_a_mixed_sentence_is_offered_no_model_and_another_language_the_way_back(
    tmp_path: Path,
) -> None:
    """Installed in the order of the alphabet: what comes first is not what the reader can judge."""
    cards = {name: dict(zip(("source", "target"), name.split("-"), strict=True)) for name in PAIRS}
    entries = {name: installed.Entry(name, tmp_path, card) for name, card in cards.items()}
    assert fitting_model("The train leaves at ten.", "ko-en", entries) == "en-ko"
    assert wrong_language("나는 Transformer를 공부했다.", "ko")
    assert fitting_model("나는 Transformer를 공부했다.", "ko-en", entries) is None
