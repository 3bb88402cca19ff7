"""One page around the tiny random model, without the shell: what the tests of chapters share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from explainer.decoding import DecodeOptions

Open = Callable[..., AppTest]


def app(page: str, model: str, lang: str, dark: bool, sentence: str | None, search: object) -> None:
    """Runs as a script of its own, so it imports for itself, and knows no name outside."""
    import importlib

    from explainer.decoding import DecodeOptions
    from explainer.text import Text
    from explainer.ui import resources
    from explainer.ui.view import View

    assert isinstance(search, DecodeOptions)
    done = resources.translate(resources.Request(model, sentence, search)) if sentence else None
    card = resources.usable()[model].card
    render = importlib.import_module(f"explainer.pages.{page}").render
    render(View(Text(lang), lang, dark, model, card, done))


@contextmanager
def tiny_pages(
    page: str, folder: Path, usual: str, how: DecodeOptions, *, dark_in: str = ""
) -> Iterator[Open]:
    """Opens `page` with the model in `folder`; `usual` sentence and search unless told otherwise.

    The theme is dark in the language `dark_in`. What is said by name stands in the address.
    """

    def opened(
        lang: str = "en",
        sentence: str | None = usual,
        search: DecodeOptions = how,
        **address: str,
    ) -> AppTest:
        arguments = (page, folder.name, lang, lang == dark_in, sentence, search)
        at = AppTest.from_function(app, default_timeout=60, args=arguments)
        at.query_params.update(address)
        at.run()
        assert not at.exception
        return at

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLAINER_PRETRAINED", str(folder.parent))
        st.cache_resource.clear()
        yield opened
        st.cache_resource.clear()
