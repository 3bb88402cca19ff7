"""What a reader wrote, and tokens of it, are given to no call that reads Markdown.

A simple reading of the source: it sees an attribute of a translation inside the arguments of such a
call, or a name that such an attribute was given to in the same function. What it cannot see (a
value that goes through several functions) the fuzz test of the pages looks for in what is sent.
"""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.layers.sources import for_each, nodes_of, screens, tree_of

# Streamlit's calls whose text or label is Markdown. st.text, st.code and data are not among them.
MARKDOWN = {
    *("badge", "button", "caption", "checkbox", "dialog", "download_button", "error", "expander"),
    *("feedback", "file_uploader", "header", "info", "latex", "link_button", "markdown"),
    *("menu_button", "metric", "number_input", "page_link", "pills", "popover", "progress"),
    *("radio", "segmented_control", "select_slider", "slider", "spinner", "status", "subheader"),
    *("success", "table", "tabs", "text_area", "text_input", "title", "toast", "toggle"),
    *("warning", "write"),
}
# Fields that hold a reader's words, or tokens that a vocabulary learned from somebody's words.
THEIRS = {
    *("original", "source.text", "source.tokens", "fed_tokens", "predicted_tokens"),
    *("predicted_words", "hypothesis_texts", "top_tokens", "sentence", "token"),
}
# Keywords whose value is shown as it is: the content of a field, data, an id.
INERT = {
    *("value", "key", "data", "args", "kwargs", "on_click", "on_change", "file_name"),
    *("placeholder", "query_params"),
}
# Calls that give back a number, a score or the name of a model, whatever they are given.
HARMLESS = {"len", "sum", "max", "min", "bool", "range", "index", "check", "fitting_model"}


def is_theirs(node: ast.AST) -> bool:
    if not isinstance(node, ast.Attribute):
        return False
    spelled = ast.unparse(node)
    return any(spelled.endswith(f".{field}") for field in THEIRS)


def shown(node: ast.AST, tainted: set[str]) -> Iterator[ast.AST]:
    """The reader's texts inside an expression, as far as its value shows them."""
    if is_theirs(node) or (isinstance(node, ast.Name) and node.id in tainted):
        yield node
        return
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in HARMLESS:
        return
    if isinstance(node, ast.Compare | ast.Lambda):
        return
    if isinstance(node, ast.IfExp):
        yield from shown(node.body, tainted)
        yield from shown(node.orelse, tainted)
        return
    if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp):
        targets = {
            name.id
            for part in node.generators
            if list(shown(part.iter, tainted))
            for name in ast.walk(part.target)
            if isinstance(name, ast.Name)
        }
        yield from shown(node.elt, tainted | targets)
        return
    for child in ast.iter_child_nodes(node):
        yield from shown(child, tainted)


def tainted_names(function: ast.AST) -> set[str]:
    """Names a reader's text was given to, also by way of another such name."""
    names: set[str] = set()
    for _ in range(3):
        for node in nodes_of(function):
            if isinstance(node, ast.Assign) and list(shown(node.value, names)):
                names |= {t.id for t in node.targets if isinstance(t, ast.Name)}
    return names


def markdown_calls(function: ast.AST) -> Iterator[ast.Call]:
    for node in nodes_of(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            owner = ast.unparse(node.func.value)
            if node.func.attr in MARKDOWN and (owner == "st" or owner.isidentifier()):
                yield node


def wrong_lines(tree: ast.Module) -> list[str]:
    found = set()
    for function in nodes_of(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = tainted_names(function)
        for call in markdown_calls(function):
            read = [*call.args, *(k.value for k in call.keywords if k.arg not in INERT)]
            for part in read:
                for bad in shown(part, names):
                    line = f"line {bad.lineno}: {ast.unparse(bad)} in {ast.unparse(call.func)}"  # type: ignore[attr-defined]
                    found.add(line)
    return sorted(found)


@for_each(screens())
def test_no_readers_text_in_a_call_that_reads_markdown(path: Path) -> None:
    assert wrong_lines(tree_of(path)) == []


WRONG = (
    "st.markdown(view.translation.source.text)",
    "st.caption(text('a.b', token=translation.predicted_tokens[0]))",
    "token = translation.source.tokens[0]\n st.button(f'take {token}')",
    "a = translation.original\n b = a.strip()\n column.metric(b, 1)",
    "st.selectbox('x', y)\n st.radio('x', translation.top_tokens[0])",
    "st.warning(request.sentence)",
    "st.markdown(' '.join(p for p in translation.source.tokens))",
)
FINE = (
    "st.text(translation.original)",
    "st.markdown(text('a.b', count=len(translation.source.tokens)))",
    "st.text_input(text('a.b'), value=translation.original)",
    "st.caption(text('a.c') if translation.original else text('a.d'))",
)


def test_the_reading_finds_what_it_is_to_find_and_leaves_alone_what_is_fine() -> None:
    found = {code for code in (*WRONG, *FINE) if wrong_lines(ast.parse(f"def f():\n {code}"))}
    assert found == {*WRONG}
