"""Who may import what: the project is one street in one direction.

text -> tokenizer -> model -> decoding -> metrics / analysis -> engine -> runs -> frame -> chapters
-> shell
"""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.layers.sources import ROOT, files, for_each, name_of, nodes_of, tree_of


@dataclass(frozen=True)
class Layer:
    """`own`: layers of ours it may import beside itself; `others`: third-party modules."""

    own: frozenset[str]
    others: frozenset[str]


def layer(own: str = "", others: str = "") -> Layer:
    return Layer(frozenset(own.split()), frozenset(others.split()))


LOWER = (
    "text data tokenizer decoding metrics analysis charts engine translation installed batch"
    " documents lessons scope streamlit_internals"
)
INTERNALS = "streamlit_internals"

LAYERS = {
    "text": layer(),
    "data": layer(),
    "metrics": layer("tokenizer", "sacrebleu"),
    "tokenizer": layer(others="sentencepiece"),
    "model": layer(others="torch safetensors"),
    "decoding": layer(others="numpy torch"),
    "analysis": layer("model", "torch numpy"),
    # What the engine hands out: plain data, so it knows the parts of it and no maths.
    "translation": layer("tokenizer model decoding", "numpy"),
    "scope": layer(),
    # What Streamlit has below its public interface: this module alone may ask for it.
    "streamlit_internals": layer(others="streamlit"),
    "streams": layer(),
    "engine": layer("tokenizer model decoding metrics analysis translation", "torch numpy"),
    # Training asks the engine for one thing: the scores of a finished model folder, measured
    # through the same door its users come in by. The learning curve is a picture and a page.
    "training": layer(
        "text data tokenizer model decoding metrics engine documents",
        "torch safetensors tqdm numpy PIL",
    ),
    # Text: how a share is written.
    "charts": layer("text", "numpy pandas altair plotly PIL pyarrow"),
    # Templates of files to keep or print: plain values in, HTML out.
    "documents": layer(others="jinja2"),
    # Lessons are data and plain numbers: steps on pages, questions, whether an answer is right.
    "lessons": layer("text"),
    # Which model folders there are, from their cards and the states of their training.
    "installed": layer("model scope"),
    # Everything that makes the model compute for a visitor: caches, the gate, searches together.
    # Training: the page of it shows its own batches and schedule.
    "runs": layer(f"{LOWER} training", "streamlit numpy"),
    # Modules for the browser, and what puts one on a page.
    "drawings": layer("scope streamlit_internals", "streamlit numpy"),
    # Models that were trained elsewhere, as folders of ours.
    "importing": layer("tokenizer model engine installed streams"),
    # What every chapter uses. Numbers reach a chart by way of a chapter, which asks analysis for
    # arrays and hands them to charts.
    "frame": layer(f"{LOWER} runs drawings", "streamlit numpy pyarrow segno"),
    # tests/layers/test_chapters.py: none of them another.
    "chapters": layer(f"{LOWER} runs drawings frame", "streamlit numpy pandas pyarrow"),
    # The server's own: limits, headers, logs, compression, style.
    "web": layer("text documents streamlit_internals", "streamlit starlette uvicorn"),
    "shell": layer(f"{LOWER} runs drawings frame chapters web", "streamlit starlette"),
    # The app run without a browser, and what it draws as files.
    "site": layer(
        f"{LOWER} model runs drawings frame chapters shell web streams",
        "numpy pyarrow markdown_it mdit_py_plugins latex2mathml vl_convert",
    ),
    # Files of sentences: read, translated in blocks, scored, written. Ray is optional.
    "batch": layer(
        "text data documents decoding metrics analysis engine translation streams",
        "numpy sacrebleu tqdm ray",
    ),
    "__main__": layer(
        "text data metrics decoding engine translation installed importing batch site streams",
        "tqdm",
    ),
    "app": layer("shell", "streamlit"),
}

# A single module that may know more than its layer does, and why.
EXCEPTIONS = {
    # CheckpointError, which loading a model raises, becomes a message where people read it.
    "explainer.__main__": {"model"},
    "explainer.runs.gate": {"model"},
    # n-gram counts are made once and read by every page about them: one module knows both.
    "explainer.training.studies.ngrams": {"analysis"},
    # Scores with the interval of the bootstrap, as files of sentences have them.
    "explainer.training.studies.compare": {"batch"},
    # The same counts are what the language models are measured against.
    "explainer.training.studies.family_dev": {"analysis"},
    # Its models read and write text: tokenizer and search, as the engine has them.
    "explainer.analysis.families": {"tokenizer", "decoding"},
    # write_atomically, and the list of traced tensors with their axes.
    "explainer.batch.command": {"model"},
    "explainer.batch.output": {"model"},
    "explainer.runs.families": {"model"},
    "explainer.runs.registry": {"model"},
    # Which of the models are recurrent, and of which kind.
    "explainer.runs.recurrent": {"model"},
    "explainer.shell.shell": {"model"},
    # A device that is not there ends the server with the sentence the command line has for it.
    "explainer.shell.server": {"model", "streams"},
    # The number of threads belongs to the process, and the warm-up is where it begins.
    "explainer.shell.warm": {"model", "threadpoolctl", "torch"},
}

