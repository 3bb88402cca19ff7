"""Files to take away: the numbers are right, any text is inert."""

from __future__ import annotations

import csv
import io
import json
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

from explainer.chapters.maps import charts as download
from explainer.charts.palette import rgb, shade
from tests.fakes import fake_translation

TRANSLATION = fake_translation(8, 11, 9)
MAP: dict[str, Any] = {
    "weights": TRANSLATION.attention("cross")[1, 1],
    "row_labels": TRANSLATION.predicted_pieces,
    "key_labels": TRANSLATION.source.pieces,
}
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("dark", [False, True])
def test_svg_holds_every_weight_and_label(dark: bool) -> None:
    text = download.map_svg(**MAP, title="a <b> & c\x00", caption="</svg>", dark=dark)
    tree = ElementTree.fromstring(text)
    cells = [e for e in tree.iter(f"{SVG}rect") if "data-weight" in e.attrib]
    found = [float(cell.attrib["data-weight"]) for cell in cells]
    assert found == pytest.approx(MAP["weights"].ravel().tolist(), abs=1e-6)
    assert cells[0].attrib["fill"] == shade(found[0], dark)
    words = [e.text for e in tree.iter(f"{SVG}text")]
    assert set(MAP["row_labels"]) | set(MAP["key_labels"]) <= set(words)
    assert "a <b> & c\ufffd" in words
    assert "</svg>" in words


@pytest.mark.parametrize("font", [True, False])
def test_png_has_the_shades(font: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not font:
        monkeypatch.setattr(download, "hangul_font", lambda: None)
    picture = Image.open(io.BytesIO(download.map_png(**MAP, title="제목", dark=False)))
    weights = MAP["weights"]
    for q, k in ((0, 0), (4, 7), (8, 10)):
        x, y = download._corner(download.CELL, q, k)
        assert picture.getpixel((x + 2, y + 2)) == rgb(shade(float(weights[q, k]), False))


def test_csv_is_the_map_and_no_formula() -> None:
    labels = ["=1+1", "+a", "-b", "@c", "\tx", "\ry", "plain", 'a,"b"', "</s>"]
    table = download.map_csv(**(MAP | {"row_labels": labels}))
    rows = list(csv.reader(io.StringIO(table.decode("utf-8-sig"), newline="")))
    assert table.startswith(b"\xef\xbb\xbf")
    assert [row[0] for row in rows[1:]] == [
        "'=1+1",
        "'+a",
        "'-b",
        "'@c",
        "'\tx",
        "'\ry",
        "plain",
        'a,"b"',
        "</s>",
    ]
    assert rows[0][1:] == list(MAP["key_labels"])
    numbers = np.array([[float(cell) for cell in row[1:]] for row in rows[1:]])
    assert numbers == pytest.approx(MAP["weights"], abs=1e-6)


def test_json_keeps_labels_weights_and_facts() -> None:
    record = json.loads(download.map_json(**MAP, about={"model": "m", "layer": 2}))
    assert (record["model"], record["layer"]) == ("m", 2)
    assert record["keys"] == list(MAP["key_labels"])
    assert np.array(record["weights"]) == pytest.approx(MAP["weights"], abs=1e-6)


def test_labels_must_fit() -> None:
    wrong = MAP | {"row_labels": ["one"]}
    with pytest.raises(ValueError, match="labels"):
        download.map_svg(**wrong, title="", caption="", dark=False)
    with pytest.raises(ValueError, match="labels"):
        download.map_png(**wrong, title="", dark=False)
    with pytest.raises(ValueError, match="labels"):
        download.map_csv(**wrong)
