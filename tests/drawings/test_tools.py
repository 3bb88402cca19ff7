"""The drawings as their own tools see them: format, lint, types, and tests without a browser."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from explainer.drawings import HERE, ROOT, module_files

DENO = Path(sys.executable).with_name("deno")
SOURCES = sorted({*module_files(), *HERE.glob("*_test.js"), *ROOT.glob("chapters/*/*_test.js")})
COMMANDS = (("fmt", "--check"), ("lint",), ("check", "--quiet"), ("test", f"--allow-read={ROOT}"))


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_the_drawings_pass(command: tuple[str, ...], tmp_path: Path) -> None:
    done = subprocess.run(
        [DENO, *command, "--config", HERE / "deno.json", *SOURCES],
        capture_output=True,
        text=True,
        env={"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(tmp_path)},
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_every_drawing_has_a_test_of_its_own() -> None:
    drawings = {path.stem for path in ROOT.glob("chapters/*/*.js") if path in module_files()}
    assert drawings <= {path.stem.removesuffix("_test") for path in SOURCES if "_test" in path.stem}
