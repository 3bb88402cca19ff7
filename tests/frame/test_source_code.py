"""The pages show our own code: what they name is there."""

from __future__ import annotations

import ast
from functools import reduce
from importlib import import_module

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
