"""The shipped fonts hold what the app shows; `python -m tests.web.make_fonts` makes them."""

import hashlib
import re

import pytest
from fontTools.ttLib import TTFont

from tests.web.make_fonts import (
    DRAWN,
    FONTS,
    HIGH,
    JAMO,
    LOW,
    SIGNS,
    WEIGHTS,
    icon_file,
    icons,
    ks_x_1001,
    ligatures,
    used,
)

SLICES = ("common", "rest")
CSS = (FONTS / "fonts.css").read_text(encoding="utf-8")


def faces() -> dict[str, str]:
    """Every @font-face by the file it fetches."""
    found = {}
    for face in re.findall(r"@font-face \{(.*?)\}", CSS, re.DOTALL):
        address = re.search(r'url\("([^"]+)"\)', face)
        assert address
        found[address[1].split("?")[0]] = face
    return found


def covered(face: str) -> set[int]:
    """Its unicode-range."""
    written = re.search(r"unicode-range: ([^;]+);", face)
    assert written
    runs = [run.strip()[2:].split("-") for run in written[1].split(",")]
    return {code for run in runs for code in range(int(run[0], 16), int(run[-1], 16) + 1)}


@pytest.mark.parametrize("weight", WEIGHTS)
def test_every_syllable_of_the_texts_and_of_the_standard_is_there(weight: str) -> None:
    maps = [set(TTFont(FONTS / f"hangul-{n}-{weight}.woff2").getBestCmap()) for n in SLICES]
    assert len(ks_x_1001()) == 2350
    assert {chr(code) for code in used() - maps[0] - maps[1]} == set()
    assert {chr(code) for code in (ks_x_1001() | set(JAMO)) - maps[0] - maps[1]} == set()


@pytest.mark.parametrize("weight", WEIGHTS)
def test_the_style_sheet_promises_no_more_than_a_font_holds(weight: str) -> None:
    """Of the standard: a browser asks the last face that names a sign, and only that."""
    common, rest = (faces()[f"hangul-{name}-{weight}.woff2"] for name in SLICES)
    maps = [set(TTFont(FONTS / f"hangul-{n}-{weight}.woff2").getBestCmap()) for n in SLICES]
    assert covered(common) <= maps[0]
    assert (covered(rest) - covered(common)) & ks_x_1001() <= maps[1]
    assert CSS.index(f"hangul-rest-{weight}") < CSS.index(f"hangul-common-{weight}")
    assert min(covered(common) | covered(rest)) >= 0x1100, "an English page would fetch it"


def test_most_of_what_is_shown_is_in_the_small_slice() -> None:
    """A page of ours then needs one file a weight; what a reader types may need the other."""
    common = covered(faces()["hangul-common-regular.woff2"])
    assert len(used() - common) <= 0.05 * len(used())


def test_signs_are_small_and_of_one_size() -> None:
    """Every power as high as the others; the mark of a token no wider than half a letter's square;
    the root no wider than a letter. They come before every other font, but only for their signs.
    """
    font = TTFont(FONTS / "signs.woff2")
    names, widths, outlines = font.getBestCmap(), font["hmtx"], font["glyf"]
    assert covered(faces()["signs.woff2"]) == set(names) == set(map(ord, (*HIGH, *LOW, *DRAWN)))
    powers = [outlines[names[ord(sign)]] for sign in HIGH if HIGH[sign].isdigit()]
    assert max(p.yMax for p in powers) - min(p.yMax for p in powers) < 25
    assert min(p.yMin for p in powers) > 250 > max(outlines[names[ord(s)]].yMin for s in LOW)
    assert widths[names[ord("▁")]][0] < 500 and widths[names[ord("√")]][0] < 700
    config = (FONTS.parents[2] / ".streamlit/config.toml").read_text("utf-8")
    assert f'font = \'"{SIGNS}", ' in config


def test_every_icon_that_is_named_is_there_as_streamlit_draws_it() -> None:
    theirs = ligatures(TTFont(icon_file()))
    ours = ligatures(TTFont(FONTS / "icons.woff2"))
    assert (icons() & set(theirs)) - set(ours) == set()


def test_every_address_carries_the_hash_of_its_file() -> None:
    for name, version in re.findall(r'url\("([^"?]+)\?v=(\w+)"\)', CSS):
        assert hashlib.sha256((FONTS / name).read_bytes()).hexdigest().startswith(version)
    assert set(faces()) == {path.name for path in FONTS.glob("*.woff2")}


def test_the_licence_is_kept_and_the_name_changed() -> None:
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / "OFL.txt").read_text("utf-8")
    for path in FONTS.glob("hangul-*.woff2"):
        names = TTFont(path)["name"]
        assert names.getDebugName(1) == "Explainer Hangul"
        assert "Open Font License" in names.getDebugName(13)
