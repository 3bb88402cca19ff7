"""The glossary: every entry is whole and leads somewhere, and the search finds it."""

from __future__ import annotations

import re
import unicodedata
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.glossary.places import OUTSIDE, PLACES, lights, living_in, places
from explainer.chapters.glossary.view import FIRST, entry, in_course, inert
from explainer.components.figuremap import figure_payload
from explainer.data.glossary import Term, in_order, letter, search, terms
from explainer.data.samples import default_sentence
from explainer.frame import symbols
from explainer.frame.course import chapters
from explainer.frame.course import parts as course_parts
from explainer.frame.figuremap import REGIONS
from explainer.frame.params import DEFAULTS
from explainer.runs import resources
from explainer.runs.gate import Busy
from explainer.text import LANGUAGES, Text
from tests.app.helpers import components, messages
from tests.apptest import Open

HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
# What the symbols are written with; KaTeX knows all of these (checked in a browser, too).
COMMANDS = set(
    re.findall(
        r"\w+",
        """
    alpha arg bar beta cdot epsilon eta exp frac gamma ge hat in infty lVert ldots le left ln log
    max mid min mu operatorname partial prod rVert right sigma sim sin sqrt sum tanh text texttt
    tfrac theta tilde top varepsilon
""",
    )
)
RECURRENT = {"rnn", "alignment"}  # pages of models that the toy folder lacks
VIEWS = sorted({(term.page, *sorted(term.params.items())) for term in terms() if term.params})


def ids(found: list[Term]) -> list[str]:
    return [term.id for term in found]


@pytest.mark.parametrize("term", terms(), ids=lambda term: term.id)
def test_an_entry_is_whole_in_both_languages(term: Term) -> None:
    assert term.page in {spec.id for spec in chapters()}
    assert term.ko
    assert HANGUL.search(term.ko_means)
    assert term.ko_means.endswith(".")
    assert not HANGUL.search(term.en + term.en_means + "".join(term.also_en))
    assert term.en_means.endswith(".")
    for words in (term.ko, term.en, term.ko_means, term.en_means, *term.also_ko, *term.also_en):
        assert words == unicodedata.normalize("NFC", words.strip())
    for means in (term.ko_means, term.en_means):
        assert 1 <= len(re.findall(r"[.](?: |$)", means)) <= 2, "one or two sentences"


@pytest.mark.parametrize("term", [t for t in terms() if t.symbol], ids=lambda term: term.id)
def test_a_symbol_is_written_with_what_katex_knows(term: Term) -> None:
    assert set(re.findall(r"\\([a-zA-Z]+)", term.symbol)) <= COMMANDS
    assert term.symbol.count("{") == term.symbol.count("}")
    assert term.symbol.count(r"\left") == term.symbol.count(r"\right")
    assert not HANGUL.search(term.symbol)
    assert "$" not in term.symbol


def test_no_entry_stands_twice() -> None:
    for names in ([t.id for t in terms()], [t.ko for t in terms()], [t.en for t in terms()]):
        assert len(set(names)) == len(names)
    assert 60 <= len(terms()) <= 150


@pytest.mark.parametrize("lang", LANGUAGES)
def test_other_names_are_not_the_name_itself(lang: str) -> None:
    for term in terms():
        assert term.name(lang) not in term.also(lang), term.id


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("softmax", "softmax"),
        ("SOFTMAX", "softmax"),
        ("소프트맥스", "softmax"),
        (unicodedata.normalize("NFD", "소프트맥스"), "softmax"),
        ("ｓｏｆｔｍａｘ", "softmax"),
        ("  Beam   search ", "beam_search"),
        ("혼란도", "perplexity"),
        ("BOS", "bos"),
        ("<s>", "bos"),
        ("nucleus", "top_p"),
        ("query 질의", "query"),
    ],
)
def test_a_term_is_found_by_any_of_its_names(query: str, wanted: str) -> None:
    for lang in LANGUAGES:
        assert wanted in ids(search(query, lang))
        assert len(search(query, lang)) < 12


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("head", "head"),
        ("헤드", "head"),
        ("attention", "attention"),
        ("어텐션", "attention"),
        ("토큰", "piece"),
        ("loss", "loss"),
        ("top-p", "top_p"),
    ],
)
def test_the_best_match_comes_first(query: str, first: str) -> None:
    """A name that is the query; then names that begin with it, names that hold it, meanings."""
    for lang in LANGUAGES:
        found = search(query, lang)
        assert found[0].id == first
        names = [[t.ko, t.en, *t.also_ko, *t.also_en] for t in found]
        named = [any(query.casefold() in name.casefold() for name in each) for each in names]
        assert named == sorted(named, reverse=True)


def test_the_meaning_is_searched_in_the_language_of_the_reader() -> None:
    assert "seed" in ids(search("무작위 뽑기", "ko"))
    assert "seed" not in ids(search("제비뽑기", "en"))


