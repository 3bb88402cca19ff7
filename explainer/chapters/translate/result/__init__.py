"""One sentence, large, with a button that copies it: inert text of any content.

`st.code` would do the same and fetch half a megabyte of highlighting for programming languages.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from explainer.charts.palette import PALETTE, theme
from explainer.components.shared import DOM, component
from explainer.text import Text

COLOURS: Final = ("ink", "second", "panel", "line", "page")
COMPONENT = component(Path(__file__).parent, DOM)


def result(text: Text, sentence: str, *, lang: str, dark: bool, key: str) -> None:
    """Show `sentence`, which is in the language `lang`."""
    colours = PALETTE[theme(dark)]
    COMPONENT(
        key=key,
        data={
            "sentence": sentence,
            "lang": lang,
            "copy": text("translate.copy"),
            "copied": text("translate.copied"),
            "colours": {name: colours[name] for name in COLOURS},
        },
    )
