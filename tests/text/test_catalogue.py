"""The two catalogues say the same things, and nothing the code does not ask for."""

import ast
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import get_args

import pytest

from explainer.chapters import ORDER
from explainer.chapters.lessons.sheet import TASKS
from explainer.drawings import module_files
from explainer.frame.choices import DECLARED, OneOf
from explainer.frame.course import chapters
from explainer.frame.page import TRY, page_of
from explainer.lessons import ALL, LESSONS
from explainer.lessons.parts import Part, Whole
from explainer.text import LANGUAGES, Text, articles, catalogues, holes, strings
from tests.layers.sources import docstrings, files, name_of, nodes_of, tree_of

HANGUL = re.compile("[\u1100-\u11ff\u3130-\u318f\uac00-\ud7a3]")
KEY = re.compile(r"[a-z]+\.(?!(?:js|css)$)[a-z0-9_]+")  # flow.js is a file
AREAS = {area for area, _ in catalogues("ko")}


# Words of Korean values without a Korean letter: names that every language uses, and formulas.
NAMES = {
    *("AER", "Adam", "BLEU", "Bahdanau", "FFN", "GPU", "GRU", "LSTM", "Luong", "SGD", "ViT"),
    "chrF",
    *("ln", "log", "top"),
}
COMMANDS = {"toy.command"}


def literals(arguments: Sequence[ast.expr], tree: ast.Module) -> list[str]:
    """The strings that are handed over: literals, or `*NAME` of a constant of the module."""
    found = list[str]()
    for one in arguments:
        if isinstance(one, ast.Starred):
            found += constant_of(tree, ast.unparse(one.value))
        else:
            found.append(ast.literal_eval(one))
    return found


def constant_of(tree: ast.Module, name: str) -> tuple[str, ...]:
    """A literal tuple at the top of the module, the keys of a literal dictionary, or what the
    module imports under that name.
    """
    for line in tree.body:
        if isinstance(line, ast.ImportFrom) and name in {one.name for one in line.names}:
            return tuple(getattr(import_module(str(line.module)), name))
        if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) == name and line.value:
            return tuple(ast.literal_eval(line.value))
    raise AssertionError(f"{name} is no constant of the module")


