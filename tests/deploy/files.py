"""The files that put the app on a server, read for the tests."""

import re
import shlex
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).resolve().parents[2]
NGINX: Final = (ROOT / ".deploy" / "nginx.conf").read_text(encoding="utf-8")
COMPOSE: Final[dict[str, Any]] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
KUBERNETES: Final[dict[str, dict[str, Any]]] = {
    part["kind"]: part
    for part in yaml.safe_load_all((ROOT / ".deploy" / "kubernetes.yaml").read_text("utf-8"))
}
# name:tag or name@sha256:..., of no registry in particular, the tag more than a floating word.
IMAGE: Final = re.compile(r"[a-z0-9-]+(?::[0-9][\w.-]*|@sha256:[0-9a-f]{64})")


def instructions() -> list[tuple[str, str]]:
    """Dockerfile: (instruction, the rest), continued lines joined, comments dropped."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    plain = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    lines = re.sub(r"\\\n\s*", "", plain).splitlines()
    split = (line.partition(" ") for line in lines if line.strip())
    return [(name, rest) for name, _, rest in split]


def said(name: str) -> str:
    """The rest of the one instruction with this name."""
    (found,) = (rest for instruction, rest in instructions() if instruction == name)
    return found


def words(name: str) -> list[list[str]]:
    """The words of every instruction with this name."""
    return [shlex.split(rest) for instruction, rest in instructions() if instruction == name]


def variables() -> dict[str, str]:
    """What ENV sets in the image."""
    pairs = (word.partition("=") for found in words("ENV") for word in found)
    return {name: value for name, _, value in pairs}
