"""Put one fault after the other into a copy of the project, and say which tests see it.

    python -m tests.faults [NAME ...]

Before tests are taken away and after: what was caught has to be caught still. A fault is caught
where the tests it names fail, and where they cannot even be collected.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
FAULTS: Final = Path(__file__).with_name("faults.toml")
COPIED: Final = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
PYTEST: Final = ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header", "--tb=no")
PASSED, FAILED, NOT_COLLECTED = 0, 1, 2  # how pytest ends


def copy_project(to: Path) -> None:
    """Copy what git tracks or would."""
    listed = subprocess.run(COPIED, cwd=ROOT, check=True, capture_output=True).stdout
    for name in filter(None, listed.decode().split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, to / name)


@contextmanager
def fault(project: Path, name: str, old: str, new: str) -> Iterator[None]:
    """The file of a project with the fault in it. Raises ValueError unless `old` occurs once."""
    path = project / name
    text = path.read_text(encoding="utf-8")
    if text.count(old) != 1:
        raise ValueError(f"{name}: {old!r} occurs {text.count(old)} times")
    path.write_text(text.replace(old, new), encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")


def seen_by(project: Path, tests: list[str]) -> str:
    """The first test that fails in a project, "" where none does."""
    done = subprocess.run(
        [sys.executable, *PYTEST, *tests], cwd=project, check=False, capture_output=True, text=True
    )
    if done.returncode not in (PASSED, FAILED, NOT_COLLECTED):
        raise RuntimeError(done.stdout + done.stderr)
    failed = (line for line in done.stdout.splitlines() if line.startswith(("FAILED", "ERROR")))
    return next(failed, "collecting" if done.returncode else "")


def main() -> int:
    known = tomllib.loads(FAULTS.read_text(encoding="utf-8"))
    missed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy_project(Path(folder))
        for name in sys.argv[1:] or known:
            one, start = known[name], monotonic()
            with fault(Path(folder), one["file"], one["old"], one["new"]):
                seen = seen_by(Path(folder), one["tests"].split())
            missed += not seen
            said = f"caught by {seen.partition(' ')[2] or seen}" if seen else "MISSED"
            print(f"{one['kind']:<10}{name:<20}{monotonic() - start:5.0f} s  {said}", flush=True)
    print(f"{missed} missed")
    return missed > 0


if __name__ == "__main__":
    sys.exit(main())