@pytest.mark.parametrize("query", ["zebra", "**", "가나다라마바사", "\x00", "[a]("])
def test_what_is_not_there_is_not_found(query: str) -> None:
    assert search(query, "ko") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_stand_in_the_order_of_the_alphabet(lang: str) -> None:
    found = search("", lang)
    assert set(found) == set(terms())
    letters = [letter(term, lang) for term in found]
    groups = [one for i, one in enumerate(letters) if not i or letters[i - 1] != one]
    assert len(groups) == len(set(groups)), "a letter comes twice"
    known = "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ" if lang == "ko" else "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    assert [one for one in groups if one] == [one for one in known if one in groups]


def test_korean_words_stand_as_in_a_dictionary() -> None:
    names = [
        term.ko
        for term in in_order(terms(), "ko")
        if term.id in ("weight", "hypothesis", "greedy", "layer", "head")
    ]
    assert names == ["가설", "어텐션 가중치", "층", "탐욕 탐색", "헤드"]
    assert letter(next(t for t in terms() if t.id == "unigram"), "ko") == "ㅇ"


def test_markdown_signs_in_our_words_stay_signs() -> None:
    bos = next(term for term in terms() if term.id == "bos")
    assert r"\<s\>" in entry(bos, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_lists_every_term_and_draws_one_entry(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", lang=lang, glossary_order="course"), Text(lang)
    groups = listed(app)
    names = [text(part.name) for part in course_parts()]
    heads = [group["name"] for group in groups]
    assert heads == [name for name in names if name in heads] and len(heads) > 5
    items = [item for group in groups for item in group["items"]]
    assert {item["id"] for item in items} == {term.id for term in terms()}
    assert len(items) == len(terms())
    by_id = {term.id: term for term in terms()}
    place = {spec.id: at for at, spec in enumerate(chapters())}
    pages = [place[by_id[item["id"]].page] for item in items]
    assert pages == sorted(pages)
    for item in items:
        term = by_id[item["id"]]
        other = term.name("en" if lang == "ko" else "ko")
        assert item["name"] == term.name(lang) and item["note"] in (other, "")
    first = in_course(terms())[0]
    assert [head.value for head in app.subheader][0] == inert(first.name(lang))
    assert len(app.get("page_link")) == 1


def test_every_term_lives_somewhere_and_every_place_has_terms() -> None:
    for term in terms():
        assert places(term) and set(places(term)) <= set(PLACES)
        assert lights(term) and set(lights(term)) <= set(REGIONS)
        assert len(set(places(term))) == len(places(term))
    for place in PLACES:
        there = living_in(place)
        at_home = [places(term)[0] == place for term in there]
        assert len(there) >= 3 and at_home == sorted(at_home, reverse=True) and any(at_home)
    assert set(PLACES) - set(REGIONS) == set(OUTSIDE)


def test_a_term_lights_what_it_is_about() -> None:
    by_id = {term.id: term for term in terms()}
    assert lights(by_id["query"]) == ("encoder", "cross", "decoder")
    assert lights(by_id["bleu"]) == ("output",) and places(by_id["bleu"]) == ("measuring",)
    assert set(lights(by_id["adam"])) == set(REGIONS)  # all weights of the model
    assert places(by_id["gru"]) == ("others",) and "cross" not in lights(by_id["gru"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_on_a_part_of_the_figure_with_its_terms(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", lang=lang), Text(lang)
    data = figure(app)
    assert data["pressed"] == FIRST and data["term"] == living_in(FIRST)[0].id
    assert [place["id"] for place in data["places"]] == [*PLACES]
    assert {p["id"]: p["count"] for p in data["places"]} == {p: len(living_in(p)) for p in PLACES}
    (group,) = listed(app)
    assert group["name"] == text(f"figuremap.{FIRST}")
    assert [item["id"] for item in group["items"]] == ids(living_in(FIRST))
    for term in living_in(FIRST):
        assert tuple(PLACES[at] for at in data["lights"][term.id]) == lights(term)


def test_the_figure_has_the_numbers_of_the_chosen_model(open_app: Open) -> None:
    app = open_app("glossary", lang="en")
    request = resources.Request("ko-toy", default_sentence("ko"), DEFAULTS.options())
    found = resources.translate(request)
    cross, chances = found.attention("cross"), found.top_probs
    assert figure(app)["figure"] == figure_payload(found.attention("encoder"), cross, chances)
    hidden = open_app("glossary", lang="en", teach="1", teach_hide="probabilities")
    assert "chances" not in figure(hidden)["figure"]


def test_without_a_place_at_the_model_it_is_a_sketch(
    open_app: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: object) -> None:
        raise Busy

    monkeypatch.setattr(resources, "translate", refuse)
    app = open_app("glossary", lang="en")
    assert figure(app)["figure"] is None and open_entry(app) and messages(app) == []


def test_a_link_to_a_term_opens_the_part_where_it_is_at_home(open_app: Open) -> None:
    app = open_app("glossary", lang="en", glossary_term="relu")
    assert figure(app)["pressed"] == "layers" and figure(app)["term"] == "relu"
    app = open_app("glossary", lang="en", glossary_term="query", glossary_part="decoder")
    assert figure(app)["pressed"] == "decoder" and open_entry(app) == "query"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_entry_says_in_words_where_its_term_lives(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", lang=lang, glossary_term="teacher_forcing"), Text(lang)
    where = f"{text('figuremap.loop')} · {text('glossary.place_learning')}"
    assert text("glossary.where", places=where) in [one.value for one in app.caption]


def test_the_terms_stand_by_letter(open_app: Open) -> None:
    app = open_app("glossary", lang="ko")
    app = app.button_group(key="glossary_order").set_value("letter").run()
    ids = [item["id"] for group in listed(app) for item in group["items"]]
    assert ids == [term.id for term in in_order(terms(), "ko")]
    assert app.query_params["glossary_order"] in ("letter", ["letter"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_chosen_term_opens_with_everything_about_it_and_its_link(
    open_app: Open, lang: str
) -> None:
    term = next(term for term in terms() if term.id == "logit_lens")
    app = open_app("glossary", lang=lang, glossary_term=term.id)
    assert open_entry(app) == inert(term.name(lang))
    assert inert(term.means(lang)) in [one.value for one in app.markdown]
    (link,) = (found.proto for found in app.get("page_link"))
    assert link.page == term.page == "layers"
    assert "layers_view=lens" in link.query_string and "model=ko-toy" in link.query_string
    app.session_state["glossary_term"] = "relu"  # a press on a word
    app = app.run()
    assert open_entry(app) == "ReLU"
    assert app.query_params["glossary_term"] in ("relu", ["relu"])
    assert next(data for data in components(app) if data.get("look") == "words")["here"] == "relu"


def test_a_teacher_who_shows_one_page_alone_leaves_no_link(open_app: Open) -> None:
    app = open_app("glossary", teach="1", teach_hide="chapters")
    assert open_entry(app) and not app.get("page_link")


def test_a_search_opens_its_best_match_and_another_search_its_own(open_app: Open) -> None:
    app = open_app("glossary", lang="ko", glossary_q="소프트맥스")
    field = app.text_input(key="glossary_q")
    assert field.value == "소프트맥스"
    best = search("소프트맥스", "ko")
    (group,) = listed(app)
    assert [item["id"] for item in group["items"]] == ids(best) and len(best) > 1
    assert open_entry(app) == best[0].ko
    app.session_state["glossary_term"] = best[1].id
    app = app.run()
    assert open_entry(app) == inert(best[1].ko)
    app = app.text_input(key="glossary_q").set_value("softmax").run()
    assert open_entry(app) == best[0].ko
    app = app.text_input(key="glossary_q").set_value("<b>zebra</b> $x$").run()
    assert not listed(app) and messages(app) == [Text("ko")("glossary.nothing")]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_in_full_every_entry_is_drawn_part_by_part(open_app: Open, lang: str) -> None:
    app = open_app("glossary", lang=lang, glossary_order="full")
    shown = "\n\n".join(one.value for one in app.markdown).split("\n\n")
    assert {entry(term, lang) for term in terms()} <= {*shown}
    assert not listed(app) and len(app.subheader) > 5
    app = app.text_input(key="glossary_q").set_value("softmax").run()
    shown = "\n\n".join(one.value for one in app.markdown).split("\n\n")
    wanted = [entry(term, lang) for term in search("softmax", lang)]
    assert [one for one in shown if one in wanted] == wanted


def listed(app: AppTest) -> list[dict[str, Any]]:
    """The groups of the list."""
    given = (data for data in components(app) if data.get("look") == "words")
    return next((data["groups"] for data in given), [])


def figure(app: AppTest) -> dict[str, Any]:
    """What the figure was given."""
    return next(data for data in components(app) if "lights" in data)


def open_entry(app: AppTest) -> str:
    """The name over the entry that is open."""
    (name,) = app.subheader
    return str(name.value)


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: "-".join(map(str, view)))
def test_where_a_term_leads_the_page_knows_every_name(
    open_app: Open, view: tuple[str, *tuple[tuple[str, str], ...]]
) -> None:
    page, *params = view
    spec = {spec.id: spec for spec in chapters()}[page]
    known = {"s": default_sentence("ko")}  # its characters are known to the small model
    app = open_app(spec.url, lang="en", **dict(params), **known)
    without_models = ("words.no_recurrent", f"{page}.mistake_missing", "rnn.no_comparison")
    lacking = {Text("en")(key) for key in without_models} if page in RECURRENT else set()
    assert set(messages(app)) <= lacking
    for name, value in params:
        if name != "combine":  # a control that is not the same on every page
            assert app.session_state[name] == value


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_legend_of_symbols_stands_in_the_glossary(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", {"glossary_legend": True}, lang=lang), Text(lang)
    (legend,) = (e for e in app.expander if e.label == text("glossary.legend"))
    lines = legend.markdown[0].value.split("  \n")
    assert lines == [
        f"${symbols.SYMBOLS[one]}$ · {told}" for one, told in symbols.names(text).items()
    ]
