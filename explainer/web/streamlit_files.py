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

# A grammar's own name, and how the highlighter of code learns its three hundred grammars.
GRAMMAR: Final = re.compile(rb"([\w$]+)\.displayName=`(\w+)`")
LEARNT: Final = re.compile(rb"(?:([\w$]+)\.register\([\w$]+\),?){50,}")
LANGUAGE: Final = b"python"  # of all code on a page; what has no language needs no grammar


def without_typefaces(css: bytes) -> bytes:
    """A style sheet that asks for half a megabyte less."""
    return UNUSED.sub(b"", css)


def filled_at_once(script: bytes) -> bytes:
    """A text field that begins with the value of its element.

    Streamlit's begins with what was typed before, which for a new field is nothing, and takes the
    element's value after it was painted: on a slow machine a reader sees it empty.
    """
    return FIRST_VALUE.sub(rb"\1(\2.setValue?\2.value:\2.default)??null", script)


def for_one_language(script: bytes) -> bytes:
    """A highlighter that knows LANGUAGE alone.

    Streamlit's builds all grammars before the first block of code is shown, even one without a
    language: a tenth of what a page costs to open.
    """
    names = {name: variable for variable, name in GRAMMAR.findall(script)}
    return LEARNT.sub(
        lambda all: (
            b"%b.register(%b)" % (all[1], names[LANGUAGE])
            + (b"," if all[0].endswith(b",") else b"")
        ),
        script,
    )


# By a pattern of the file's name.
EDITS: Final[dict[str, Edit]] = {
    "*.css": without_typefaces,
    "StreamlitSyntaxHighlighter.*.js": for_one_language,
    "TextInput.*.js": filled_at_once,
    "TextArea.*.js": filled_at_once,
}
