"""The glossary: search, the figure as an index, a list of terms, and one entry."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from explainer.chapters.glossary.example import Example, example
from explainer.chapters.glossary.places import (
    OUTSIDE,
    PLACES,
    first_of_part,
    lit_parts,
    parts_of,
    terms_of_part,
)
from explainer.chapters.glossary.values import OF_A_HEAD, model_value, plain, sentence_value
from explainer.data import glossary
from explainer.data.glossary import FALLBACK, Contrast, Term
from explainer.drawings import Choice, drawing
from explainer.frame import address, navigation, symbols, teaching
from explainer.frame import chapter as parts
from explainer.frame.choices import Drawn, OneOf
from explainer.frame.course import chapter_of, chapters, part_of
from explainer.frame.figuremap import REGIONS, figure_of
from explainer.frame.pagelinks import Group, Item, pagelinks
from explainer.frame.terms import escape
from explainer.frame.view import View
from explainer.text import LANGUAGES, Text

QUERY: Final = "glossary_q"
ORDER = OneOf("glossary_order", ("model", "course", "letter", "full"), said=False)
TERMS: Final = tuple(term.id for term in glossary.terms())
TERM = OneOf("glossary_term", TERMS)  # the entry that is open
PART = OneOf("glossary_part", (*PLACES,))  # the place whose terms are listed
FROM = Drawn("glossary_from", str, usual="")  # a page's id and address, whose word led here
FIRST: Final = "cross"  # of the places
LONGEST: Final = 40  # characters of a search


def draw_search(text: Text) -> tuple[str, str]:
    """Draw the way back, search field and order; return the trimmed query and the order."""
    _way_back(text)
    with st.container(horizontal=True, gap="small", key="glossary_search"):
        with st.container(width="stretch"):
            query = _query(text)
        return query.strip(), ORDER.draw(text)


def _way_back(text: Text) -> None:
    """Draw a link to the page whose word led here, as it was then."""
    came = FROM.in_drawing(text)
    page, _, query = came.partition("?")
    to = navigation.pages(text).get(page or chapters()[0].id)
    if came and to is not None and not teaching.hides("chapters"):
        params = dict(parse_qsl(query))
        st.page_link(to, icon=":material/arrow_back:", query_params=params, width="content")


def _query(text: Text) -> str:
    value = address.seed_text(QUERY, "", lambda written: written[:LONGEST])
    query = st.text_input(
        text("glossary.search"),
        value=value,
        key=QUERY,
        max_chars=LONGEST,
        live=True,
        placeholder=text("glossary.search_empty"),
        label_visibility="collapsed",
        autocomplete="off",
        on_change=address.give,  # another search opens its own best match
        args=(TERM.name, None),
    )
    address.keep(QUERY, query, "")
    return query


def draw_index(view: View, terms: Sequence[Term], query: str, order: str) -> None:
    """Draw the figure, the terms of a part (or all, or those found), and one entry."""
    text, pressed = view.text, ""
    if query:
        order = "ranked"
    elif order == "model":
        pressed = _pressed(text)
        terms = terms_of_part(pressed)
    elif order == "course":
        terms = in_course(terms)
    chosen, now = _chosen(text, terms, pressed), example(view)
    _draw_figure(view, terms, pressed, chosen, now)
    # On a phone the words of a part stand above the entry, a long list below it.
    words = _groups(text, terms, pressed or order, now)
    with st.container(key="glossary" if pressed else "glossary_long"):
        if pressed:
            _draw_words(text, words, chosen, now)
        with st.container(border=True, gap="small", key="glossary_entry"):
            _draw_entry(text, chosen, now)
            _draw_contrasts(text, chosen)
        if not pressed:
            _draw_words(text, words, chosen, now)


def _draw_words(text: Text, groups: list[Group], chosen: Term, now: Example) -> None:
    told = text("glossary.numbers", model=now.model.name) if now.model and len(groups) == 1 else ""
    with st.container(key="glossary_words"):
        pagelinks(
            key="glossary_terms",
            look="words",
            groups=groups,
            query=urlencode(navigation.carried_values()),
            on_go=lambda id: st.session_state.__setitem__(TERM.name, id),
            here=chosen.id,
            title=text("glossary.terms"),
            note=told,
        )


def _draw_figure(
    view: View, terms: Sequence[Term], pressed: str, chosen: Term, now: Example
) -> None:
    text = view.text
    data = {
        "places": [
            {"id": id, "name": name, "count": len(terms_of_part(id))}
            for id, name in _place_names(text).items()
        ],
        "term": chosen.id,
        "lights": {term.id: lit_parts(term) for term in terms},
        "sentence": [now.translation.original, now.translation.text] if now.translation else [],
        "figure": now.translation and figure_of(now.translation, 0),
    }
    drawing(
        "glossary/partsindex",
        data,
        words=text.section("glossary.partsindex"),
        key="glossary_parts",
        chosen={"part": pressed},
        computed=True,
        on_choice=_ask,
    )


def _place_names(text: Text) -> dict[str, str]:
    return {**text.each("figuremap.*", *REGIONS), **text.each("glossary.place_*", *OUTSIDE)}


def _ask(choice: Choice) -> None:
    """Select a clicked part and its first term."""
    place = choice.get("part")
    if place not in PLACES:
        return
    for key, written in ((PART.name, place), (TERM.name, None), (QUERY, None), (ORDER.name, None)):
        address.give(key, written)


def _pressed(text: Text) -> str:
    """Return the selected part of the figure; by default that of the term in the URL."""
    asked = {term.id: term for term in glossary.terms()}.get(address.upcoming(TERM.name) or "")
    home = parts_of(asked)[0] if asked else FIRST
    return PART.in_drawing(text, home)


def _chosen(text: Text, terms: Sequence[Term], part: str) -> Term:
    """Return the open term; if it is not listed, the first one, of a part that is at home there."""
    if QUERY in st.query_params and TERM.name not in st.query_params:
        address.forget(TERM.name)  # a link asks for its own
    known = {term.id: term for term in terms}
    id = TERM.in_drawing(text, "")
    return known.get(id) or (first_of_part(part) if part else terms[0])


def _groups(text: Text, terms: Sequence[Term], order: str, now: Example) -> list[Group]:
    """Return links to terms, with their numbers, under the names of their groups."""
    if order in ("course", "letter"):
        grouped = _grouped(text, terms, order)
    elif order == "ranked":
        name = text("glossary.found", count=len(terms), total=len(glossary.terms()))
        grouped = [(name, list(terms))]
    else:
        grouped = [(_place_names(text)[order], list(terms))]
    return [Group(name, tuple(_item(text, term, now) for term in group)) for name, group in grouped]


def _grouped(text: Text, terms: Sequence[Term], order: str) -> list[tuple[str, list[Term]]]:
    """Group terms by part of the course, or by initial letter."""
    if order == "letter":
        heads = [glossary.letter(term, text.lang) for term in terms]
    else:
        terms = in_course(terms)
        heads = [_part(text, term) for term in terms]
    return [
        (name or text("glossary.symbols"), [term for _, term in group])
        for name, group in groupby(zip(heads, terms, strict=True), key=lambda each: each[0])
    ]


def in_course(terms: Sequence[Term]) -> list[Term]:
    """Sort terms by chapter in course order, keeping list order within each."""
    place = {chapter.id: at for at, chapter in enumerate(chapters())}
    among = {term.id: at for at, term in enumerate(glossary.terms())}
    return sorted(terms, key=lambda term: (place.get(term.page, len(place)), among[term.id]))


def _part(text: Text, term: Term) -> str:
    chapter = chapter_of(term.page)
    return text(part_of(chapter).name) if chapter else ""


def _item(text: Text, term: Term, now: Example) -> Item:
    other = term.name(second_language(text.lang))
    note = "" if other == term.name(text.lang) else other
    number = plain(_sentence_value(term, now) or _model_value(term, now))
    return Item(term.id, f"glossary?{TERM.name}={term.id}", term.name(text.lang), "", note, number)


def _model_value(term: Term, now: Example) -> str:
    return model_value(term.id, now.model.card) if now.model else ""


def _sentence_value(term: Term, now: Example) -> str:
    if now.model is None or now.translation is None or teaching.hides("probabilities"):
        return ""
    return sentence_value(term.id, now.translation)


def _draw_entry(text: Text, term: Term, now: Example) -> None:
    """Draw a term's entry with links to the chapter that explains it."""
    st.subheader(escape(term.name(text.lang)), anchor=False)
    others = dict.fromkeys((term.name(second_language(text.lang)), *_also(term, text.lang)))
    if names := ", ".join(name for name in others if name != term.name(text.lang)):
        st.caption(escape(names))
    st.markdown(escape(term.means(text.lang)))
    if term.symbol:
        st.latex(term.symbol)
    _draw_values(text, term, now)
    where = _place_names(text)
    told = text("glossary.where", places=" · ".join(where[place] for place in parts_of(term)))
    pages = navigation.pages(text)
    with st.container(horizontal=True, horizontal_alignment="distribute", gap="small"):
        st.caption(told, width="content")
        if term.page in pages and not teaching.hides("chapters"):
            query = {**navigation.carried_values(), **term.params}
            st.page_link(pages[term.page], query_params=query, width="content")


