"""The glossary: every entry is whole and leads somewhere, and the search finds it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.glossary.example import HELD
from explainer.chapters.glossary.places import PLACES, lights, living_in
from explainer.chapters.glossary.values import of_sentence
from explainer.chapters.glossary.view import FIRST, entry, in_course
from explainer.data.glossary import Term, contrasts, in_order, search, terms
from explainer.data.samples import default_sentence
from explainer.frame import symbols
from explainer.frame.course import chapters
from explainer.frame.course import parts as course_parts
from explainer.frame.params import DEFAULTS
from explainer.frame.terms import escape
from explainer.runs import resources
from explainer.runs.gate import Busy
from explainer.text import LANGUAGES, Text
from tests.app.helpers import components, messages
from tests.apptest import Open, headings

EXAMPLE = resources.Request("ko-toy", default_sentence("ko"), DEFAULTS.options())
RECURRENT = {"rnn", "alignment"}  # pages of models that the toy folder lacks
VIEWS = sorted({(term.page, *sorted(term.params.items())) for term in terms() if term.params})


def ids(found: list[Term]) -> list[str]:
    return [term.id for term in found]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_term_is_taken_for_stands_beside_it_and_opens(open_app: Open, lang: str) -> None:
    (contrast,) = (each for each in contrasts() if each.sides == ("mask", "dropout"))
    app = open_app("glossary", lang=lang, glossary_term="mask")
    shown = [one.value for one in app.markdown]
    assert f"**{contrast.name(0, lang)}**  \n{escape(contrast.says(0, lang))}" in shown
    assert escape(contrast.says(1, lang)) in shown
    assert Text(lang)("glossary.contrasts") in [one.value for one in app.caption]
    (button,) = (one for one in app.button if one.label == contrast.name(1, lang))
    app = button.click().run()
    assert figure(app)["part"] == "learning"  # where dropout is at home
    assert open_entry(app) == contrast.name(1, lang)
    shown = [one.value for one in app.markdown]  # now the other way round
    assert f"**{contrast.name(1, lang)}**  \n{escape(contrast.says(1, lang))}" in shown
    assert escape(contrast.says(0, lang)) in shown


def test_the_other_term_opens_in_the_list_that_has_it(open_app: Open) -> None:
    app = open_app("glossary", lang="en", glossary_term="query", glossary_part="decoder")
    app = next(one for one in app.button if one.label == "key").click().run()
    assert (figure(app)["part"], open_entry(app)) == ("decoder", "key")
    app = open_app("glossary", lang="en", glossary_q="layer norm")
    app = next(one for one in app.button if one.label == "batch normalisation").click().run()
    assert app.text_input(key="glossary_q").value == ""
    assert (figure(app)["part"], open_entry(app)) == ("layers", "batch normalisation")


def test_what_is_no_term_leads_to_what_it_is_taken_for(open_app: Open) -> None:
    assert "embedding" in ids(search("원-핫", "ko")) and "parameter" in ids(search("hyperp", "en"))
    app = open_app("glossary", lang="en", glossary_term="parameter")
    assert any(one.value.startswith("**hyperparameter**  ") for one in app.markdown)
    assert "hyperparameter" not in [one.label for one in app.button]


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
    assert headings(app)[0] == escape(first.name(lang))
    assert len(app.get("page_link")) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_it_opens_on_a_part_of_the_figure_with_its_terms(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", lang=lang), Text(lang)
    data = figure(app)
    assert data["part"] == FIRST and data["term"] == living_in(FIRST)[0].id
    assert [place["id"] for place in data["places"]] == [*PLACES]
    assert {p["id"]: p["count"] for p in data["places"]} == {p: len(living_in(p)) for p in PLACES}
    (group,) = listed(app)
    assert group["name"] == text(f"figuremap.{FIRST}")
    assert [item["id"] for item in group["items"]] == ids(living_in(FIRST))
    for term in living_in(FIRST):
        assert tuple(data["lights"][term.id]) == lights(term)


def test_the_figure_has_the_numbers_of_the_chosen_model(open_app: Open) -> None:
    app = open_app("glossary", lang="en")
    found = resources.translate(EXAMPLE)
    assert app.session_state[HELD] is found  # no click translates it anew
    drawn, cross = figure(app)["figure"], found.attention("cross")
    assert drawn["weights"][0] == pytest.approx(cross[-1].mean(axis=0)[0], abs=1e-3)
    looks = np.array(drawn["looks"])
    assert looks == pytest.approx(found.attention("encoder").mean(axis=1), abs=1e-3)
    assert drawn["chances"][0] == pytest.approx(found.top_probs[0, :4], abs=1e-3)
    assert (drawn["decoder"], drawn["heads"]) == cross.shape[:2]
    hidden = open_app("glossary", lang="en", teach="1", teach_hide="probabilities")
    assert figure(hidden)["figure"]["chances"] is None


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
    assert figure(app)["part"] == "layers" and figure(app)["term"] == "relu"
    app = open_app("glossary", lang="en", glossary_term="query", glossary_part="decoder")
    assert figure(app)["part"] == "decoder" and open_entry(app) == "query"


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
    assert open_entry(app) == escape(term.name(lang))
    assert escape(term.means(lang)) in [one.value for one in app.markdown]
    (link,) = (found.proto for found in app.get("page_link"))
    assert link.page == term.page == "layers"
    assert "layers_view=river" in link.query_string and "model=ko-toy" in link.query_string
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
    assert open_entry(app) == best[0].name("ko")
    app.session_state["glossary_term"] = best[1].id
    app = app.run()
    assert open_entry(app) == escape(best[1].name("ko"))
    app = app.text_input(key="glossary_q").set_value("softmax").run()
    assert open_entry(app) == best[0].name("ko")
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
    given = next(one for one in components(app) if "lights" in one.get("data", ()))
    return {**given["data"], **given["chosen"]}


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


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_term_has_the_number_of_the_chosen_model(open_app: Open, lang: str) -> None:
    app, text = open_app("glossary", lang=lang, glossary_term="head"), Text(lang)
    shown = [one.value for one in app.markdown]
    heads = resources.translate(EXAMPLE).attention("cross").shape[1]
    assert f"{text('glossary.value_model', model='ko-toy')} $H = {heads}$" in shown
    app = open_app("glossary", lang=lang, glossary_term="relu")
    assert not any("ko-toy" in one.value for one in app.markdown)


def test_a_term_has_its_number_in_the_sentence_of_the_figure(open_app: Open) -> None:
    found, text = resources.translate(EXAMPLE), Text("en")
    app = open_app("glossary", lang="en", glossary_term="piece")
    assert figure(app)["sentence"] == [found.original, found.text]
    label = text("glossary.value_sentence", model="ko-toy")
    value = of_sentence("piece", found)
    assert f"{label}  \n${value}$" in [one.value for one in app.markdown]
    hidden = open_app(
        "glossary", lang="en", glossary_term="piece", teach="1", teach_hide="probabilities"
    )
    assert not any(label in one.value for one in hidden.markdown)