def used_keys() -> dict[str, str]:
    """Every literal of the code that has the form of a key, with a file that uses it; and the keys
    that a pattern and its ids make, see `Text.each`.
    """
    # Names of longer texts and of tables of words; the beginning of a key.
    tables = {f"{path.parent.name}.{path.stem}" for path in module_files()}
    others = {*articles("ko"), *tables, "shell.part_"}
    declared = [key for one in chapters() for key in (one.name, one.title, one.idea)]
    declared += [f"shell.part_{part}" for part in ORDER]
    for one in chapters():
        draw = page_of(one).draw
        names = [f"view_{name}" for name in draw] if isinstance(draw, Mapping) else []
        declared += [f"{one.id}.{name}" for name in (["view", *names] if names else [])]
        beats = page_of(one).beats
        declared += [f"{one.id}.beat_{beat.id}" for beat in beats]
        declared += [one.detail] if beats or one.detail in strings("ko") else []
    declared += [lesson.key(part) for lesson in LESSONS for part in get_args(Whole)]
    for step in (step for lesson in ALL.values() for step in lesson.steps):
        tells = (f"tell_{one}" for one in step.options if "." not in one)
        parts = ("title", "ask", "tell") if step.is_own else get_args(Part)
        declared += map(step.key, (*parts, *step.options))
        declared += [bar for bar in step.number.get("bars", ()) if bar in strings("ko")]
        more = map(step.key, ("nothing", "small", "large", "unit", *tells))
        declared += [key for key in more if key in strings("ko")]
    of_sheets = (
        f"lessonsheet.{name}_{part}" for name in TASKS for part in ("title", "line", "head")
    )
    declared += [key for key in of_sheets if key in strings("ko")]
    labels = [f"{one.key}{end}" for one in DECLARED.values() for end in ("", "_help")]
    of_options = ((one.key, one.options) for one in DECLARED.values() if isinstance(one, OneOf))
    labels += [f"{key}_{option}" for key, options in of_options for option in options]
    declared += [key for key in labels if key in strings("ko")]
    # Of a drawing: tests/drawings holds its words to its script.
    declared += [key for key in strings("ko") if key.rpartition(".")[0] in tables]
    found = dict.fromkeys(declared, "explainer/chapters")
    for path in files("explainer"):
        tree = tree_of(path)
        ignored = docstrings(tree)
        for node in nodes_of(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("text.each"):
                pattern, *ids = literals(node.args, tree)
                found |= {pattern.replace("*", id): name_of(path) for id in ids}
            if not isinstance(node, ast.Constant) or node in ignored:
                continue
            value = node.value
            if not isinstance(value, str) or (value in others and value not in strings("ko")):
                continue
            if KEY.fullmatch(value) and value.split(".")[0] in AREAS:
                found[value] = name_of(path)
    # Why an option is none, beside it.
    whys = {key for key in strings("ko") if key.endswith("_why")}
    found |= {key: found[option] for key in whys if (option := key.removesuffix("_why")) in found}
    return found


def test_the_code_uses_every_key_and_no_other() -> None:
    used = used_keys()
    there = set(strings("ko"))
    assert set(used) - there == set(), "used, but in no catalogue"
    assert there - set(used) == set(), "in the catalogue, but not used"


def test_both_languages_have_the_same_keys_and_holes() -> None:
    korean, english = (
        {key: holes(value) for key, value in strings(lang).items()} for lang in ("ko", "en")
    )
    assert korean.keys() == english.keys()
    assert [key for key in korean if korean[key] != english[key]] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_braces_are_holes_only_and_no_string_is_empty_or_has_stray_spaces(lang: str) -> None:
    """A misspelt hole would be shown to the reader as it stands."""
    for key, value in strings(lang).items():
        rest = value
        for hole in holes(value):
            rest = re.sub(r"\{" + hole + r"(\|[^{}]*)?\}", "", rest)
        assert "{" not in rest and "}" not in rest, key
        assert value and value == value.strip(), key


def test_korean_is_korean_and_english_has_no_korean_letter() -> None:
    assert [key for key, value in strings("en").items() if HANGUL.search(value)] == []
    foreign = {
        key
        for key, value in strings("ko").items()
        if not HANGUL.search(value)
        and not {*re.findall("[A-Za-z]{2,}", re.sub(r"\{.*?\}", "", value))} <= NAMES
    }
    assert foreign == COMMANDS


def test_articles_exist_in_both_languages_and_are_used():
    # The tasks of a chapter are drawn by the frame.
    called = {f"{one.id}.{TRY}" for one in chapters() if page_of(one).mistake is not None}
    for path in files("explainer"):
        for node in nodes_of(tree_of(path)):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "article":
                argument = node.args[0]
                if name_of(path) == "explainer/frame/page.py":
                    continue
                assert isinstance(argument, ast.Constant), f"{name_of(path)}: name is no literal"
                called.add(str(argument.value))
    assert articles("ko").keys() == articles("en").keys() == called


def test_articles_are_in_their_language() -> None:
    for name in articles("en"):
        assert not HANGUL.search(Text("en").article(name)), name
        assert HANGUL.search(Text("ko").article(name)), name


def test_holes_are_filled_and_what_is_missing_is_an_error() -> None:
    text, key = Text("en"), "input.too_long_text"
    filled = text(key, found=201, limit=200)
    assert "201" in filled and "{" not in filled
    assert "{limit}" in text(key, found="{limit}", limit=200), "a value is not filled again"
    assert "\u2068\u05d1\u2069" in text(key, found="\u05d1", limit=200), "it runs to the left alone"
    kinds = {kind: text(f"heads.kind_{kind}_line") for kind in ("encoder", "cross")}
    assert text.each("heads.kind_*_line", *kinds) == kinds
    for missing in (
        lambda: text(key, found=1),
        lambda: text("input.nothing_like_this"),
        lambda: text.each("heads.kind_*_line", "none"),
    ):
        with pytest.raises(KeyError):
            missing()
    with pytest.raises(ValueError):
        Text("xx")
    assert Text("ko") == Text("ko") != text and len({Text("ko"), Text("ko")}) == 1


def test_catalogues_are_utf8_without_control_characters() -> None:
    paths: list[Path] = []
    for lang in LANGUAGES:
        paths += [path for _, path in catalogues(lang)] + list(articles(lang).values())
    for path in paths:
        content = path.read_text(encoding="utf-8")
        assert all(char.isprintable() or char == "\n" for char in content), path.name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bold_words_show_no_asterisks(lang: str) -> None:
    """Markdown closes `**90 %**` before a space and not before a letter: %, ) or a quote is none.

    A hole may be filled with a percentage, so one that is called a share counts as a sign.
    """
    long = {name: path.read_text(encoding="utf-8") for name, path in articles(lang).items()}
    for key, words in {**strings(lang), **long}.items():
        for bold in re.finditer(r"\*\*(.+?)\*\*", words):
            before, behind = words[: bold.start()][-1:], words[bold.end() :][:1]
            closes = bold[1][-1].isalnum() or re.search(r"\{(?!\w*share\})[^}]*\}$", bold[1])
            opens = bold[1][0].isalnum() or bold[1][0] == "{"
            assert closes or not behind.isalnum(), f"{key}: {bold[0]}{behind}"
            assert opens or not before.isalnum(), f"{key}: {before}{bold[0]}"
