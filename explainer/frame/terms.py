"""Words of the glossary in running text: each is a link that says its meaning under the pointer.

Markdown of Streamlit's own: a link with a title. It opens the glossary beside the page, which stays
as it is. Only the first of each word, only whole words, and few of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final
from urllib.parse import urlencode

import streamlit as st

from explainer.data import glossary
from explainer.data.glossary import Term
from explainer.frame import teaching
from explainer.frame.course import chapter_of
from explainer.text import Text
from explainer.text.josa import NOUN_ENDS

PAGE: Final = "glossary"
MOST: Final = 5  # links in one text
# Names that are also everyday words, which a reader would find explained in the wrong place.
EVERYDAY: Final = frozenset({"value", "key", "score", "parameter", "paper", "probability", "id"})
# A link that is all of a bold span, and one that ends or begins a span beside a letter. Markdown
# reads `**[term](...)**` before a Korean particle as asterisks: a bracket is no letter.
LINK: Final = rf'\[([^\]]+)\]\(({PAGE}\?[^ ]+ "(?:[^"\\]|\\.)+")\)'
ALL_BOLD: Final = re.compile(rf"\*\*{LINK}\*\*")
AT_AN_EDGE: Final = re.compile(rf"{LINK}(?=\*\*\w)|(?<=\w\*\*){LINK}")
SHORTEST: Final = 4  # letters
SHORTEST_KOREAN: Final = 2  # syllables
SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "<>[]_*`$|~:#!"})
APART: Final = re.compile(r"\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)")  # formulas, code, links


def escape(words: str) -> str:
    """`words` for Markdown, such that every sign stands as it is: `<s>`, `|x|`, a reader's `**`."""
    return words.translate(SIGNS)


def link_terms(text: Text, words: str, most: int = MOST) -> str:
    """`words`, Markdown of ours, with the first of each term as a link to its entry.

    As they are where a teacher shows no other page, on a slide, and in an app without a glossary.
    """
    hidden = teaching.hides("chapters") or teaching.current().present
    if hidden or chapter_of(PAGE) is None:
        return words
    kept = {name: st.query_params[name] for name in teaching.NAMES if name in st.query_params}
    known, told = _names(text.lang), set[str]()

    def link(match: re.Match[str]) -> str:
        term = known[match[0].casefold()]
        if term.id in told or len(told) == most:
            return match[0]
        told.add(term.id)
        name = term.name(text.lang)
        address = urlencode({**kept, "lang": text.lang, "glossary_q": name})
        meaning = term.means(text.lang).partition(". ")[0].rstrip(".").replace('"', r"\"")
        return f'[{match[0]}]({PAGE}?{address} "{meaning}.")'

    tokens, at = [], 0
    for apart in (*APART.finditer(words), None):
        end = apart.start() if apart else len(words)
        tokens += [_pattern(text.lang).sub(link, words[at:end]), apart[0] if apart else ""]
        at = apart.end() if apart else end
    whole = ALL_BOLD.sub(r"[**\1**](\2)", "".join(tokens))
    return AT_AN_EDGE.sub(lambda found: found[1] or found[3], whole)


@cache
def _names(lang: str) -> dict[str, Term]:
    """Terms by the name a text of `lang` has for them."""
    terms = (term for term in glossary.terms() if term.id not in EVERYDAY)
    names = {term.name(lang).casefold(): term for term in terms}
    shortest = SHORTEST_KOREAN if lang == "ko" else SHORTEST
    return {name: term for name, term in names.items() if len(name) >= shortest}


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    """Any of the names as a whole word, the longest that is there."""
    names = "|".join(map(re.escape, sorted(_names(lang), key=len, reverse=True)))
    ending = NOUN_ENDS if lang == "ko" else r"(?!\w)"
    return re.compile(rf"(?<![\w-])(?:{names}){ending}", re.IGNORECASE)
