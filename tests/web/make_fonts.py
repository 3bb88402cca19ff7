"""Makes the fonts of explainer/web/fonts: run `python -m tests.web.make_fonts`, then commit them.

New Korean texts and new icons need it.

Hangul is cut from Debian's Noto Sans CJK KR (package fonts-noto-cjk, SIL Open Font License 1.1)
into two slices a weight: what the app's own texts use, and the rest of the 2,350 syllables of KS X
1001. Icons are cut from Streamlit's own copy of Material Symbols Rounded (Apache License 2.0): of
its four thousand those that the app or Streamlit's page names. Signs that fonts draw too large, too
wide or in two sizes are a small font of their own: Noto's bold digits made small and set high or
low, and a root and the ▁ of tokens that are drawn here. fonts.css says what each covers.
"""

import hashlib
import re
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

import streamlit as st
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

from explainer.text import articles, catalogues

ROOT: Final = Path(__file__).resolve().parents[2]
FONTS: Final = ROOT / "explainer/web/fonts"
NOTO: Final = "/usr/share/fonts/opentype/noto/NotoSansCJK-{style}.ttc"
KOREAN: Final = 1  # place of the Korean font in Debian's collection
WEIGHTS: Final = {"regular": ("Regular", 400), "bold": ("Bold", 700)}
FAMILY: Final = "Explainer Hangul"
ICONS: Final = "Material Symbols Rounded"
SIGNS: Final = "Explainer Signs"
SMALL: Final = 0.6  # of a digit that is set high or low; a bold one is then as dark as the others
HIGH: Final = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ᵀ", "0123456789+−T", strict=True))
LOW: Final = dict(zip("₀₁₂₃₄₅₆₇₈₉ₖ", "0123456789k", strict=True))
# In thousandths of the size: width of the sign and its outline.
DRAWN: Final = {
    "√": (
        560,
        (
            *((20, 300), (150, 372), (285, 90), (480, 900), (560, 900), (325, -60), (250, -60)),
            *((110, 285), (45, 250)),
        ),
    ),
    "▁": (420, ((40, 0), (380, 0), (380, -62), (40, -62))),
}
LOCAL: Final = {
    "regular": (
        *("Noto Sans KR", "Noto Sans CJK KR Regular", "NotoSansCJKkr-Regular"),
        *("Apple SD Gothic Neo Regular", "Malgun Gothic"),
    ),
    "bold": (
        *("Noto Sans KR Bold", "Noto Sans CJK KR Bold", "NotoSansCJKkr-Bold"),
        *("Apple SD Gothic Neo Bold", "Malgun Gothic Bold"),
    ),
}

# Jamo alone (U+3131..3163), those of decomposed text (modern ones only), and Korean marks.
JAMO: Final = (
    *(*range(0x3131, 0x3164), *range(0x1100, 0x1113)),
    *(*range(0x1161, 0x1176), *range(0x11A8, 0x11C3)),
)
SYLLABLES: Final = range(0xAC00, 0xD7A4)
MARKS: Final = (*range(0x3001, 0x3003), *range(0x3008, 0x3012), *range(0xFF01, 0xFF5F))
EAST_ASIAN: Final = frozenset({*JAMO, *SYLLABLES, *MARKS})


def ks_x_1001() -> set[int]:
    """The 2,350 syllables of the Korean standard, rows 16 to 40."""
    rows, cells = range(0xB0, 0xC9), range(0xA1, 0xFF)
    found = {ord(bytes([row, cell]).decode("euc-kr")) for row in rows for cell in cells}
    return found & set(SYLLABLES)


NEVER_SHOWN: Final = {"names"}  # only trained with


def texts() -> list[Path]:
    """Everything Korean that the app itself shows."""
    found = [*(path for _, path in catalogues("ko")), *articles("ko").values()]
    data = (ROOT / "explainer/data").glob("*.toml")
    return [*found, *(path for path in data if path.stem not in NEVER_SHOWN)]


