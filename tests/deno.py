"""The drawings' own tools: one file, installed with what the tests need."""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

DENO = Path(sys.executable).with_name("deno")


def environment(cache: Path) -> dict[str, str]:
    return {"NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1", "DENO_DIR": str(cache)}


def passes(command: tuple[str, ...], config: Path, files: Iterable[Path], cache: Path) -> None:
    """Fails with what the tool says."""
    done = subprocess.run(
        [DENO, *command, "--config", config, *files],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(cache),
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
