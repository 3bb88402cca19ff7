"""What several components need stands in one place."""

from __future__ import annotations

from explainer.components.shared import VEGA
from tests.layers.sources import files


def test_one_search_for_the_running_view_of_a_chart() -> None:
    scripts = files("explainer", suffixes=(".js", ".py"))
    assert [p for p in scripts if "__reactFiber" in p.read_text(encoding="utf-8")] == [VEGA]