def _draw_values(text: Text, term: Term, now: Example) -> None:
    """Draw a term's value in the chosen model and sentence."""
    name = escape(now.model.name) if now.model else ""
    if value := _model_value(term, now):
        st.markdown(f"{text('glossary.value_model', model=name)} ${value}$")
    if value := _sentence_value(term, now):
        label = "glossary.value_head" if term.id in OF_A_HEAD else "glossary.value_sentence"
        st.markdown(f"{text(label, model=name)}  \n${value}$")


def _draw_contrasts(text: Text, term: Term) -> None:
    """Draw pairs of easily confused terms, each with a sentence."""
    told = glossary.contrasts_of(term)
    if not told:
        return
    st.caption(text("glossary.contrasts"))
    with st.container(gap="small", key="glossary_contrasts"):
        for at, (contrast, side) in enumerate(told):
            own, other = st.columns(2, gap="small")
            own.markdown(_said(contrast, side, text.lang))
            id = contrast.sides[1 - side]
            with other.container(gap=None):
                if id:
                    name = escape(contrast.name(1 - side, text.lang))
                    key = f"glossary_contrast_{at}"
                    st.button(name, type="tertiary", key=key, on_click=_open, args=(id,))
                    st.markdown(escape(contrast.says(1 - side, text.lang)))
                else:
                    st.markdown(_said(contrast, 1 - side, text.lang))


