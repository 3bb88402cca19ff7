"""Colour palette of the app, one colour per meaning, in a light and a dark theme.

`PALETTE["light"]["source"]` is a hex colour. A name without a suffix is the *mark* colour (fills,
ribbons, strokes; contrast of at least 3:1); the same name with `_text` is for words and numbers (at
least 4.5:1 on page, panel and its own band). Style sheets and documents that cannot refer to names
repeat these colours and use no others.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, get_args

import numpy as np

Theme = Literal["light", "dark"]
Scale = Literal["sequential", "diverging"]

GAMMA: Final = 0.7  # shade = weight ** GAMMA: small weights stay visible, the domain stays 0..1

# From this weight on, a number in its cell is printed in `on_high`: 4.5:1 on both sides.
INK_TURNS: Final[Mapping[Theme, float]] = MappingProxyType({"light": 0.505, "dark": 0.337})

# Maximum strength of a `tint`.
DEEPEST: Final = MappingProxyType({"light": 0.6, "dark": 0.5})

# Sizes of type in pixels: a page has no others, and none smaller.
TYPE: Final[Mapping[str, float]] = MappingProxyType(
    {"fine": 11, "small": 12.5, "plain": 14, "text": 16, "heading": 20, "title": 27}
)

# INK_TURNS of the diverging scale, as a share of its limit.
SIGNED_TURNS: Final[Mapping[Theme, float]] = MappingProxyType({"light": 0.88, "dark": 0.68})

_COLOURS: Final = {  # light, dark
    # what flows
    "source": ("#0A4BB0", "#9CC2FF"),
    "source_text": ("#0A4BB0", "#9CC2FF"),
    "memory": ("#123B8E", "#3F6DC4"),
    "memory_text": ("#0B2F78", "#C9DDFF"),
    "on_memory": ("#FFFFFF", "#FFFFFF"),
    "target": ("#B4500A", "#F5A066"),
    "target_text": ("#B4500A", "#F5A066"),
    "weight": ("#8F5BDE", "#A983FB"),
    "weight_text": ("#7238C4", "#B595FF"),
    "q": ("#A81660", "#E06C9A"),
    "q_text": ("#A81660", "#F08CB4"),
    "k": ("#12919D", "#5BD5D6"),
    "k_text": ("#0B6E78", "#6FF0EE"),
    "v": ("#A88700", "#E3CB45"),
    "v_text": ("#6B5A00", "#F2DC4E"),
    "residual": ("#7F8C9A", "#6E8098"),
    "residual_text": ("#5F6B78", "#93A1B1"),
    "mask": ("#7F8C9A", "#6E8098"),
    "mask_text": ("#5F6B78", "#93A1B1"),
    "correct": ("#1F7A45", "#9AF0B0"),
    "correct_text": ("#1F7A45", "#9AF0B0"),
    "error": ("#9B1414", "#F4796C"),
    "error_text": ("#9B1414", "#F4796C"),
    # what a head looks at: before and after the token that asks
    "behind": ("#4C6600", "#C8E66A"),
    "ahead": ("#7C9A00", "#8FB020"),
    # grounds and ink
    "page": ("#FFFFFF", "#0E1420"),
    "panel": ("#F5F7FA", "#161F2E"),
    "line": ("#DCE3EA", "#2B374A"),
    "ink": ("#14202E", "#E8EDF4"),
    "second": ("#46535F", "#B9C4D0"),
    "third": ("#5F6B78", "#93A1B1"),
    "source_band": ("#E9F1FD", "#14223A"),
    "target_band": ("#FDF0E4", "#241C1A"),
    "primary": ("#33475B", "#B9C8D8"),
    # ends of the two scales
    "seq0": ("#F0EAFB", "#1F1B36"),
    "seq1": ("#42168C", "#E0D2FF"),
    "on_low": ("#000000", "#FFFFFF"),  # number printed in a cell of small / of large weight
    "on_high": ("#FFFFFF", "#000000"),
    "div_minus": ("#2E6A8E", "#6FA9C9"),
    "div_zero": ("#FFFFFF", "#0E1420"),
    "div_plus": ("#8A4B2C", "#C98B66"),
}

PALETTE: Final = MappingProxyType(
    {
        name: MappingProxyType({colour: pair[dark] for colour, pair in _COLOURS.items()})
        for dark, name in enumerate(get_args(Theme))
    }
)


def theme(dark: bool) -> Theme:
    """Return the theme's name in `PALETTE`."""
    return "dark" if dark else "light"


def style_sheet() -> str:
    """Return `web/palette.css`: palette and sizes of type as custom properties; colours follow
    the theme.
    """
    pairs = "".join(f"  --{name}: light-dark({a}, {b});\n" for name, (a, b) in _COLOURS.items())
    pairs += "".join(f"  --{name}: {size:g}px;\n" for name, size in TYPE.items())
    return f"/* Made from charts/palette.py: a test holds them together. */\n:root {{\n{pairs}}}\n"


def rgb(colour: str) -> tuple[int, int, int]:
    """Parse `"#RRGGBB"` to three numbers 0..255. Raises ValueError for any other format."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"not a #RRGGBB colour: {colour!r}")
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def blend(low: str, high: str, share: float) -> str:
    """Interpolate from `low` to `high` by `share` (0..1), linearly in sRGB."""
    pairs = zip(rgb(low), rgb(high), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in pairs)


def contrast(first: str, second: str) -> float:
    """Return the WCAG contrast ratio of two colours, 1..21."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    channels = [c / 255 for c in rgb(colour)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def shade(weight: float, dark: bool) -> str:
    """Return the colour of a weight 0..1 (clipped) on the sequential scale."""
    colours = PALETTE[theme(dark)]
    return blend(colours["seq0"], colours["seq1"], float(np.clip(weight, 0.0, 1.0)) ** GAMMA)


def tint(tone: str, share: float, dark: bool) -> str:
    """Return a background tinted by `share` 0..1 (clipped), on which text stays readable."""
    name = theme(dark)
    deep = float(np.clip(share, 0.0, 1.0)) * DEEPEST[name]
    return blend(PALETTE[name]["panel"], PALETTE[name][tone], deep)


def signed_shade(share: float, dark: bool) -> str:
    """Return the colour of a share -1..1 (clipped) of the limit on the diverging scale."""
    colours = PALETTE[theme(dark)]
    end = colours["div_plus" if share > 0 else "div_minus"]
    return blend(end, colours["div_zero"], 1 - min(abs(share), 1.0))


def ink_on(weight: float, dark: bool, turns: Mapping[Theme, float] = INK_TURNS) -> str:
    """Return the text colour for a cell of this weight, or of this share of a limit."""
    name = theme(dark)
    return PALETTE[name]["on_high" if weight >= turns[name] else "on_low"]


def ramp(dark: bool, steps: int = 9, scale: Scale = "sequential") -> list[str]:
    """Return `steps` evenly spaced colours of a scale for Vega's `range` and for legends.

    The sequential ramp is linear: give the Vega scale `type="pow", exponent=GAMMA`.
    """
    if steps < 2:
        raise ValueError("a ramp needs at least two steps")
    colours = PALETTE[theme(dark)]
    shares = np.linspace(0.0, 1.0, steps)
    if scale == "sequential":
        return [blend(colours["seq0"], colours["seq1"], float(s)) for s in shares]
    return [signed_shade(2 * float(share) - 1, dark) for share in shares]
