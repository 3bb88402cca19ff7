"""The parts of README.md that tests read."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def block(marker: str) -> str:
    """The code block below `<!-- marker -->`."""
    found = re.findall(
        rf"^<!-- {re.escape(marker)} -->\n```\w*\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL
    )
    assert len(found) == 1, f"README.md has {len(found)} blocks marked {marker!r}"
    return str(found[0])


def all_blocks() -> list[str]:
    return re.findall(r"^```sh\n(.*?)\n```$", README, re.MULTILINE | re.DOTALL)
