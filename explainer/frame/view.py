"""What a page gets: the reader's language and theme, the model, and the finished translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


def is_dark() -> bool:
    """Whether the reader sees the dark theme. Light until the browser has told."""
    return st.context.theme.type == "dark"


@dataclass(frozen=True)
class View:
    """Handed to everything that draws a part of a page.

    `maybe_translation` is None only when nothing could be translated yet (no model is installed,
    or it is broken). `translator_name` and `card` belong to the model of the translation.
    """

    text: Text
    lang: str  # "ko" or "en"
    dark: bool
    translator_name: str
    card: Mapping[str, Any]  # config.json of the model
    maybe_translation: Translation | None

    @property
    def translation(self) -> Translation:
        """The translation on screen, for parts that are drawn only when there is one.

        Raises RuntimeError where there is none.
        """
        if self.maybe_translation is None:
            raise RuntimeError("nothing is translated: a part that needs it was drawn all the same")
        return self.maybe_translation
