"""Every package the project needs is pinned, and nothing else is."""

import ast
import re
import sys
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.layers.sources import files, for_each, nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
RUN, TEST, BENCH, WORKERS, SITE = (
    ROOT / path
    for path in (
        "requirements.txt",
        "tests/requirements.txt",
        "tests/benchmarks/requirements.txt",
        "tests/batch/requirements.txt",
        "explainer/site/requirements.txt",
    )
)
# torch names the CUDA packages of the machine it is installed on, and pins them itself.
CUDA = re.compile(r"nvidia-|cuda-|triton$")
IMPORT_NAMES = {
    "PIL": "pillow",
    "axe_playwright_python": "axe-playwright-python",
    "markdown_it": "markdown-it-py",
    "vl_convert": "vl-convert-python",
    "zxingcpp": "zxing-cpp",
}


def pins(path: Path) -> dict[str, Requirement]:
    lines = [line.partition("#")[0].strip() for line in path.read_text("utf-8").splitlines()]
    wanted = [Requirement(line) for line in lines if line and not line.startswith("-")]
    names = [canonicalize_name(requirement.name) for requirement in wanted]
    assert len(set(names)) == len(names), f"{path.name} names a package twice"
    return dict(zip(names, wanted, strict=True))


def direct(path: Path) -> set[str]:
    """Packages with a comment that says what for."""
    lines = path.read_text("utf-8").splitlines()
    pinned = (line for line in lines if "==" in line and "#" in line)
    return {canonicalize_name(re.split(r"==|\[", line)[0]) for line in pinned}


def extras(name: str) -> set[str]:
    """What the extras of a pinned package are called: `sacrebleu[ko]`."""
    wanted = {**pins(BENCH), **pins(TEST), **pins(RUN)}.get(name)
    return set(wanted.extras) if wanted else set()


def needed_by(name: str) -> set[str]:
    """What an installed package needs on this machine."""
    wanted = [Requirement(line) for line in metadata.distribution(name).requires or ()]
    chosen = {"", *extras(name)}
    here = [
        r
        for r in wanted
        if r.marker is None or any(r.marker.evaluate({"extra": extra}) for extra in chosen)
    ]
    return {canonicalize_name(r.name) for r in here if not CUDA.match(r.name)}


def closure(roots: set[str]) -> set[str]:
    found: set[str] = set()
    waiting = sorted(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += needed_by(name)
    return found


@for_each([RUN, TEST, BENCH, WORKERS, SITE])
def test_every_version_is_exact_and_comes_from_nowhere_special(path: Path) -> None:
    text = path.read_text("utf-8")
    for requirement in pins(path).values():
        assert re.fullmatch(r"==[\w.]+", str(requirement.specifier)), requirement
        assert requirement.url is None
    options = [line for line in text.splitlines() if line.startswith("-")]
    assert all(line.startswith("-r ") for line in options)


def test_pins_are_what_is_installed_the_direct_ones_and_what_those_need() -> None:
    different = {
        name: metadata.version(name)
        for name, wanted in (*pins(RUN).items(), *pins(TEST).items(), *pins(SITE).items())
        if wanted.marker is None or wanted.marker.evaluate()
        if not wanted.specifier.contains(metadata.version(name))
    }
    assert not different
    run, test = set(pins(RUN)), set(pins(TEST))
    elsewhere = {name for name, r in pins(RUN).items() if r.marker and not r.marker.evaluate()}
    assert run - elsewhere == closure(direct(RUN))
    assert test == closure(direct(TEST)) - run
    assert set(pins(SITE)) == closure(direct(SITE)) - run


def third_party(*parts: str) -> set[str]:
    found: set[str] = set()
    for path in files(*parts):
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.Import):
                found |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                found.add((node.module or "").partition(".")[0])
    ours = {"explainer", "tests"}
    return {
        canonicalize_name(IMPORT_NAMES.get(name, name))
        for name in found - ours - set(sys.stdlib_module_names)
    }


def test_what_the_program_imports_is_a_direct_dependency() -> None:
    imported = third_party("app.py", "explainer")
    # Imported where it is used, with a word where it is missing.
    optional = direct(WORKERS) | direct(SITE)
    assert imported <= direct(RUN) | optional
    assert direct(RUN) - imported <= {"plotly"}  # Streamlit imports it for a dictionary of ours