def used() -> set[int]:
    """Code points of Hangul and of Korean marks in those texts."""
    written = {ord(sign) for path in texts() for sign in path.read_text(encoding="utf-8")}
    return written & EAST_ASIAN


def slices() -> dict[str, set[int]]:
    """Which file holds which code points."""
    common = used() | set(JAMO)
    return {"common": common, "rest": ks_x_1001() - common}


def icon_file() -> Path:
    return next((Path(st.__file__).parent / "static/static/media").glob("MaterialSymbols-R*.woff2"))


def icons() -> set[str]:
    """Names of icons in our sources and in Streamlit's scripts."""
    scripts = (Path(st.__file__).parent / "static/static/js").glob("*.js")
    ours = (p for p in (ROOT / "explainer").rglob("*") if p.suffix in (".py", ".toml", ".md"))
    named = re.compile(r":material/([a-z0-9_]+)")
    return {name for path in (*ours, *scripts) for name in named.findall(path.read_text("utf-8"))}


def ligatures(font: TTFont) -> dict[str, str]:
    """Glyph of every icon by its name."""
    letter = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    found = {}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            known = getattr(table, "ExtSubTable", table).ligatures
            for first, sets in known.items():
                for one in sets:
                    name = "".join(letter[g] for g in (first, *one.Component))
                    found[name] = one.LigGlyph
    return found


