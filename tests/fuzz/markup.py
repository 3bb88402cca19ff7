"""Finds text of a reader in places that Streamlit reads as Markdown.

Every hostile text carries MARK, a sign no text of ours has. A string that Markdown reads may hold
it only when every sign beside it is escaped.
"""

import re
from collections.abc import Iterator
from typing import Any

from google.protobuf.message import Message  # type: ignore[import-untyped]
from streamlit.testing.v1 import AppTest

MARK = "₪"
# Between two marks, so that what is taken for markup is known to be the reader's.
SIGNS = ("**", "__", "`", "$", "$$", "~~", "](x.test)", "<b>", "</b>", ":red[", "![", "|", "\n# ")
HOSTILE = tuple(f"{MARK}{sign}{MARK}" for sign in SIGNS)
# From the first mark to the last one, with a sign that means something and is not escaped.
OPEN = re.compile(r"(?<!\\)(?:[*_`$~<\[\]|#]|:red)")

# Where Streamlit shows a string as it is (a file of the browser's code says so for each).
INERT = {
    *("text.body", "code.code_text", "text_input.value", "text_input.default", "text_area.value"),
    *("text_area.default", "vega_lite_chart.spec", "selectbox.options", "selectbox.raw_value"),
    "page_link.query_string",
}
INERT_KINDS = {"bidi_component", "arrow_data_frame", "vega_lite_chart", "dataframe"}


def protos(app: AppTest) -> Iterator[tuple[str, Message]]:
    """Each element and each container of what is shown, with the name of its kind."""
    stack: list[Any] = [app._tree]
    while stack:
        node = stack.pop()
        stack += getattr(node, "children", {}).values()
        proto = getattr(node, "proto", None)
        if isinstance(proto, Message):
            yield str(node.type), proto


def strings(proto: Message, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in a message with the names that lead to it."""
    for field, value in proto.ListFields():
        here = f"{path}.{field.name}" if path else field.name
        for item in value if field.is_repeated else (value,):
            if isinstance(item, Message):
                yield from strings(item, here)
            elif isinstance(item, str):
                yield here, item


def open_markup(text: str) -> str:
    """The reader's part of a text if a sign in it is not escaped, else ""."""
    first, last = text.find(MARK), text.rfind(MARK)
    inner = text[first : last + 1]
    return inner if first >= 0 and OPEN.search(inner) else ""


def leaks(app: AppTest) -> list[str]:
    """Kind, field and text of everything a reader wrote that could become markup."""
    found = []
    for kind, proto in protos(app):
        if kind in INERT_KINDS:
            continue
        for path, text in strings(proto):
            if f"{kind}.{path}" not in INERT and (inner := open_markup(text)):
                found.append(f"{kind}.{path}: {inner[:80]!r} in {text[:160]!r}")
    return found
