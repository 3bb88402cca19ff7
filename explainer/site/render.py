"""Convert page elements to HTML: one function per kind; an unknown kind stops the build."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from explainer.site import SiteError
from explainer.site.addresses import Addresses
from explainer.site.charts import chart
from explainer.site.formula import mathml
from explainer.site.markdown import html, icon, inline_html
from explainer.site.surface import surface
from explainer.site.tables import dataframe
from explainer.site.tree import Node
from explainer.text import Text

# Elements that need the server: a line lists them as available in the app.
CONTROLS: Final = frozenset(
    {
        *("button", "button_group", "checkbox", "file_uploader", "link_button", "menu_button"),
        *("multiselect", "number_input", "popover", "radio", "selectbox", "slider"),
        *("text_area", "text_input", "toggle"),
    }
)
# Drawings of the app's frame, which the site replaces or does not need.
FRAME: Final = frozenset({"page_fixes", "presenter", "sharelink"})
SCRIPT: Final = re.compile(r'\["drawings/mount\.js", "(?:chapters|drawings)/([^"]+)\.js"')
MATH: Final = re.compile(r"^\$\$|\$\$$")
COLOURS: Final = re.compile(r"#[0-9A-Fa-f]{3,8}\b|rgba?\([^)]*\)|(?<=\")(?:white|black)(?=\")")


@dataclass(frozen=True)
class Words:
    """Context of rendering: the texts of the language, and the addresses of the site."""

    text: Text
    addresses: Addresses

    def link(self, address: str) -> str:
        return self.addresses.href(address)


def rendered(node: Node, words: Words) -> str:
    """Return the HTML of an element, "" if it shows nothing. Raises SiteError for other kinds."""
    draw = KINDS.get(node.kind)
    if draw is None:
        raise SiteError(
            f"no HTML for an element of the kind {node.kind!r} ({node.key or 'no key'})"
        )
    return draw(node, words)


def merge_themes(light: str, dark: str) -> str:
    """Merge the light and dark HTML of an element, which differ in colours, into one."""
    if light == dark:
        return light
    parts = COLOURS.split(light)
    if parts != COLOURS.split(dark):
        return f'<div class="if-light">{light}</div><div class="if-dark">{dark}</div>'
    pairs = zip(COLOURS.findall(light), COLOURS.findall(dark), strict=True)
    shades = [one if one == other else f"light-dark({one}, {other})" for one, other in pairs]
    return parts[0] + "".join(a + b for a, b in zip(shades, parts[1:], strict=True))


def component(node: Node) -> tuple[str, dict[str, Any]]:
    """Return a drawing's name, such as `masks/triangle`, and the data it receives."""
    path = SCRIPT.search(node.proto.js_content)
    if path is None:
        raise SiteError(f"no drawing: component {node.proto.component_name!r}")
    given: dict[str, Any] = json.loads(node.proto.bytes)
    return path[1], given


def fallback_html(given: Mapping[str, Any]) -> str:
    """Return what a drawing shows without a script: its code, or else its name."""
    if "blocks" in given["data"]:
        return "".join(map(_block, given["data"]["blocks"]))
    return f"<p>{escape(given['words'].get('name', ''))}</p>"


def _block(block: Mapping[str, Any]) -> str:
    code = "\n".join("".join(span[1] for span in line) for line in block["lines"])
    return f"<p>{escape(block['where'])}</p><pre><code>{escape(code)}</code></pre>"


def compact_json(given: Mapping[str, Any]) -> str:
    """Serialize a drawing's data without spaces."""
    return json.dumps(given, ensure_ascii=False, separators=(",", ":"))


def content_hash(content: str) -> str:
    """Return the first ten hex digits of the SHA-256."""
    return hashlib.sha256(content.encode()).hexdigest()[:10]


