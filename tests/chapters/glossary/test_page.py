"""The glossary: every entry is whole and leads somewhere, and the search finds it."""

from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.chapters.glossary.example import HELD
from explainer.chapters.glossary.places import PLACES, first_of_part, lit_parts, terms_of_part
from explainer.chapters.glossary.values import plain, sentence_value
from explainer.chapters.glossary.view import FIRST, entry, in_course
from explainer.data.glossary import Term, contrasts, in_order, search, terms
from explainer.data.samples import default_sentence
from explainer.frame import symbols
from explainer.frame.course import chapters
from explainer.frame.course import parts as course_parts
from explainer.frame.params import DEFAULTS
from explainer.frame.terms import escape
from explainer.runs import resources
from explainer.text import LANGUAGES, Text
from explainer.tokenizer import PAD
from tests.app.helpers import messages, page_links
from tests.apptest import Open, headings
from tests.chapters.chapter import drawn

EXAMPLE = resources.Request("ko-toy", default_sentence("ko"), DEFAULTS.options())


def ids(found: list[Term]) -> list[str]:
    return [term.id for term in found]


def test_what_a_term_is_taken_for_stands_beside_it_and_opens(open_app: Open) -> None:
    (contrast,) = (each for each in contrasts() if each.sides == ("mask", "dropout"))
    names, told = ([how(side, "ko") for side in (0, 1)] for how in (contrast.name, contrast.says))
    app = open_app("glossary", lang="ko", glossary_term="mask")
    assert Text("ko")("glossary.contrasts") in [one.value for one in app.caption]
    for here, other in ((0, 1), (1, 0)):  # and then the other way round
        shown = [one.value for one in app.markdown]
        assert f"**{names[here]}**  \n{escape(told[here])}" in shown
        assert escape(told[other]) in shown
        (button,) = (one for one in app.button if one.label == names[other])
        app = button.click().run()
        assert open_entry(app) == names[other]
        assert here or drawn(app, "lights")["part"] == "learning"  # where dropout is at home


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
    app, text = open_app("glossary", {"glossary_legend": True}, lang=lang), Text(lang)
    (legend,) = (e for e in app.expander if e.label == text("glossary.legend"))
    told = symbols.names(text).items()
    lines = [f"${symbols.SYMBOLS[one]}$ · {words}" for one, words in told]
    assert legend.markdown[0].value.split("  \n") == lines
    data = drawn(app, "lights")
    assert data["part"] == FIRST and data["term"] == first_of_part(FIRST).id
    assert [place["id"] for place in data["places"]] == [*PLACES]
    assert {p["id"]: p["count"] for p in data["places"]} == {
        p: len(terms_of_part(p)) for p in PLACES
    }
    (group,) = listed(app)
    assert group["name"] == text(f"figuremap.{FIRST}")
    assert [item["id"] for item in group["items"]] == ids(terms_of_part(FIRST))
    for term in terms_of_part(FIRST):
        assert tuple(data["lights"][term.id]) == lit_parts(term)
    app = app.button_group(key="glossary_order").set_value("letter").run()
    by_letter = [item["id"] for group in listed(app) for item in group["items"]]
    assert by_letter == ids(in_order(terms(), lang))
    assert app.query_params["glossary_order"] in ("letter", ["letter"])


def test_the_figure_has_the_numbers_of_the_chosen_model(open_app: Open) -> None:
    app = open_app("glossary", lang="en")
    found = resources.translate(EXAMPLE)
    assert app.session_state[HELD] is found  # no click translates it anew
    figure, cross = drawn(app, "lights")["figure"], found.attention("cross")
    assert figure["weights"] == pytest.approx(cross[-1].mean(axis=0)[0], abs=1e-3)
    looks = np.array(figure["looks"])
    assert looks == pytest.approx(found.attention("encoder").mean(axis=1), abs=1e-3)
    assert figure["chances"] == pytest.approx(found.top_probs[0, :4], abs=1e-3)
    assert (figure["decoder"], figure["heads"]) == cross.shape[:2]


def test_a_link_to_a_term_opens_its_part_and_says_where_it_lives(open_app: Open) -> None:
    app, text = open_app("glossary", lang="ko", glossary_term="teacher_forcing"), Text("ko")
    where = f"{text('figuremap.loop')} · {text('glossary.place_learning')}"
    assert text("glossary.where", places=where) in [one.value for one in app.caption]
    app = open_app("glossary", lang="en", glossary_term="relu")
    assert drawn(app, "lights")["part"] == "layers" and drawn(app, "lights")["term"] == "relu"
    assert not any("ko-toy" in one.value for one in app.markdown)  # it has no number
    app = open_app("glossary", lang="en", glossary_term="query", glossary_part="decoder")
    assert drawn(app, "lights")["part"] == "decoder" and open_entry(app) == "query"
    app = next(one for one in app.button if one.label == "key").click().run()
    assert (drawn(app, "lights")["part"], open_entry(app)) == ("decoder", "key")


def test_a_chosen_term_opens_with_everything_about_it_and_its_link(open_app: Open) -> None:
    lang = "ko"
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
    assert page_links(app)["words"]["here"] == "relu"


def test_a_word_that_led_here_leads_back(open_app: Open) -> None:
    app = open_app("glossary", lang="en", glossary_from="layers?layers_view=river&step=2")
    (back, _) = (found.proto for found in app.get("page_link"))
    assert back.page == "layers" and back.query_string == "layers_view=river&step=2"
    app = open_app("glossary", lang="en", glossary_from="https://nowhere.example/?a=b")
    assert len(app.get("page_link")) == 1


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
    groups: list[dict[str, Any]] = page_links(app).get("words", {"groups": []})["groups"]
    return groups


def open_entry(app: AppTest) -> str:
    """The name over the entry that is open."""
    (name,) = app.subheader
    return str(name.value)


def test_a_term_has_its_number_in_the_model_and_in_the_sentence(open_app: Open) -> None:
    found, text = resources.translate(EXAMPLE), Text("en")
    app = open_app("glossary", lang="en", glossary_term="head")
    value = f"$H = {found.attention('cross').shape[1]}$"
    model = text("glossary.value_model", model="ko-toy")
    assert f"{model} {value}" in [one.value for one in app.markdown]
    app = open_app("glossary", lang="en", glossary_term="token")
    assert drawn(app, "lights")["sentence"] == [found.original, found.text]
    label = text("glossary.value_sentence", model="ko-toy")
    value = sentence_value("token", found)
    assert f"{label}  \n${value}$" in [one.value for one in app.markdown]
    (group,) = listed(app)
    shown = {item["id"]: item["number"] for item in group["items"]}
    assert shown["token"] == plain(value) and shown["pad"] == str(PAD) and not shown["tokenizer"]
    hides = {"teach": "1", "teach_hide": "probabilities.chapters"}
    hidden = open_app("glossary", lang="en", glossary_term="token", **hides)
    assert not any(label in one.value for one in hidden.markdown)
    assert open_entry(hidden) and not hidden.get("page_link")
    assert drawn(hidden, "lights")["figure"]["chances"] is None
