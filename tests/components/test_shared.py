"""What several components need stands in one place."""

from __future__ import annotations

import base64
import gzip
import re

from explainer.components.shared import ANSWERS, DOM, SVG, VEGA, join_scripts, pack
from tests.layers.sources import files


def test_one_search_for_the_running_view_of_a_chart() -> None:
    scripts = files("explainer", suffixes=(".js", ".py"))
    assert [p for p in scripts if "__reactFiber" in p.read_text(encoding="utf-8")] == [VEGA]


def test_a_packed_script_is_the_script_and_shorter() -> None:
    script = join_scripts((ANSWERS, DOM, SVG)) + "\nexport default function draw() { return '가'; }"
    module = pack(script)
    body = re.search('atob[(]"([^"]*)"[)]', module)
    assert body is not None
    assert gzip.decompress(base64.b64decode(body[1])).decode() == script
    assert len(module) < len(script)
    assert module.rstrip().endswith("export default module.default;")
