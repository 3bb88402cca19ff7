"""One way to write a share, in the pages' Python and in the drawings' JavaScript.

`numbers.json`, the rules of both, is held by `test_numbers.py` and `format_test.js`.
"""

from __future__ import annotations

import re

from explainer.drawings import HERE
from tests.layers.sources import ROOT, files, name_of

FORMAT = HERE / "format.js"
# What writes a share by itself. A width or a height in a style is no share that anybody reads.
PYTHON = re.compile(r":\.\d%|[\"']<[\d.]+%?[\"']")
SCRIPT = re.compile(r"(toFixed|toPrecision|Math\.round)\([^`]*\}%|[\"'`]<[\d.]+%?[\"'`]")
STYLE = re.compile(r"\.style\b|style=\"|setProperty|var\(--|\"--|color-mix")


def test_nobody_else_writes_a_share() -> None:
    own = [
        f"{name_of(path)}: {line.strip()}"
        for path in files("explainer", suffixes=(".py", ".js"))
        if not path.stem.endswith("_test")
        # Cards of models are files of their own, written once.
        if path != FORMAT and not path.is_relative_to(ROOT / "explainer" / "training")
        for line in path.read_text("utf-8").splitlines()
        if (PYTHON if path.suffix == ".py" else SCRIPT).search(line) and not STYLE.search(line)
    ]
    assert own == []
