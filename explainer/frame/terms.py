"""Link glossary terms in running text, with their meanings as tooltips.

They are Markdown links with a title, which open the glossary in the same tab. Only the first
occurrence of a term, only whole words, and only a few per text.
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
MOST: Final = 5  # links per text
# Names that are also everyday words, which would often be linked wrongly.
EVERYDAY: Final = frozenset({"value", "key", "score", "parameter", "paper", "probability", "id"})
# A link that fills a bold span, and one at its end or start next to a letter. Markdown does not
# treat `**[term](...)**` before a Korean particle as bold, since a bracket is not a letter.
LINK: Final = rf'\[([^\]]+)\]\(({PAGE}\?[^ ]+ "(?:[^"\\]|\\.)+")\)'
ALL_BOLD: Final = re.compile(rf"\*\*{LINK}\*\*")
AT_AN_EDGE: Final = re.compile(rf"{LINK}(?=\*\*\w)|(?<=\w\*\*){LINK}")
SHORTEST: Final = 4  # letters
SHORTEST_KOREAN: Final = 2  # syllables
SIGNS: Final = str.maketrans({sign: f"\\{sign}" for sign in "<>[]_*`$|~:#!"})
APART: Final = re.compile(r"\$[^$]*\$|`[^`]*`|\[[^\]]*\]\([^)]*\)")  # formulas, code, links


def escape(words: str) -> str:
    """Escape text for Markdown, so that `<s>`, `|x|` or a reader's `**` appear literally."""
    return words.translate(SIGNS)


def link_terms(text: Text, words: str, most: int = MOST) -> str:
    """Link the first occurrence of each term in `words`, our own Markdown, to its entry.

    Nothing is linked if a teacher hides other pages, on slides, and without a glossary.
    """
    hidden = teaching.hides("chapters") or teaching.current().present
    if hidden or chapter_of(PAGE) is None:
        return words
    kept = {name: st.query_params[name] for name in teaching.NAMES if name in st.query_params}
    by_name, linked = _names(text.lang), set[str]()

    def link(match: re.Match[str]) -> str:
        term = by_name[match[0].casefold()]
        if term.id in linked or len(linked) == most:
            return match[0]
        linked.add(term.id)
        address = urlencode({**kept, "lang": text.lang, "glossary_term": term.id})
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
    """Return the linkable terms by their name in `lang`."""
    terms = (term for term in glossary.terms() if term.id not in EVERYDAY)
    names = {term.name(lang).casefold(): term for term in terms}
    shortest = SHORTEST_KOREAN if lang == "ko" else SHORTEST
    return {name: term for name, term in names.items() if len(name) >= shortest}


@cache
def _pattern(lang: str) -> re.Pattern[str]:
    """Return a pattern of any name as a whole word, longest first."""
    names = "|".join(map(re.escape, sorted(_names(lang), key=len, reverse=True)))
    ending = NOUN_ENDS if lang == "ko" else r"(?!\w)"
    return re.compile(rf"(?<![\w-])(?:{names}){ending}", re.IGNORECASE)
