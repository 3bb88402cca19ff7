"""The pages show our own code: what they name is there, without remarks and refusals."""

from __future__ import annotations

import ast
from functools import reduce
from importlib import import_module

from explainer.frame.source_code import lines_of
from tests.layers.sources import files, tree_of

SHOWN = {"chapter.code", "chapter.more_code"}


def test_every_function_that_a_page_shows_is_there() -> None:
    named = [
        (words[0], words[1])
        for path in files("explainer/chapters")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in SHOWN
        for words in [[str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]]
        if len(words) == 2
    ]
    assert len(named) > 20
    for module, name in named:
        assert callable(reduce(getattr, name.split("."), import_module(module)))
        shown = lines_of(module, name)
        assert shown is not None and ast.parse(shown).body
        refused = [
            node
            for node in ast.walk(ast.parse(shown))
            if isinstance(node, ast.If) and not node.orelse and isinstance(node.body[0], ast.Raise)
        ]
        assert refused == [] and "#" not in {line.strip()[:1] for line in shown.splitlines()}
