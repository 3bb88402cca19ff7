"""The drawings as their own tools see them: format, lint, types, and tests without a browser."""

from pathlib import Path

import pytest

from explainer.drawings import HERE, ROOT, module_files
from tests.deno import passes

SOURCES = sorted({*module_files(), *HERE.rglob("*_test.js"), *ROOT.glob("chapters/*/*_test.js")})
TESTS = [path for path in SOURCES if path.stem.endswith("_test")]
# The scripts of the site and of the first page are no drawings: they have no types.
LOOSE = [*SOURCES, *ROOT.glob("site/*.js"), *ROOT.glob("shell/*.js")]
COMMANDS = {
    ("fmt", "--check"): [*LOOSE, *ROOT.rglob("*.d.ts")],
    ("lint",): LOOSE,
    ("check", "--quiet"): SOURCES,
}


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_the_drawings_pass(command: tuple[str, ...], tmp_path: Path) -> None:
    passes(command, HERE / "deno.json", COMMANDS[command], tmp_path)


@pytest.mark.slow
def test_the_tests_of_the_drawings_pass(tmp_path: Path) -> None:
    """As one file: a program for each of them takes ten times as long."""
    together = tmp_path / "all_test.js"
    together.write_text("".join(f'import "{path.as_uri()}";\n' for path in TESTS), "utf-8")
    command = ("test", "--no-check", f"--allow-read={ROOT}")
    passes(command, HERE / "deno.json", [together], tmp_path)


def test_every_drawing_has_a_test_of_its_own() -> None:
    drawings = {path.stem for path in module_files() if path.with_suffix(".css").exists()}
    assert drawings <= {path.stem.removesuffix("_test") for path in TESTS}