def cut_hangul(style: str, code_points: set[int], name: str) -> TTFont:
    options = Options(hinting=False, notdef_outline=True, layout_features=[], name_IDs=["*"])
    options.drop_tables += ["BASE", "GDEF", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    font = TTFont(NOTO.format(style=style), fontNumber=KOREAN)
    cut = Subsetter(options)
    cut.populate(unicodes=code_points)
    cut.subset(font)
    for record in font["name"].names:  # what is changed does not keep the name
        if record.nameID in (1, 3, 4, 6, 16):
            spaced = FAMILY if record.nameID in (1, 16) else f"{FAMILY} {name}"
            record.string = spaced.replace(" ", "") if record.nameID in (3, 6) else spaced
    font["CFF "].cff.fontNames = [f"{FAMILY}{name}".replace(" ", "")]
    return font


def cut_icons(names: Iterable[str]) -> TTFont:
    """Only the ligatures of `names` and the letters they are written with."""
    font = TTFont(icon_file())
    known = ligatures(font)
    wanted = [name for name in sorted(names) if name in known]
    _drop_ligatures(font, {known[name] for name in wanted})
    options = Options(hinting=False, layout_features=["*"], glyph_names=False)
    cut = Subsetter(options)
    cut.populate(text="".join(wanted), glyphs=[known[name] for name in wanted])
    cut.subset(font)
    return font


def _drop_ligatures(font: TTFont, kept: set[str]) -> None:
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in lookup.SubTable:
            known = getattr(table, "ExtSubTable", table).ligatures
            for first in list(known):
                known[first] = [one for one in known[first] if one.LigGlyph in kept]
                if not known[first]:
                    del known[first]


def make_signs() -> TTFont:
    """Roots, powers, indices and the mark of a word's beginning; one weight for all."""
    noto = TTFont(NOTO.format(style="Bold"), fontNumber=KOREAN)
    noto_glyphs, names = noto.getGlyphSet(), noto.getBestCmap()
    glyphs, widths = {".notdef": TTGlyphPen(None).glyph()}, {".notdef": 500}
    for sign, letter in (HIGH | LOW).items():
        pen, source = TTGlyphPen(None), noto_glyphs[names[ord(letter)]]
        rise = 330 if sign in HIGH else -110
        shrunk = TransformPen(
            Cu2QuPen(pen, 1, reverse_direction=True), (SMALL, 0, 0, SMALL, 0, rise)
        )
        source.draw(shrunk)
        glyphs[sign], widths[sign] = pen.glyph(), round(source.width * SMALL)
    for sign, (width, outline) in DRAWN.items():
        pen = TTGlyphPen(None)
        pen.moveTo(outline[0])
        for point in outline[1:]:
            pen.lineTo(point)
        pen.closePath()
        glyphs[sign], widths[sign] = pen.glyph(), width
    places = {ord(sign): sign for sign in glyphs if len(sign) == 1}
    named = {".notdef": ".notdef"} | {sign: f"uni{code:04X}" for code, sign in places.items()}
    made = FontBuilder(1000, isTTF=True)
    made.setupGlyphOrder([named[sign] for sign in glyphs])
    made.setupCharacterMap({code: named[sign] for code, sign in places.items()})
    made.setupGlyf({named[sign]: glyph for sign, glyph in glyphs.items()})
    left = made.font["glyf"]
    made.setupHorizontalMetrics(
        {
            named[s]: (w, left[named[s]].xMin if s in places.values() else 0)
            for s, w in widths.items()
        }
    )
    made.setupHorizontalHeader(ascent=880, descent=-120)
    licence = noto["name"].getDebugName(13)
    made.setupNameTable(
        {"familyName": SIGNS, "styleName": "Regular", "licenseDescription": licence}
    )
    made.setupOS2(sTypoAscender=880, sTypoDescender=-120, usWinAscent=1000, usWinDescent=200)
    made.setupPost()
    made.font["head"].created = 3_800_000_000  # seconds since 1904: always the same file
    return made.font


def write(font: TTFont, name: str) -> str:
    """Save as woff2; the address with a hash of the content, so that it may be kept for ever."""
    font.flavor = "woff2"
    font["head"].modified = font["head"].created  # the same input gives the same file
    font.recalcTimestamp = False
    stream = BytesIO()
    font.save(stream)
    (FONTS / name).write_bytes(stream.getvalue())
    return f"{name}?v={hashlib.sha256(stream.getvalue()).hexdigest()[:8]}"


def ranges(code_points: Iterable[int]) -> str:
    """As CSS writes them: U+AC00-AC02,U+AC10."""
    runs: list[list[int]] = []
    for code in sorted(code_points):
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return ",".join(f"U+{a:X}" if a == b else f"U+{a:X}-{b:X}" for a, b in runs)


def face(family: str, weight: int | str, sources: Iterable[str], rest: str) -> str:
    return (
        f'@font-face {{ font-family: "{family}"; font-style: normal; font-weight: {weight};\n'
        f"  src: {', '.join(sources)};\n  {rest} }}\n"
    )


def main() -> None:
    parts = slices()
    # A face declared later wins where two cover a sign: the common ones come last.
    shown = {"rest": ranges(SYLLABLES), "common": ranges(parts["common"])}
    css = "/* Written by tests/web/make_fonts.py. */\n"
    for name, covered in shown.items():
        for label, (style, weight) in WEIGHTS.items():
            font = cut_hangul(style, parts[name], f"{name} {label}")
            address = write(font, f"hangul-{name}-{label}.woff2")
            sources = [f'local("{known}")' for known in LOCAL[label]]
            sources.append(f'url("{address}") format("woff2")')
            css += face(FAMILY, weight, sources, f"font-display: swap; unicode-range: {covered};")
    address = write(cut_icons(icons()), "icons.woff2")
    css += face(ICONS, 400, [f'url("{address}") format("woff2")'], "font-display: block;")
    address = write(make_signs(), "signs.woff2")
    covered = ranges(map(ord, (*HIGH, *LOW, *DRAWN)))
    sources = [f'url("{address}") format("woff2")']
    css += face(SIGNS, "100 900", sources, f"font-display: swap; unicode-range: {covered};")
    (FONTS / "fonts.css").write_text(css, encoding="utf-8")


if __name__ == "__main__":
    main()
