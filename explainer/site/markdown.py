"""Streamlit's Markdown as HTML: CommonMark, formulas between dollar signs, `:small[...]`, icons."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from html import escape
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline
from mdit_py_plugins.dollarmath import dollarmath_plugin

from explainer.site import SiteError
from explainer.site.formula import mathml

SMALL: Final = ":small["
ICON: Final = re.compile(r":material/([a-z_]+):")
DIRECTIVE: Final = re.compile(r"(?<![\w:\\]):([a-z][a-z-]*)\[")
NOWHERE: Final = re.compile(r'<a href=""([^>]*)>(.*?)</a>')
Link = Callable[[str], str]


def html(body: str, link: Link) -> str:
    """Convert Markdown with paragraphs, lists and code; `link` maps addresses of the app."""
    return _led(_parser().render(_known(body), {"link": link}))


def inline_html(body: str, link: Link) -> str:
    """Convert one line of Markdown, without a paragraph around it."""
    return _led(_parser().renderInline(_known(body), {"link": link}))


def _led(html: str) -> str:
    """Replace links to pages that are not exported by abbreviations, which keep the tooltip."""
    return NOWHERE.sub(r"<abbr\1>\2</abbr>", html)


def _known(body: str) -> str:
    unknown = {name for name in DIRECTIVE.findall(body) if f":{name}[" != SMALL}
    if unknown:
        raise SiteError(f"Markdown directive {sorted(unknown)} in {body[:80]!r}")
    return body


@cache
def _parser() -> MarkdownIt:
    made = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    made.use(
        dollarmath_plugin,
        allow_space=True,
        allow_digits=True,
        double_inline=True,
        renderer=lambda latex, options: mathml(latex, is_block=options["display_mode"]),
    )
    made.inline.ruler.before("link", "small", _small)
    made.inline.ruler.before("link", "icon", _icon)
    made.add_render_rule("link_open", _link_open)
    made.add_render_rule("icon", lambda _, tokens, at, *__: icon(tokens[at].content))
    return made


def icon(name: str) -> str:
    """Render a Material Symbols icon, hidden from screen readers."""
    return f'<span class="icon" aria-hidden="true">{escape(name)}</span>'


def _small(state: StateInline, silent: bool) -> bool:
    start, most = state.pos + len(SMALL) - 1, state.posMax
    if not state.src.startswith(SMALL, state.pos):
        return False
    end = state.md.helpers.parseLinkLabel(state, start)
    if end < 0:
        return False
    if not silent:
        state.push("small_open", "small", 1)
        state.pos, state.posMax = start + 1, end
        state.md.inline.tokenize(state)
        state.push("small_close", "small", -1)
    state.pos, state.posMax = end + 1, most
    return True


def _icon(state: StateInline, silent: bool) -> bool:
    found = ICON.match(state.src, state.pos)
    if found is None:
        return False
    if not silent:
        state.push("icon", "", 0).content = found[1]
    state.pos = found.end()
    return True


def _link_open(self: Any, tokens: Any, at: int, options: Any, env: Any) -> str:
    token = tokens[at]
    token.attrSet("href", env["link"](token.attrGet("href")))
    return str(self.renderToken(tokens, at, options, env))
