"""What several components need stands in one place."""

from __future__ import annotations

import base64
import gzip
import re
from pathlib import Path

import pytest

from explainer.components.shared import DOM, LINKS, component, join_scripts, pack
from tests.layers.sources import files


def test_nothing_is_looked_for_in_what_react_and_vega_keep_to_themselves() -> None:
    private = re.compile(r"__react|memoizedState|\._(signals|runtime|svg)\b")
    scripts = files("explainer", suffixes=(".js",))
    assert not [p for p in scripts if private.search(p.read_text(encoding="utf-8"))]


def test_a_packed_script_is_the_script_and_shorter() -> None:
    script = join_scripts((DOM, LINKS)) + "\nexport default function draw() { return '가'; }"
    module = pack(script)
    body = re.search('atob[(]"([^"]*)"[)]', module)
    assert body is not None
    assert gzip.decompress(base64.b64decode(body[1])).decode() == script
    assert len(module) < len(script)
    assert module.rstrip().endswith("export default module.default;")


def test_no_two_components_have_one_name() -> None:
    """Each is named after its folder; the frame knows the last of a name, on every page."""
    folders = [p.parent for p in files("explainer", suffixes=(".js",)) if p.stem == p.parent.name]
    assert folders
    names = [folder.name for folder in folders]
    assert sorted(names) == sorted(set(names))


def test_a_second_component_of_a_name_is_refused(tmp_path: Path) -> None:
    for place in ("one", "other"):
        folder = tmp_path / place / "same_name"
        folder.mkdir(parents=True)
        for ending in ("css", "js"):
            (folder / f"same_name.{ending}").write_text("", encoding="utf-8")
    component(tmp_path / "one" / "same_name")
    with pytest.raises(ValueError, match="two components are called same_name"):
        component(tmp_path / "other" / "same_name")
