"""The project stands alone: no foreign places in it, and every visible word in the catalogue."""

import ast
import re
from pathlib import Path

import pytest

from tests.layers import sources

TEXT_FILES = sources.files(
    *("app.py", "requirements.txt", "pyproject.toml", "README.md", "CHANGELOG.md", "CITATION.cff"),
    *("CONTRIBUTING.md", "REUSE.toml", "Dockerfile", "compose.yaml", "start.bat", "explainer"),
    *("pretrained", "tests", ".github", ".ci", ".streamlit", ".deploy", ".devcontainer"),
    suffixes=(
        *(".py", ".js", ".css", ".html", ".toml", ".md", ".json", ".txt", ".csv", ".yaml"),
        *(".conf", ".cff", ".bat", ""),
    ),
)
SCREENS = sources.screens("app.py")
CODE = sources.files("app.py", "explainer")

# A folder that only one machine has. (/dev, /proc, /tmp and /usr exist on every Linux machine.)
HOME_OF_SOMEONE = re.compile(
    r"(?<![\w.$}/~-])/(?:home|root|work|opt|mnt|srv|media|data|Users|Volumes)(?:/[\w.-]+)+"
)
UPWARDS = re.compile(r"(?<![\w/.])(?:[\w.-]+/)*(?:\.\./)+[\w./-]*")
ADDRESS = re.compile(r"https?://([\w.-]+)")
# Hosts a text may name: papers, sources of data, licences, examples reserved for documentation.
KNOWN_HOSTS = re.compile(
    r"^(arxiv\.org|doi\.org|aclanthology\.org|www\.w3\.org|www\.sitemaps\.org|github\.com|tatoeba\.org"
    r"|creativecommons\.org|localhost|127\.0\.0\.1|(.+\.)?example(\.(com|org|net))?"
    r"|.+\.(test|invalid|example))$"
)


@sources.for_each(TEXT_FILES)
def test_names_no_place_of_one_machine(path: Path) -> None:
    text = sources.text_of(path)
    found = HOME_OF_SOMEONE.findall(text)
    found += [host for host in ADDRESS.findall(text) if not KNOWN_HOSTS.match(host)]
    assert not found


EXAMPLE = re.compile(r"^<!-- file: .+? -->\n```.*?^```$", re.MULTILINE | re.DOTALL)


@sources.for_each(TEXT_FILES)
def test_no_path_leads_out_of_the_repository(path: Path) -> None:
    """A relative path that goes up ends at a file of ours; that of an example stands elsewhere."""
    for wanted in UPWARDS.findall(EXAMPLE.sub("", sources.text_of(path))):
        target = (path.parent / wanted).resolve()
        assert target.is_relative_to(sources.ROOT), wanted
        assert target.exists(), f"{wanted} does not exist"


@pytest.mark.parametrize("folder", ["explainer", "pretrained", "tests"])
def test_no_file_is_a_link(folder: str) -> None:
    """A symbolic link works on the machine that has its target."""
    assert not [path for path in (sources.ROOT / folder).rglob("*") if path.is_symlink()]


# Where Streamlit shows a string, by keyword; and calls whose strings are ids, not words.
VISIBLE = {
    *("label", "body", "help", "placeholder", "title", "caption", "alt", "text", "page_title"),
    *("description", "message", "value_label"),
}
QUIET = {
    *("st.container", "st.columns", "st.switch_page", "st.set_page_config", "st.fragment"),
    *("st.rerun", "st.cache_data", "st.cache_resource", "st.image", "st.space", "st.App"),
    *("st.components.v2.component",),
}


def is_words(node: ast.expr) -> bool:
    """A literal with letters in it; the letters of holes, Markdown marks and icons do not count."""
    if isinstance(node, ast.JoinedStr):
        return any(is_words(part) for part in node.values if isinstance(part, ast.Constant))
    if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
        return False
    plain = re.sub(r":material/\w+:|:\w+(-\w+)*\[|&\w+;", "", node.value)
    return any(char.isalpha() for char in plain)


def visible_literals(tree: ast.Module) -> list[str]:
    found = []
    for node in sources.nodes_of(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        called = ast.unparse(node.func)
        if not called.startswith("st.") or called.startswith(("st.session_state", "st.query")):
            continue
        shown = [k.value for k in node.keywords if k.arg in VISIBLE]
        if called not in QUIET:
            shown += node.args
        found += [f"line {a.lineno}: {ast.unparse(a)}" for a in shown if is_words(a)]
    return found


@sources.for_each(SCREENS)
def test_no_visible_words_in_code(path: Path) -> None:
    assert not visible_literals(sources.tree_of(path))


def test_the_search_for_visible_words_finds_them() -> None:
    code = 'st.title("Words")\nst.button(label=f"Go {n}")\nst.text(text("a.b"))\nst.columns(2)'
    assert len(visible_literals(ast.parse(code))) == 2


@sources.for_each(CODE)
def test_korean_is_written_in_texts_and_samples_only(path: Path) -> None:
    """A string with Hangul in other code is a sentence that the other language never gets."""
    if sources.name_of(path).startswith(
        ("explainer/text/", "explainer/data/", "explainer/tokenizer/addresses")
    ):
        return
    tree = sources.tree_of(path)
    documentation = sources.docstrings(tree)
    found = [
        f"line {node.lineno}: {node.value}"
        for node in sources.nodes_of(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        if node not in documentation and re.search("[가-힣ㄱ-ㅎㅏ-ㅣ]", node.value)
    ]
    assert not found
