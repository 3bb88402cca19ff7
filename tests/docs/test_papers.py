"""Licences, version, name, citation: what the papers say is so, and they agree."""

import datetime
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from explainer import __version__
from explainer.text import LANGUAGES, Text
from explainer.training.card import LIBRARY
from tests.docs.readme import README, ROOT
from tests.layers.sources import for_each, name_of

NAME = {"en": "Inside a Translator", "ko": "번역기 들여다보기"}
AUTHORS = "The authors of Inside a Translator"
OLD_NAMES = (
    *("Transformer Explainer", "transformer-explainer", "Inside a Transformer"),
    "트랜스포머 들여다보기",
)
PAPERS = (
    *("README.md", "CHANGELOG.md", "CONTRIBUTING.md"),
    *(f".github/{name}.md" for name in ("SECURITY", "CODE_OF_CONDUCT")),
)
FONTS = {"hangul-common-bold", "hangul-common-regular", "hangul-rest-bold", "hangul-rest-regular"}
OFL = {f"explainer/web/fonts/{name}.woff2" for name in {*FONTS, "signs"}}
OFL |= {"explainer/web/fonts/OFL.txt"}


def git(*arguments: str, at: Path = ROOT) -> str:
    done = subprocess.run(
        ["git", "-C", str(at), *arguments], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout


@cache
def tracked() -> tuple[str, ...]:
    return tuple(git("ls-files", "-z").rstrip("\0").split("\0"))


def written(path: str) -> str:
    return (ROOT / path).read_text(encoding="utf-8")


def pattern(glob: str) -> re.Pattern[str]:
    """As the REUSE specification has it: `*` stays in a folder, `**` does not."""
    parts = (
        {"**": ".*", "*": "[^/]*"}.get(part, re.escape(part))
        for part in re.split(r"(\*\*|\*)", glob)
    )
    return re.compile("".join(parts))


@cache
def entries() -> list[tuple[list[re.Pattern[str]], str, str]]:
    found = []
    for entry in tomllib.loads(written("REUSE.toml"))["annotations"]:
        paths = [entry["path"]] if isinstance(entry["path"], str) else entry["path"]
        said = entry["SPDX-License-Identifier"], entry["SPDX-FileCopyrightText"]
        found.append(([pattern(path) for path in paths], *said))
    return found


def licence(path: str) -> str:
    """What REUSE.toml says: the last entry that fits."""
    fits = [one for globs, one, _ in entries() if any(g.fullmatch(path) for g in globs)]
    return fits[-1] if fits else ""


def head(card: str) -> dict[str, Any]:
    """What a model hub reads of a card."""
    found = re.match(r"---\n(.*?)\n---\n\n# ", written(card), re.DOTALL)
    assert found, card
    return yaml.safe_load(found[1])


def test_every_file_has_the_licence_it_should_have() -> None:
    cards = {Path(path).parent.name: head(path) for path in tracked() if path.endswith("CARD.md")}
    shipped = {path.split("/")[1] for path in tracked() if path.startswith("pretrained/")}
    assert set(cards) == shipped
    wrong = {}
    for path in tracked():
        folder, _, rest = path.partition("/")
        wanted = "Apache-2.0"
        if folder == "pretrained":
            wanted = cards[rest.partition("/")[0]]["license"].upper()
        elif path in OFL:
            wanted = "OFL-1.1"
        if licence(path) != wanted:
            wrong[path] = licence(path)
    assert not wrong


def test_every_licence_is_there_whole_and_no_other() -> None:
    used = {licence(path) for path in tracked()}
    assert {path.stem for path in (ROOT / "LICENSES").iterdir()} == used
    ends = {
        "Apache-2.0": "limitations under the License.",
        "CC-BY-4.0": "Creative Commons may be contacted at creativecommons.org.",
        "CC-BY-SA-4.0": "Creative Commons may be contacted at creativecommons.org.",
        "CC-BY-SA-3.0": "Creative Commons may be contacted at http://creativecommons.org/.",
        "OFL-1.1": "OTHER DEALINGS IN THE FONT SOFTWARE.",
    }
    for name in used:
        assert written(f"LICENSES/{name}.txt").rstrip().endswith(ends[name])
    assert written("LICENSE") == written("LICENSES/Apache-2.0.txt")
    tag = "SPDX-License-Identifier"  # a colon behind it would make it one of this file
    assert written("pyproject.toml").startswith(f"# {tag}: Apache-2.0\n")
    assert git("grep", "-l", f"{tag}: ").split() == ["pyproject.toml"], "REUSE.toml says it"


@for_each(sorted(ROOT.glob("pretrained/*/CARD.md")))
def test_the_head_of_a_card_says_what_its_body_says(card: Path) -> None:
    path = name_of(card)
    facts = yaml.safe_load(written(str(Path(path).with_name("config.json"))))
    said = head(path)
    named = re.sub(r"(?<=CC)-(?=BY)|-(?=[34])", " ", said["license"].upper())
    assert f"The weights are shared under {named}." in " ".join(written(path).split())
    assert said["library_name"] == LIBRARY
    if "source" in facts:
        assert said["language"] == [facts["source"], facts["target"]]
        assert said["pipeline_tag"] == "translation"


def test_readme_has_a_row_for_every_kind_of_work() -> None:
    table = README.partition("## Licences")[2].partition("\n## ")[0]
    for folder in {path.split("/")[1] for path in tracked() if path.startswith("pretrained/")}:
        (row,) = re.findall(rf"^\|.*`{folder}`.*$", table, re.MULTILINE)
        named = licence(f"pretrained/{folder}/CARD.md")
        assert f"[{named}](LICENSES/{named}.txt)" in row, folder
    assert "[OFL-1.1](LICENSES/OFL-1.1.txt)" in table and "[Apache-2.0](LICENSE)" in table


def test_the_version_stands_in_one_place_and_is_repeated_rightly() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", __version__)
    cited = yaml.safe_load(written("CITATION.cff"))
    assert cited["cff-version"] == "1.2.0" and cited["license"] == "Apache-2.0"
    assert cited["title"].startswith(NAME["en"]) and cited["authors"] == [{"name": AUTHORS}]
    releases = re.findall(r"^## \[(\d[^\]]*)\] - (.*)$", written("CHANGELOG.md"), re.MULTILINE)
    dates = [datetime.date.fromisoformat(date) for _, date in releases]
    assert dates == sorted(dates, reverse=True)
    assert (cited["version"], cited["date-released"]) == (releases[0][0], dates[0])
    assert releases[0][0] == __version__
    assert "## [Unreleased]" in written("CHANGELOG.md")
    assert {said for _, _, said in entries()} >= {f"{dates[-1].year} {AUTHORS}"}


def test_the_name_is_the_same_everywhere() -> None:
    for lang in LANGUAGES:
        text = Text(lang)
        assert text("shell.tab", page="").endswith(f" · {NAME[lang]}")
        assert text("shell.tab_refused").endswith(f" · {NAME[lang]}")
        assert text("shell.version", version="1") == f"{NAME[lang]} 1"
    assert README.startswith(f"# {NAME['en']}\n")
    assert NAME["ko"] in README.partition("## 한국어")[2]
    here = Path(__file__).relative_to(ROOT).as_posix()
    patterns = [part for name in OLD_NAMES for part in ("-e", name)]
    found = subprocess.run(
        ["git", "-C", str(ROOT), "grep", "-IlF", *patterns, "--", ".", f":!{here}"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, found.stdout) == (1, "")


@for_each(PAPERS, named=str)
def test_links_and_names_of_files_in_the_papers_exist(paper: str) -> None:
    text, here = written(paper), (ROOT / paper).parent
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("#")]
    assert all((here / link.partition("#")[0]).exists() for link in links)
    prose = re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.MULTILINE | re.DOTALL)
    named = re.findall(r"`((?:explainer|tests|pretrained|\.github|\.ci)/[\w./-]+)`", prose)
    known = {path for path in named if (ROOT / path).exists()}
    made = {
        path for path in named if path.startswith(("explainer/text/fr/", "pretrained/first-model"))
    }
    assert set(named) - known - made == set()