def links(given: Mapping[str, Any], words: Words) -> str:
    """Render the groups of links that `drawings/pagelinks.js` draws in the app."""
    data, made = given["data"], []
    for group in data["groups"]:
        items = "".join(_item(one, data, words) for one in group["items"])
        name = f'<span class="caption">{escape(group["name"])}</span>'
        made += [f'<div class="group">{name}{items}</div>'] if items else []
    label = escape(data["title"] or data["groups"][0]["name"])
    return f'<nav class="{data["look"]}" aria-label="{label}">{"".join(made)}</nav>' if made else ""


def _item(item: Mapping[str, str], data: Mapping[str, Any], words: Words) -> str:
    href = escape(words.link(f"./{item['url']}"))
    if not href:
        return ""
    sign = icon(item["icon"]) if item["icon"] else ""
    note = f'<span class="note">{escape(item["note"])}</span>' if item["note"] else ""
    current = ' aria-current="page"' if item["id"] == data["here"] else ""
    return f'<a href="{href}"{current}>{sign}<span>{escape(item["name"])}</span>{note}</a>'


def _markdown(node: Node, words: Words) -> str:
    return html(node.proto.body, words.link)


def _caption(node: Node, words: Words) -> str:
    return f'<div class="caption">{html(node.proto.body, words.link)}</div>'


def _heading(node: Node, words: Words) -> str:
    title, _, more = node.proto.body.partition("\n\n")
    below = html(more, words.link) if more else ""
    return f"<h2>{inline_html(title, words.link)}</h2>{below}"


def _text(node: Node, _: Words) -> str:
    return f'<p class="text">{escape(node.proto.body)}</p>'


def _latex(node: Node, _: Words) -> str:
    return mathml(MATH.sub("", node.proto.body.strip()), is_block=True)


def _code(node: Node, _: Words) -> str:
    return f'<pre class="code" tabindex="0"><code>{escape(node.proto.code_text)}</code></pre>'


def _metric(node: Node, _: Words) -> str:
    label, value = escape(node.proto.label), escape(node.proto.body)
    return f'<dl class="metric"><dt>{label}</dt><dd>{value}</dd></dl>'


def _image(node: Node, words: Words) -> str:
    made = []
    for image in node.proto.imgs:
        if not image.url.startswith("data:"):
            raise SiteError(f"an image outside of the page: {image.url}")
        made.append(f'<img src="{image.url}" alt="{escape(image.alt)}" loading="lazy">')
    return "".join(made)


def _alert(node: Node, words: Words) -> str:
    return f'<div class="note-box" role="note">{html(node.proto.body, words.link)}</div>'


def _page_link(node: Node, words: Words) -> str:
    href = escape(words.link(f"./{node.proto.page}?{node.proto.query_string}"))
    return f'<p><a href="{href}">{escape(node.proto.label)}</a></p>'


def _chart(node: Node, words: Words) -> str:
    return chart(node.proto, words.text("site.numbers"))


def _surface(node: Node, words: Words) -> str:
    """Render a surface as a still picture, with a note that the app can rotate it."""
    turned = f'<div class="caption"><p>{escape(words.text("site.turned"))}</p></div>'
    return surface(node.proto, words.text("site.numbers")) + turned


def _dataframe(node: Node, _: Words) -> str:
    return dataframe(node.app, getattr(node.proto, "alt", ""))


def _nothing(_: Node, __: Words) -> str:
    return ""


KINDS: Final[Mapping[str, Callable[[Node, Words], str]]] = {
    "alert": _alert,
    "caption": _caption,
    "code": _code,
    "dataframe": _dataframe,
    "empty": _nothing,
    "error": _alert,
    "image": _image,
    "info": _alert,
    "latex": _latex,
    "markdown": _markdown,
    "metric": _metric,
    "page_link": _page_link,
    "plotly_chart": _surface,
    "subheader": _heading,
    "success": _alert,
    "text": _text,
    "title": _nothing,  # in the page's head
    "vega_lite_chart": _chart,
    "warning": _alert,
}
