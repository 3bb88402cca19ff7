"""A map to take away: SVG and PNG pictures, CSV and JSON numbers.

The SVG is written here, string by string, so that no renderer has to be installed; any program
shows its labels in its own fonts. A PNG needs a font on this machine: where a font with Hangul is
found the labels are drawn, otherwise rows and columns are numbered in the picture, and the numbers
are the positions of the labels in the CSV and JSON beside it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any
from xml.sax import saxutils

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from explainer.charts.attention_map import PRINT_LIMIT
from explainer.charts.labels import FONT, check_labels
from explainer.charts.palette import PALETTE, ink_on, shade, theme

CELL = 44  # pixels a cell side, less when the map is large
SMALL_CELL = 22
MARGIN = 16
LABEL_SPACE = 130
TITLE_SPACE = 56
FONT_FOLDERS = (
    Path("/usr/share/fonts"),
    Path("/System/Library/Fonts"),
    Path("C:/Windows/Fonts"),
)
HANGUL_FONTS = (
    "NotoSansCJK-Regular.ttc",
    "NotoSansKR-Regular.otf",
    "NotoSansKR-Regular.ttf",
    "NanumGothic.ttf",
    "AppleSDGothicNeo.ttc",
    "malgun.ttf",
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

Painter = ImageFont.FreeTypeFont | ImageFont.ImageFont


def map_svg(
    *,
    weights: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    title: str,
    caption: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
) -> str:
    """The (Q, K) map as a self-contained SVG document. Every text is escaped."""
    check_labels(weights, row_labels, key_labels)
    colours, side = PALETTE[theme(dark)], _side(weights)
    width, height = _size(weights)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f"aria-label={saxutils.quoteattr(_allowed(title))} "
        f"font-family={saxutils.quoteattr(FONT)}>",
        f"<title>{_written(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{colours["page"]}"/>',
        _svg_text(MARGIN, MARGIN + 10, title, colours["ink"], size=16, weight=700),
        _svg_text(MARGIN, MARGIN + 30, caption, colours["second"]),
    ]
    for k, label in enumerate(key_labels):
        x, y = _corner(side, 0, k)
        parts.append(
            f'<g transform="translate({x + side / 2:.1f} {y - 6}) rotate(-40)">'
            + _svg_text(0, 0, label, colours[key_colour])
            + "</g>"
        )
    for q, label in enumerate(row_labels):
        x, y = _corner(side, q, 0)
        parts.append(_svg_text(x - 8, y + side / 2 + 4, label, colours[row_colour], anchor="end"))
        parts.extend(_svg_row(weights, q, side, dark))
    return "\n".join([*parts, "</svg>", ""])


def map_png(
    *,
    weights: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    title: str,
    dark: bool,
    row_colour: str = "target_text",
    key_colour: str = "source_text",
) -> bytes:
    """The (Q, K) map as a PNG; labels where a font with Hangul is installed, else positions."""
    check_labels(weights, row_labels, key_labels)
    colours, side = PALETTE[theme(dark)], _side(weights)
    file = hangul_font()
    font = _font(file, 13)
    picture = Image.new("RGB", _size(weights), colours["page"])
    draw = ImageDraw.Draw(picture)
    if file is not None:
        draw.text((MARGIN, MARGIN), title, fill=colours["ink"], font=_font(file, 16))
    for k, label in enumerate(key_labels):
        x, y = _corner(side, 0, k)
        shown = label if file is not None else str(k + 1)
        _slanted(picture, shown, (x + side // 2, y - 6), font, colours[key_colour])
    for q, label in enumerate(row_labels):
        x, y = _corner(side, q, 0)
        shown = label if file is not None else str(q + 1)
        place = (x - 8, y + side / 2)
        draw.text(place, shown, fill=colours[row_colour], font=font, anchor="rm")
        for k in range(weights.shape[1]):
            left, top = _corner(side, q, k)
            weight = float(weights[q, k])
            box = (left, top, left + side - 2, top + side - 2)
            draw.rectangle(box, fill=shade(weight, dark))
            if max(weights.shape) <= PRINT_LIMIT:
                middle = (left + side / 2 - 1, top + side / 2 - 1)
                ink = ink_on(weight, dark)
                draw.text(middle, f"{weight:.2f}", fill=ink, font=font, anchor="mm")
    buffer = io.BytesIO()
    picture.save(buffer, format="PNG", optimize=True)
    return buffer.getvalue()


def map_csv(
    *,
    weights: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
) -> bytes:
    """The map as a table: first line keys, first column rows. UTF-8 with a mark for Excel."""
    check_labels(weights, row_labels, key_labels)
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(["", *map(safe_cell, key_labels)])
    for label, row in zip(row_labels, weights, strict=True):
        writer.writerow([safe_cell(label), *(f"{float(w):.6f}" for w in row)])
    return buffer.getvalue().encode("utf-8-sig")


def map_json(
    *,
    weights: NDArray[np.floating],
    row_labels: Sequence[str],
    key_labels: Sequence[str],
    about: Mapping[str, Any],
) -> bytes:
    """The map with everything needed to make it again: `about` (model, sentence, options)."""
    check_labels(weights, row_labels, key_labels)
    record = {
        **about,
        "rows": list(row_labels),
        "keys": list(key_labels),
        "weights": [[round(float(w), 6) for w in row] for row in weights],
    }
    return json.dumps(record, ensure_ascii=False, indent=1).encode()


def safe_cell(text: str) -> str:
    """A table cell no spreadsheet takes for a formula: such a text gets an apostrophe in front."""
    return "'" + text if text.startswith(FORMULA_STARTS) else text


@lru_cache(maxsize=1)
def hangul_font() -> Path | None:
    """A font of this machine that can write Korean, or None."""
    for folder in FONT_FOLDERS:
        for name in HANGUL_FONTS:
            found = next(folder.rglob(name), None) if folder.is_dir() else None
            if found is not None:
                return found
    return None


def _font(file: Path | None, size: int) -> Painter:
    return ImageFont.load_default() if file is None else ImageFont.truetype(str(file), size)


def _side(weights: NDArray[np.floating]) -> int:
    return CELL if max(weights.shape) <= PRINT_LIMIT else SMALL_CELL


def _size(weights: NDArray[np.floating]) -> tuple[int, int]:
    rows, keys = weights.shape
    side = _side(weights)
    return (
        2 * MARGIN + LABEL_SPACE + max(keys * side + LABEL_SPACE // 2, 320),
        2 * MARGIN + TITLE_SPACE + LABEL_SPACE // 2 + rows * side,
    )


def _corner(side: int, q: int, k: int) -> tuple[int, int]:
    """Upper left corner of a cell in pixels."""
    return MARGIN + LABEL_SPACE + k * side, MARGIN + TITLE_SPACE + LABEL_SPACE // 2 + q * side


def _svg_text(
    x: float,
    y: float,
    text: str,
    colour: str,
    *,
    size: int = 12,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" font-size="{size}" '
        f'font-weight="{weight}" text-anchor="{anchor}">{_written(text)}</text>'
    )


def _allowed(text: str) -> str:
    """Without the control characters no XML document may hold."""
    return "".join(c if c >= " " or c in "\t\n" else "\ufffd" for c in text)


def _written(text: str) -> str:
    return saxutils.escape(_allowed(text))


def _svg_row(weights: NDArray[np.floating], q: int, side: int, dark: bool) -> list[str]:
    parts = []
    for k, weight in enumerate(map(float, weights[q])):
        x, y = _corner(side, q, k)
        parts.append(
            f'<rect x="{x}" y="{y}" width="{side - 2}" height="{side - 2}" rx="2" '
            f'fill="{shade(weight, dark)}" data-weight="{weight:.6f}"/>'
        )
        if max(weights.shape) <= PRINT_LIMIT:
            middle, line = x + side / 2 - 1, y + side / 2 + 3
            parts.append(
                _svg_text(middle, line, f"{weight:.2f}", ink_on(weight, dark), anchor="middle")
            )
    return parts


def _slanted(
    picture: Image.Image, text: str, place: tuple[int, int], font: Painter, colour: str
) -> None:
    """Write a column label upwards at 40 degrees; it starts at `place`."""
    left, top, right, bottom = font.getbbox(text)
    tile = Image.new("L", (int(right - left) + 4, int(bottom - top) + 4), 0)
    ImageDraw.Draw(tile).text((2 - left, 2 - top), text, fill=255, font=font)
    turned = tile.rotate(40, Image.Resampling.BICUBIC, expand=True)
    ink = Image.new("RGB", turned.size, colour)
    picture.paste(ink, (place[0] - 4, place[1] - turned.size[1] + 4), turned)
