"""How numbers are written."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np

from explainer.text.numbers import decimal, percent, power, true_minus
from tests.layers.sources import files, name_of

WRITE = {"decimal": decimal, "percent": percent, "power": power}
TABLE = json.loads(Path(__file__).with_name("numbers.json").read_text("utf-8"))


def test_a_number_is_written() -> None:
    more = (
        ("decimal", np.float32(-0.25), 3, "−0.250"),
        ("decimal", -math.inf, 2, "−∞"),
        ("decimal", math.inf, 0, "∞"),
        ("decimal", math.nan, 2, "NaN"),
        ("power", math.inf, 0, "∞"),
    )
    # `explainer/drawings/format.js` is held to the table as well.
    for kind, value, digits, written in (*TABLE, *more):
        assert WRITE[kind](value, digits) == written, (kind, value, digits)
    assert true_minus("-1.5e-07") == "−1.5e−07", "every hyphen becomes a minus"


def test_nobody_else_puts_the_sign() -> None:
    other = [p for p in files("explainer") if 'replace("-", ' in p.read_text(encoding="utf-8")]
    assert [name_of(path) for path in other] == ["explainer/text/numbers.py"]
