"""The glossary: a search field, and every term with its names, symbol, meaning and page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Final

import streamlit as st

from explainer.data import glossary
from explainer.data.glossary import Term
from explainer.frame import address, choices, navigation, symbols, teaching
from explainer.frame.course import chapter_of, chapters, part_of
from explainer.text import Text

QUERY: Final = "glossary_q"
ORDER: Final = "glossary_order"
LONGEST: Final = 40  # characters of a search
OTHER: Final = {"ko": "en", "en": "ko"}
ESCAPED: Final = str.maketrans({sign: f"\\{sign}" for sign in "<>[]_*`$|~"})


def draw_search(text: Text) -> list[Term]:
    """The field, and the terms it finds, the best first; all where nothing is searched."""
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        with st.container(width="stretch", key="glossary_field"):
            query = _query(text)
        by_course = _is_by_course(text)
    found = glossary.search(query, text.lang)
    if not found:
        st.info(text("glossary.nothing"), icon=":material/search_off:")
    elif query.strip():
        st.caption(text("glossary.found", count=len(found), total=len(glossary.terms())))
    elif by_course:
        return in_course(found)
    return found


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
    )
    address.keep(QUERY, query, "")
    return query


def _is_by_course(text: Text) -> bool:
    names = text.each("glossary.order_*", "course", "letter")
    return choices.segments(text, ORDER, text("glossary.order"), names, "course") == "course"


def in_course(found: Sequence[Term]) -> list[Term]:
    """Chapter by chapter in the order of the course, in each one as the list has them."""
    place = {chapter.id: at for at, chapter in enumerate(chapters())}
    among = {term.id: at for at, term in enumerate(glossary.terms())}
    return sorted(found, key=lambda term: (place.get(term.page, len(place)), among[term.id]))


def _part(text: Text, term: Term) -> str:
    chapter = chapter_of(term.page)
    return text(part_of(chapter).name) if chapter else ""


def draw_legend(text: Text) -> None:
    """What the symbols of all pages count."""
    told = symbols.names(text)
    with st.expander(text("glossary.legend")):
        st.markdown("  \n".join(f"${symbols.SYMBOLS[one]}$ · {told[one]}" for one in told))


def draw_terms(text: Text, found: Sequence[Term]) -> None:
    """Part by part of the course or letter by letter below an index, or as a search ranks them;
    all words are ours.
    """
    if st.session_state.get(QUERY, "").strip():
        with st.container(key="terms_found"):
            _draw_each(text, found)
        return
    by_course = st.session_state.get(ORDER) == "course"
    heads = (_part(text, term) if by_course else glossary.letter(term, text.lang) for term in found)
    groups = [
        (name or text("glossary.symbols"), f"group-{at}", [term for _, term in group])
        for at, (name, group) in enumerate(
            groupby(zip(heads, found, strict=True), key=lambda each: each[0])
        )
    ]
    with st.container(key="letters"):
        st.markdown(" ".join(f"[{name}](#{anchor})" for name, anchor, _ in groups))
    for name, anchor, group in groups:
        st.subheader(name, anchor=anchor)
        with st.container(key=f"terms_{anchor}"):
            _draw_each(text, group)


def _draw_each(text: Text, found: Sequence[Term]) -> None:
    leads, carried = not teaching.hides("chapters"), navigation.carried_values()
    pages = navigation.pages(text)
    for term in found:
        with st.container(gap="xsmall", key=f"term_{term.id}"):
            st.markdown(entry(term, text.lang))
            if leads:
                _where(pages, term, carried)


@cache
def entry(term: Term, lang: str) -> str:
    """Markdown: the names with the symbol on one line, the meaning below."""
    names = [f"**{_inert(term.name(lang))}**"]
    if term.name(OTHER[lang]) != term.name(lang):
        names.append(_inert(term.name(OTHER[lang])))
    if term.symbol:
        names.append(f"${term.symbol}$")
    others = dict.fromkeys((*term.also(lang), *term.also(OTHER[lang])))
    also = f"  \n:small[{_inert(', '.join(others))}]" if others else ""
    return f"{' · '.join(names)}{also}  \n{_inert(term.means(lang))}"


def _inert(words: str) -> str:
    """Our words with `<s>` and `|x|` in them as they stand."""
    return words.translate(ESCAPED)


def _where(pages: Mapping[str, st.Page], term: Term, carried: Mapping[str, str]) -> None:
    """The way to the page that shows it, with everything the reader has chosen."""
    if term.page in pages:
        st.page_link(pages[term.page], query_params={**carried, **term.params}, width="content")