def _said(contrast: Contrast, side: int, lang: str) -> str:
    return f"**{escape(contrast.name(side, lang))}**  \n{escape(contrast.says(side, lang))}"


def _open(id: str) -> None:
    """Open the other term of a contrast, in the current list or else in its own part."""
    st.session_state[TERM.name] = id
    address.give(QUERY, None)
    home = parts_of({term.id: term for term in glossary.terms()}[id])
    if address.value_of(PART.name) not in home:
        address.give(PART.name, home[0])


def draw_full(text: Text, terms: Sequence[Term], *, is_ranked: bool) -> None:
    """Draw all entries found, by part of the course, to read or print."""
    if is_ranked:
        _draw_entries(text, terms, "found")
        return
    for at, (name, group) in enumerate(_grouped(text, terms, "course")):
        st.subheader(name, anchor=False)
        _draw_entries(text, group, str(at))


def _draw_entries(text: Text, terms: Sequence[Term], name: str) -> None:
    with st.container(key=f"terms_{name}"):
        st.markdown("\n\n".join(entry(term, text.lang) for term in terms))


@cache
def entry(term: Term, lang: str) -> str:
    """Return an entry in Markdown: names and symbol, meaning, contrasts."""
    names = [f"**{escape(term.name(lang))}**"]
    if term.name(second_language(lang)) != term.name(lang):
        names.append(escape(term.name(second_language(lang))))
    if term.symbol:
        names.append(f"${term.symbol}$")
    also = _also(term, lang)
    lines = [" · ".join(names), f":small[{escape(', '.join(also))}]" if also else ""]
    apart = [
        Text(lang)("glossary.unlike", other=escape(contrast.name(1 - side, lang)))
        + f" {escape(contrast.says(side, lang))}"
        for contrast, side in glossary.contrasts_of(term)
    ]
    small = (f":small[{line}]" for line in apart)
    return "  \n".join(filter(None, (*lines, escape(term.means(lang)), *small)))


def _also(term: Term, lang: str) -> list[str]:
    """Return a term's synonyms, those of the reader's language first."""
    return [*dict.fromkeys((*term.also(lang), *term.also(second_language(lang))))]


def second_language(lang: str) -> str:
    """Return the language of the second names: English, or else Korean."""
    return next(one for one in (FALLBACK, *LANGUAGES) if one != lang)


def draw_legend(text: Text) -> None:
    """Draw the list of symbols used on all pages."""
    place = parts.fold(text("glossary.legend"), key="glossary_legend")
    if place.open:
        told = symbols.names(text)
        with place:
            st.markdown("  \n".join(f"${symbols.SYMBOLS[one]}$ · {told[one]}" for one in told))
