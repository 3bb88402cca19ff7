"""A page opened at once: AppTest itself needs a first run to know the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from tests.app.conftest import ROOT, TIMEOUT

Visit = Callable[..., AppTest]


@pytest.fixture(scope="module")
def visit(models_folder: Path) -> Any:
    """`visit("cell", {"cell_snippet": True}, kind="cross")`: page, session, address; one run.

    The toy models are loaded once for a file of tests.
    """
    hashes: dict[str, str] = {}

    def opened(page: str, session: Mapping[str, object] | None = None, **params: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=TIMEOUT)
        app.query_params.update({"model": "ko-toy", **params})
        for key, value in (session or {}).items():
            app.session_state[key] = value
        if not hashes:
            app.run()
            found = app._registered_pages.items()
            hashes.update({info.get("url_pathname", ""): name for name, info in found})
        app._page_hash = hashes[page]
        return app.run()

    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("EXPLAINER_PRETRAINED", str(models_folder))
        st.cache_resource.clear()
        yield opened
