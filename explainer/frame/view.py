"""The view passed to pages: language, theme, model and translation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import streamlit as st

if TYPE_CHECKING:
    from explainer.engine import Translation
    from explainer.text import Text


def is_dark() -> bool:
    """Return whether the browser uses the dark theme; False until it has reported."""
    return st.context.theme.type == "dark"


@dataclass(frozen=True)
class View:
    """Context passed to everything that draws a part of a page.

    `maybe_translation` is None only if nothing could be translated yet (the model is missing or
    broken). `translator_name` and `card` are those of the translation's model.
    """

    text: Text
    lang: str  # "ko" or "en"
    dark: bool
    translator_name: str
    card: Mapping[str, Any]  # config.json of the model
    maybe_translation: Translation | None

    @property
    def translation(self) -> Translation:
        """The current translation, for parts that need one. Raises RuntimeError without one."""
        if self.maybe_translation is None:
            raise RuntimeError("a part of the page that needs a translation was drawn without one")
        return self.maybe_translation
