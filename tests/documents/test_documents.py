"""A value can never become markup, and a forgotten one is an error."""

import pytest
from jinja2 import UndefinedError

from explainer import documents


@pytest.fixture
def templates(monkeypatch: pytest.MonkeyPatch) -> None:
    from jinja2 import DictLoader

    found = {"t.html": "<p>{{ name }}</p>"}
    monkeypatch.setattr(documents._templates(), "loader", DictLoader(found))


@pytest.mark.usefixtures("templates")
def test_values_are_text() -> None:
    assert documents.document("t.html", name="<b>&\"'") == "<p>&lt;b&gt;&amp;&#34;&#39;</p>"


@pytest.mark.usefixtures("templates")
def test_a_missing_value_raises() -> None:
    with pytest.raises(UndefinedError):
        documents.document("t.html")