SOURCES = files("app.py", "explainer")


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def layer_of(module: str) -> str:
    """explainer.model.trace -> model, torch.nn -> torch; the package itself, which holds the
    version and nothing else, has no layer."""
    parts = module.split(".")
    if parts[0] != "explainer":
        return parts[0]
    return parts[1] if len(parts) > 1 else ""


def imports_of(path: Path) -> set[str]:
    """Every module an import statement names, also inside functions and for type checking."""
    found: set[str] = set()
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name_of(path)}:{node.lineno}: relative import"
            assert node.module is not None
            found |= names_meant(node.module, [alias.name for alias in node.names])
    return found


def names_meant(module: str, names: list[str]) -> set[str]:
    """`from explainer.model import cache` means the module explainer.model.cache."""
    if module.partition(".")[0] != "explainer":
        return {module}
    return {f"{module}.{n}" if f"{module}.{n}" in MODULES else module for n in names}


MODULES = {module_of(path) for path in SOURCES}


@for_each(SOURCES)
def test_imports_stay_in_their_layer(path: Path) -> None:
    module = module_of(path)
    here = layer_of(module)
    if not here:
        assert imports_of(path) <= {"__future__"}, "explainer/__init__.py imports nothing"
        return
    assert here in LAYERS, f"{module}: no such layer in the table"
    allowed, extra = LAYERS[here], EXCEPTIONS.get(module, set())
    wrong = []
    for wanted in sorted(imports_of(path)):
        top = wanted.partition(".")[0]
        if top == "explainer":
            if layer_of(wanted) not in {here, "", *allowed.own, *extra}:
                wrong.append(wanted)
        elif top not in {*allowed.others, *extra, *sys.stdlib_module_names}:
            wrong.append(wanted)
    assert not wrong, f"{module} ({here}) must not import {', '.join(wrong)}"


def test_neither_layers_nor_modules_form_a_circle() -> None:
    """Also not through an import that only type checking or a function body executes."""
    table = {name: set(rules.own) for name, rules in LAYERS.items()}
    ours = {
        module_of(path): {name for name in imports_of(path) if name in MODULES} - {module_of(path)}
        for path in SOURCES
        if path.name != "__init__.py"  # a package's front door re-exports its own modules
    }
    for graph in (table, ours):
        try:
            tuple(TopologicalSorter(graph).static_order())
        except CycleError as error:
            pytest.fail(f"these import each other: {' <- '.join(error.args[1])}")


def test_exceptions_and_layers_are_in_use() -> None:
    """A rule for something that is gone would hide the next mistake."""
    assert {layer_of(module) for module in MODULES} - {""} == set(LAYERS)
    by_module = {module_of(path): path for path in SOURCES}
    unused = [
        f"{module}: {extra}"
        for module, extras in EXCEPTIONS.items()
        for extra in sorted(extras)
        if module not in by_module
        or extra not in {layer_of(name) for name in imports_of(by_module[module])}
    ]
    assert not unused


def private_of(path: Path) -> set[str]:
    """What a file takes from below Streamlit's public interface; types alone do not count."""
    tree = tree_of(path)
    for_types = {
        inner
        for node in nodes_of(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
        for inner in ast.walk(node)
    }
    found: set[str] = set()
    for node in nodes_of(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("streamlit.")}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "streamlit":
            if (node.module, [alias.name for alias in node.names]) != ("streamlit", ["get_option"]):
                found.add(str(node.module))
        elif (
            isinstance(node, ast.Attribute)
            and node.attr.startswith("_")
            and node.attr != "__file__"
        ):
            found |= {f"st.{node.attr}"} if ast.unparse(node.value) == "st" else set()
    return found


def test_what_streamlit_does_not_promise_is_asked_for_in_one_module() -> None:
    private = {module_of(path): found for path in SOURCES if (found := private_of(path))}
    assert set(private) == {f"explainer.{INTERNALS}"}, private
