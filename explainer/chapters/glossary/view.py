"""The glossary: a search, the list of all words, the entry of the chosen one, or all in full."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import groupby
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from explainer.chapters.glossary.place import sketch
from explainer.components.pagelinks import Group, Item, pagelinks
from explainer.data import glossary
from explainer.data.glossary import Term
from explainer.frame import address, choices, navigation, symbols, teaching
from explainer.frame import chapter as parts
from explainer.frame.course import chapter_of, chapters, part_of
from explainer.frame.figuremap import lit
from explainer.frame.view import View
from explainer.text import Text

QUERY: Final = "glossary_q"
ORDER: Final = "glossary_order"
TERM: Final = "glossary_term"  # the entry that is open
LONGEST: Final = 40  # characters of a search
OTHER: Final = {"ko": "en", "en": "ko"}
ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "<>[]_*`$|~"})


def draw_search(text: Text) -> tuple[str, str]:
    """What is looked for, without spaces around it, and the order: course, letter or full."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        with st.container(width="stretch", key="glossary_field"):
            query = _query(text)
        names = text.each("glossary.order_*", "course", "letter", "full")
        order = choices.segments(text, ORDER, text("glossary.order"), names, "course")
    return query.strip(), order


def _query(text: Text) -> str:
    value = address.seed(QUERY, "", lambda written: written[:LONGEST])
    query = st.text_input(
        text("glossary.search"),
        value=value,
        key=QUERY,
        max_chars=LONGEST,
        live=True,
        placeholder=text("glossary.search_empty"),
        autocomplete="off",
        on_change=address.give,  # another search opens its own best match
        args=(TERM, None),
    )
    address.keep(QUERY, query, "")
    return query


def draw_list(view: View, terms: Sequence[Term], query: str, order: str) -> None:
    """The entry of one term, which stays in sight beside the list of those that were found: by
    part of the course or by letter, or as a search ranks them.
    """
    text = view.text
    chosen = _chosen(text, in_course(terms) if order == "course" and not query else terms)
    with st.container(key="glossary"):
        entry, words = st.columns([0.36, 0.64], gap="medium")
    with words:
        pagelinks(
            key="glossary_terms",
            look="words",
            groups=_groups(text, terms, "ranked" if query else order),
            query=urlencode(navigation.carried_values()),
            dark=view.dark,
            on_go=lambda id: st.session_state.__setitem__(TERM, id),
            here=chosen.id,
            title=text("glossary.terms"),
        )
    with entry, st.container(border=True, gap="small", key="glossary_entry"):
        _draw_entry(text, chosen, view.dark)


def _chosen(text: Text, terms: Sequence[Term]) -> Term:
    """The term whose entry is open; where it was not found, or none is chosen, the first in sight:
    of a search the best match.
    """
    if QUERY in st.query_params and TERM not in st.query_params:
        address.forget(TERM)  # a link asks for its own
    known = {term.id: term for term in terms}
    id = choices.value_in_drawing(
        text, TERM, "", address.one_of({term.id for term in glossary.terms()})
    )
    return known.get(id) or terms[0]


def _groups(text: Text, terms: Sequence[Term], order: str) -> list[Group]:
    """Terms as links, under the names of their groups."""
    if order == "ranked":
        name = text("glossary.found", count=len(terms), total=len(glossary.terms()))
        return [Group(name, tuple(_item(text, term) for term in terms))]
    return [
        Group(name, tuple(_item(text, term) for term in group))
        for name, group in _grouped(text, terms, order)
    ]


def _grouped(text: Text, terms: Sequence[Term], order: str) -> list[tuple[str, list[Term]]]:
    """By part of the course, in each as the list has them, or by letter."""
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
    """Chapter by chapter in the order of the course, in each one as the list has them."""
    place = {chapter.id: at for at, chapter in enumerate(chapters())}
    among = {term.id: at for at, term in enumerate(glossary.terms())}
    return sorted(terms, key=lambda term: (place.get(term.page, len(place)), among[term.id]))


def _part(text: Text, term: Term) -> str:
    chapter = chapter_of(term.page)
    return text(part_of(chapter).name) if chapter else ""


def _item(text: Text, term: Term) -> Item:
    other = term.name(OTHER[text.lang])
    note = "" if other == term.name(text.lang) else other
    return Item(term.id, f"glossary?{TERM}={term.id}", term.name(text.lang), "", note)


def _draw_entry(text: Text, term: Term, dark: bool) -> None:
    """Everything about one term, and the way to the page that shows it."""
    st.subheader(inert(term.name(text.lang)), anchor=False)
    others = dict.fromkeys((term.name(OTHER[text.lang]), *_also(term, text.lang)))
    if names := ", ".join(name for name in others if name != term.name(text.lang)):
        st.caption(inert(names))
    chapter = chapter_of(term.page)
    if chapter is not None and (regions := term.parts or lit(chapter)):
        st.image(sketch(regions, dark), width="stretch", alt=text("glossary.place"))
    st.markdown(inert(term.means(text.lang)))
    if term.symbol:
        st.latex(term.symbol)
    pages = navigation.pages(text)
    if term.page in pages and not teaching.hides("chapters"):
        query = {**navigation.carried_values(), **term.params}
        st.caption(text("glossary.see"))
        st.page_link(pages[term.page], query_params=query, width="content")


def draw_full(text: Text, terms: Sequence[Term], *, is_ranked: bool) -> None:
    """Every entry that was found, to read through or to print: by part of the course."""
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
    """Markdown: the names with the symbol on one line, the meaning below."""
    names = [f"**{inert(term.name(lang))}**"]
    if term.name(OTHER[lang]) != term.name(lang):
        names.append(inert(term.name(OTHER[lang])))
    if term.symbol:
        names.append(f"${term.symbol}$")
    also = _also(term, lang)
    more = f"  \n:small[{inert(', '.join(also))}]" if also else ""
    return f"{' · '.join(names)}{more}  \n{inert(term.means(lang))}"


def _also(term: Term, lang: str) -> list[str]:
    """Its further names, those of the reader's language first."""
    return [*dict.fromkeys((*term.also(lang), *term.also(OTHER[lang])))]


def inert(words: str) -> str:
    """Our words with `<s>` and `|x|` in them as they stand."""
    return words.translate(ESCAPED)


def draw_legend(text: Text) -> None:
    """What the symbols of all pages count."""
    place = parts.fold(text("glossary.legend"), key="glossary_legend")
    if place.open:
        told = symbols.names(text)
        with place:
            st.markdown("  \n".join(f"${symbols.SYMBOLS[one]}$ · {told[one]}" for one in told))
