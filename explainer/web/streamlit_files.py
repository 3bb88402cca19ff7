"""Patches of Streamlit's own style sheets and scripts, applied before a browser gets them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from explainer.web.compression import Edit

# Typefaces of Streamlit: the theme names others, and of the icons ours has those that are used.
UNUSED: Final = re.compile(
    rb"@font-face\{font-family:(?:Source (?:Sans|Serif|Code Pro)|Material Symbols Rounded);[^}]*\}"
)
# The first value of a text field, `getStringValue(element) ?? null`, in a script without spaces.
FIRST_VALUE: Final = re.compile(rb"(\w+\.getStringValue\((\w+)\)\?\?)null")


def without_typefaces(css: bytes) -> bytes:
    """A style sheet that asks for half a megabyte less."""
    return UNUSED.sub(b"", css)


def filled_at_once(script: bytes) -> bytes:
    """A text field that begins with the value of its element.

    Streamlit's begins with what was typed before, which for a new field is nothing, and takes the
    element's value after it was painted: on a slow machine a reader sees it empty.
    """
    return FIRST_VALUE.sub(rb"\1(\2.setValue?\2.value:\2.default)??null", script)


# By a pattern of the file's name.
EDITS: Final[dict[str, Edit]] = {
    "*.css": without_typefaces,
    "TextInput.*.js": filled_at_once,
    "TextArea.*.js": filled_at_once,
}