def test_the_first_screen_of_readme() -> None:
    """What it is, in ten lines; one picture; the two commands; a way to each document."""
    screen = README.splitlines()[:40]
    told = screen[1 : next(at for at, line in enumerate(screen) if line.startswith("!["))]
    assert 1 <= len([line for line in told if line]) <= 10
    assert sum(line.count("![") for line in screen) == 1
    for marker in ("<!-- command: start -->", "<!-- command: test -->"):
        assert marker in screen and screen[screen.index(marker) + 2].startswith(
            "python3.11 -m venv"
        )
    whole = "\n".join(screen)
    for name in ("LICENSE", "CITATION.cff", *PAPERS[1:]):
        assert f"]({name})" in whole, name
    assert len(re.findall(r"\]\(#[^)]+\)", whole)) >= 6


@pytest.mark.slow
def test_a_clone_by_git_for_windows_has_the_same_bytes(tmp_path: Path) -> None:
    """What the policy hashes, what bash reads and what is checked by its sum."""
    asked = [".gitattributes", "explainer/shell/first_page.js", ".ci/run"]
    asked += [f"pretrained/ko-en/{name}" for name in ("log.csv", "config.json")]
    clone = tmp_path / "clone"
    options = ["-c", "core.autocrlf=true", "clone", "--quiet", "--shared", "--no-checkout"]
    git(*options, "-c", "core.autocrlf=true", str(ROOT), str(clone))
    git("checkout", "--quiet", "HEAD", "--", *asked, at=clone)
    for path in asked:
        committed = subprocess.run(
            ["git", "-C", str(ROOT), "show", f"HEAD:{path}"], capture_output=True, check=True
        ).stdout
        assert (clone / path).read_bytes() == committed, path
    assert b"\r" not in (clone / "explainer/shell/first_page.js").read_bytes()
