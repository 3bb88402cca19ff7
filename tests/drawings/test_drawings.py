"""What a drawing gets on its way to the browser: modules, words, colours, its own choices back."""

import json
import re
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from explainer.charts.palette import GAMMA, INK_TURNS, SIGNED_TURNS, TYPE, style_sheet
from explainer.drawings import ADDRESS, FILES, IMPORT, ROOT, module_files, packed
from explainer.text import LANGUAGES, RIGHT_TO_LEFT, Text
from explainer.web.theme import SHEETS

# What a page can ask for; the other modules of a chapter are parts of them.
DRAWINGS = [path for path in module_files() if "\nexport default " in path.read_text("utf-8")]
WORD = re.compile(r"\bwords\s*\.(\w+)")
STYLES = [path for path in ROOT.rglob("*.css") if path.name not in ("fonts.css", "palette.css")]
SIZE = re.compile(r"\bfont(?:-size)?: (?:\d+ )?([^;}/ ]+)")
# The size that a script measures a text for.
MEASURED = re.compile(r"\b(?:measure\((?:[^(),]|\([^()]*\))+|measure), ([\d.]+)[,)]")
MOVES = re.compile(r"\b(?:transition|animation|animation-duration): ([^;}]+)")
SECONDS = re.compile(r"(?<![\w.-])([\d.]+)(m?)s\b")
# What a value takes to its goal, in milliseconds; a list of them is seen as well.
TAKES = re.compile(r"^const (?:TURN|TAKES|GLIDE) = \[?(\d[\d, ]*)\]?;", re.M)
VARIED = re.compile(r"var\([^()]*\)")
MOTION = (150, 600)


def parts_of(path: Path) -> set[Path]:
    """A drawing and what it is made of beside it."""
    found, more = set[Path](), {path}
    while more:
        found |= more
        scripts = [one.read_text("utf-8") for one in more]
        named = {name for script in scripts for name in IMPORT.findall(script)}
        more = {path.parent / name for name in named if name.startswith("./")} - found
    return found


def test_every_script_of_a_chapter_is_part_of_a_drawing() -> None:
    scripts = {path for path in module_files() if path.parent.parent.name == "chapters"}
    assert scripts <= {part for path in DRAWINGS for part in parts_of(path)}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_drawing_says_all_its_words_and_no_other(lang: str) -> None:
    # What is named `_data` makes the data of one, where no server does.
    for path in (one for one in DRAWINGS if not one.stem.endswith("_data")):
        section = Text(lang).section(f"{path.parent.name}.{path.stem}")
        script = "".join(part.read_text("utf-8") for part in parts_of(path))
        asked = set(WORD.findall(script))
        listed = {name for name in section if re.search(rf'"{name}"', script)}
        assert asked <= section.keys() <= asked | listed, path


def test_type_has_six_sizes() -> None:
    steps = {f"var(--{name})" for name in TYPE}
    for path in STYLES:
        assert {*SIZE.findall(path.read_text("utf-8"))} <= {*steps, "0", "1em", "inherit"}, path
    measured = {
        size for path in module_files() for size in MEASURED.findall(path.read_text("utf-8"))
    }
    assert {"11", "12.5", "14"} <= measured <= {f"{size:g}" for size in TYPE.values()}


def test_what_moves_takes_its_time_and_no_more() -> None:
    """The first time of a transition or an animation is what it takes, a second one its delay."""
    named = [ms for path in module_files() for ms in TAKES.findall(path.read_text("utf-8"))]
    taken = [float(ms) for listed in named for ms in listed.split(",")]
    assert taken
    for path in STYLES:
        for ways in MOVES.findall(path.read_text("utf-8")):
            times = [SECONDS.search(way) for way in VARIED.sub("", ways).split(",")]
            taken += [float(found[1]) * (1 if found[2] else 1000) for found in times if found]
    least, most = MOTION
    # What is there or not there, and what a reader asked to have without motion, takes none.
    assert [ms for ms in taken if ms > 0.01 and not least <= ms <= most] == []


def test_every_import_is_served() -> None:
    for address, path in FILES.items():
        for name in IMPORT.findall(path.read_text("utf-8")):
            found = (path.parent / name).resolve()
            assert f"{ADDRESS}/{found.relative_to(ROOT).as_posix()}" in FILES, (address, name)


def test_the_palette_of_the_browser_is_that_of_python() -> None:
    assert SHEETS["fonts/palette.css"].read_text("utf-8") == style_sheet()


def test_shades_of_the_browser_are_those_of_python() -> None:
    script = (ROOT / "drawings" / "shade.js").read_text("utf-8")
    found = dict(re.findall(r"^export const ([A-Z_]+) = (.+);", script, re.M))
    pairs = [[turns["light"], turns["dark"]] for turns in (INK_TURNS, SIGNED_TURNS)]
    wanted = {"GAMMA": GAMMA, "TURNS": pairs[0], "SIGNED_TURNS": pairs[1]}
    assert {name: json.loads(value) for name, value in found.items() if name in wanted} == wanted


def test_the_browser_and_python_know_the_same_letters_that_run_from_right_to_left() -> None:
    script = (ROOT / "drawings" / "format.js").read_text("utf-8")
    (pattern,) = re.findall(r"^export const RIGHT_TO_LEFT = /(.+)/;", script, re.M)
    assert pattern.encode().decode("unicode_escape") == RIGHT_TO_LEFT.pattern


def test_a_colour_of_a_drawing_is_one_of_the_palette() -> None:
    known = set(re.findall(r"--(\w+):", style_sheet()))
    for sheet in filter(Path.is_file, (path.with_suffix(".css") for path in DRAWINGS)):
        found = sheet.read_text("utf-8")
        assert set(re.findall(r"var\(--(\w+)\)", found)) <= known
        assert not re.search(r"#[0-9a-fA-F]{3,8}\b", found), sheet


def script() -> None:
    import streamlit as st

    from explainer.drawings import drawing

    def choose(choice: object) -> None:
        st.session_state["heard"] = choice

    drawing(
        "lookup/soft_lookup",
        {"keys": []},
        words={},
        key="one",
        chosen={"beta": 1.0},
        on_choice=choose,
    )


def payload(at: AppTest) -> str:
    return at.get("bidi_component")[0].proto.bytes.decode()


@pytest.mark.parametrize("sent", [None, "x", 3, ["a"], {"number": "4", "beta": 1}])
def test_a_browser_may_send_anything(sent: object) -> None:
    at = AppTest.from_function(script).run()
    assert '"answered":0' in payload(at).replace(" ", "")
    at.session_state["one"] = {"choice": sent}
    assert not at.run().exception


def test_shares_travel_to_the_nearest_step() -> None:
    sent = packed(np.array([0.0, 0.2, 1.0, 1.1]), 8)
    assert list(b64decode(sent["steps"])) == [0, 51, 255, 255] and sent["shape"] == [4]


def test_modules_are_found_below_any_path() -> None:
    assert all(path.is_file() for path in FILES.values())
    assert f"{ADDRESS}/drawings/html.js" in FILES and not any("_test" in name for name in FILES)
