"""How far a run is and how it went: its curve as a picture and a page, the bar and the lines."""

import io
import re
import sys
from base64 import b64decode
from itertools import islice, pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image

from explainer.training.curve import SCALE, curve_page, curve_png, curve_svg, dashes
from explainer.training.reporting import Report
from explainer.training.state import Progress


def test_the_curve_is_the_log() -> None:
    rows = [
        {"step": step, "train_loss": loss, "dev_loss": loss - 0.5}
        for step, loss in ((250, 6.0), (500, 4.0), (1000, 3.0))
    ]
    picture = ElementTree.fromstring(curve_svg(rows))
    lines = [node.get("points", "") for node in picture.iter() if node.tag.endswith("polyline")]
    train, dev = ([tuple(map(float, p.split(","))) for p in line.split()] for line in lines)
    gaps = [later[0] - earlier[0] for earlier, later in pairwise(train)]
    assert gaps[1] == pytest.approx(2 * gaps[0], abs=0.3)  # steps are to scale
    falls = [later[1] - earlier[1] for earlier, later in pairwise(train)]
    assert falls[0] == pytest.approx(2 * falls[1], abs=0.3)  # and so are losses
    assert all(low[1] > high[1] for low, high in zip(dev, train, strict=True))
    with pytest.raises(ValueError, match="without an evaluation"):
        curve_svg([])


def test_the_picture_shows_the_same_curve() -> None:
    """Halfway between two points of the SVG's solid line the PNG is dark, above it white."""
    rows = [
        {"step": s, "train_loss": 6.5, "dev_loss": d} for s, d in ((1, 4.6), (2, 1.4), (3, 2.6))
    ]
    lines = re.findall(r'points="([^"]*)"', curve_svg(rows))
    with Image.open(io.BytesIO(curve_png(rows))) as picture:
        assert picture.format == "PNG"
        for ends in pairwise(lines[1].split()):
            pairs = [[SCALE * float(part) for part in end.split(",")] for end in ends]
            x, y = (round(sum(parts) / 2) for parts in zip(*pairs, strict=True))
            assert picture.getpixel((x, y)) == (0x14, 0x20, 0x2E)
            assert picture.getpixel((x, y - 8 * SCALE)) == (0xFF, 0xFF, 0xFF)


def test_dashes_go_on_across_corners() -> None:
    line = [(0.0, 0.0), (7.0, 0.0), (7.0, 10.0), (7.0, 10.0)]
    assert list(dashes(line)) == [((0.0, 0.0), (5.0, 0.0)), ((7.0, 2.0), (7.0, 7.0))]
    # 5 - 2.3 - 2.7 is not 0 in binary: counted down, the dash would never end.
    found = list(islice(dashes([(0.0, 0.0), (6.3, 0.0), (20.9, 0.0)]), 10))
    assert found == [
        (pytest.approx((start, 0.0)), pytest.approx((end, 0.0)))
        for start, end in ((0, 5), (9, 14), (18, 20.9))
    ]


def test_the_page_of_a_curve_needs_no_network_and_has_its_numbers() -> None:
    rows = [{"step": 1000, "train_loss": "2", "dev_loss": "3.25"}]
    rows.append({"step": 2000, "train_loss": "1", "dev_loss": "4.5"})
    page = curve_page("<mine>", rows)
    assert "<title>&lt;mine&gt;" in page and "<mine>" not in page
    for cell in ("1,000", "2.000", "3.250", "25.8", "2,000", "90.0"):
        assert f"<td>{cell}</td>" in page
    assert "lowest at step 1,000: 3.250" in page
    assert not re.search(r"(?:src|href)=\"(?!data:)|url\(|@import|<script|https?:", page)
    (picture,) = re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', page)
    assert b64decode(picture).decode() == curve_svg(rows)


def test_a_line_tells_where_a_run_is_and_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    """The time is that of this call: fifty steps in ten seconds, after a resumption at 100."""
    progress = Progress(step=100, seconds=500.0)
    report = Report(progress, 2000, speaks=True)
    progress.step, progress.seconds = 150, 510.0
    report.show(evaluated=False)
    progress.rows = [{"train_loss": "2.34567", "dev_loss": "3.45678"}]
    report.show(evaluated=True)
    Report(progress, 2000, speaks=False).show(evaluated=True)
    assert capsys.readouterr().err == (
        "step 150 of 2,000: 0:06:10 left, training loss 2.346, dev loss 3.457\n"
    )


def test_a_terminal_gets_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    said = Terminal()
    monkeypatch.setattr(sys, "stderr", said)
    progress = Progress()
    report = Report(progress, 20, speaks=True)
    progress.step, progress.loss_sum, progress.loss_tokens = 10, 30.0, 10
    report.show(evaluated=True)
    report.bar.close()
    assert "10/20" in said.getvalue() and "loss 3.000" in said.getvalue()
    assert "left" not in said.getvalue()
