"""Colours can be read and told apart by lightness where it matters."""

import re

import numpy as np
import pytest

from explainer.charts import palette
from tests.layers.sources import files, name_of

BANDS = {"source": ("page", "panel", "source_band"), "target": ("page", "panel", "target_band")}
MEANINGS = (
    *("source", "memory", "target", "weight", "q", "k", "v", "residual", "mask", "correct"),
    "error",
)


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = np.array(palette.rgb(colour)) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one: str, two: str) -> float:
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("meaning", MEANINGS)
def test_words_and_marks_stand_out(meaning: str, dark: bool) -> None:
    colours = palette.PALETTE[palette.theme(dark)]
    for ground in BANDS.get(meaning, ("page", "panel")):
        assert contrast(colours[f"{meaning}_text"], colours[ground]) >= 4.5
        assert contrast(colours[meaning], colours[ground]) >= 3.0


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_in_cells_can_be_read_at_every_weight(dark: bool) -> None:
    worst = min(
        contrast(palette.shade(w, dark), palette.ink_on(w, dark)) for w in np.linspace(0, 1, 1001)
    )
    assert worst >= 4.5


def test_both_themes_have_the_same_names() -> None:
    assert set(palette.PALETTE["light"]) == set(palette.PALETTE["dark"])


def test_scale_runs_from_end_to_end_with_the_power() -> None:
    ends = palette.PALETTE["light"]["seq0"], palette.PALETTE["light"]["seq1"]
    assert (palette.shade(0.0, False), palette.shade(1.0, False)) == ends
    assert palette.shade(0.2, False) == palette.blend(*ends, 0.2**palette.GAMMA)
    assert palette.shade(-1.0, True) == palette.shade(0.0, True)


def test_ramps() -> None:
    assert palette.ramp(False, 3)[::2] == [
        palette.PALETTE["light"]["seq0"],
        palette.PALETTE["light"]["seq1"],
    ]
    middle = palette.ramp(True, 5, "diverging")
    colours = palette.PALETTE["dark"]
    assert middle[::2] == [colours["div_minus"], colours["div_zero"], colours["div_plus"]]
    with pytest.raises(ValueError, match="two steps"):
        palette.ramp(False, 1)


@pytest.mark.parametrize("dark", [False, True])
def test_a_signed_shade_is_on_the_ramp_and_a_tint_between_panel_and_colour(dark: bool) -> None:
    colours = palette.PALETTE["dark" if dark else "light"]
    ends = [palette.signed_shade(share, dark) for share in (-3.0, 0.0, 1.0)]
    assert ends == [colours[f"div_{name}"] for name in ("minus", "zero", "plus")]
    shares = [-1 + place / 4 for place in range(9)]
    assert [palette.signed_shade(share, dark) for share in shares] == palette.ramp(
        dark, 9, "diverging"
    )
    assert palette.tint("target", -1.0, dark) == colours["panel"]
    deepest = palette.blend(
        colours["panel"], colours["target"], palette.DEEPEST["dark" if dark else "light"]
    )
    assert palette.tint("target", 2.0, dark) == deepest


def test_no_file_writes_a_colour_of_its_own() -> None:
    known = {colour for colours in palette.PALETTE.values() for colour in colours.values()}
    written = {
        (name_of(path), colour)
        for path in files("explainer", suffixes=(".py", ".js", ".css", ".html"))
        for colour in re.findall(r"#(?:[\da-fA-F]{3}){1,2}\b", path.read_text("utf-8"))
    }
    assert written
    assert [where for where in sorted(written) if full(where[1]) not in known] == []


def test_a_drawing_has_its_colours_from_the_page() -> None:
    """Else they were those of one theme; black, white and what is drawn outside the page aside."""
    scripts = files("explainer/chapters", "explainer/drawings", suffixes=(".js", ".css"))
    scripts = [path for path in scripts if not path.stem.endswith("_test")]
    own = {p.name for p in scripts if re.search(r"#(?:[\da-fA-F]{3}){1,2}\b", p.read_text("utf-8"))}
    assert own <= {"stage.js"}


def full(colour: str) -> str:
    """#fff as #FFFFFF."""
    digits = colour.removeprefix("#")
    return "#" + "".join(2 * digit if len(digits) == 3 else digit for digit in digits).upper()
