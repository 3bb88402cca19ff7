"""Nothing a reader types may become markup or code, and nothing is fetched from elsewhere."""

import ast
import re
from pathlib import Path

from tests.layers.sources import files, for_each, name_of, nodes_of, text_of, tree_of

PYTHON = files("app.py", "explainer")
SCRIPTS = files("explainer", suffixes=(".js",))
EVERYTHING = files(
    "app.py", "explainer", suffixes=(".py", ".js", ".css", ".html", ".toml", ".md", ".json")
)

MARKUP = {
    "innerHTML": r"\binnerHTML\b",
    "outerHTML": r"\bouterHTML\b",
    "insertAdjacentHTML": r"\binsertAdjacentHTML\b",
    "document.write": r"\bdocument\s*\.\s*write",
    "srcdoc": r"\bsrcdoc\b",
    "DOMParser": r"\bDOMParser\b",
    "createContextualFragment": r"\bcreateContextualFragment\b",
    "eval": r"(?<![.\w])eval\s*\(",
    "Function from a string": r"\bnew\s+Function\b",
    "timer from a string": r"\bset(Timeout|Interval)\s*\(\s*['\"`]",
}
NETWORK = {
    "fetch": r"(?<![.\w])fetch\s*\(",
    "XMLHttpRequest": r"\bXMLHttpRequest\b",
    "WebSocket": r"\bWebSocket\b",
    "EventSource": r"\bEventSource\b",
    "sendBeacon": r"\bsendBeacon\b",
    "import of an address": r"""\bimport\b[^;\n]*['"]\s*(https?:)?//""",
}

LOADERS = {"torch.load", "torch.export.load"}

EXCEPTIONS = {
    # Templates of drawings: what their authors wrote is parsed, what fills them never.
    "explainer/drawings/html.js": ["innerHTML"],
    # The style sheets of drawings, from where their modules lie.
    "explainer/drawings/mount.js": ["fetch"],
    # The files of a model, from beside the page that asks for them.
    "explainer/drawings/engine/weights.js": ["fetch"],
}

# An address may be written to be read, never to be loaded: papers and licences in texts and
# comments. The XML namespaces are names that only look like addresses.
CITED = (
    "https://arxiv.org/",
    "https://doi.org/",
    "https://aclanthology.org/",
    "https://creativecommons.org/",
)
NAMESPACES = (
    "http://www.w3.org/2000/svg",
    "http://www.w3.org/1999/",
    "http://www.sitemaps.org/schemas/",
)
ADDRESS = re.compile(r"(?:https?:)?//(?:[\w-]+\.)+[a-z]{2,}[^\s\"'`)>\]]*")


@for_each(SCRIPTS)
def test_scripts_build_no_markup_and_ask_no_server(path: Path) -> None:
    text = text_of(path)
    found = [name for name, rule in (MARKUP | NETWORK).items() if re.search(rule, text)]
    assert found == EXCEPTIONS.get(name_of(path), [])


@for_each(PYTHON)
def test_python_passes_no_markup_through(path: Path) -> None:
    tree = tree_of(path)
    nodes = nodes_of(tree)
    wrong = [
        f"line {node.value.lineno}: {node.arg}"
        for node in nodes
        if isinstance(node, ast.keyword) and (node.arg or "").startswith("unsafe_allow")
    ]
    wrong += [
        f"line {node.lineno}: {ast.unparse(node.func)}"
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) in {"st.html", "st.iframe"}
    ]
    assert not wrong
    assert not [name for name, rule in MARKUP.items() if re.search(rule, text_of(path))]


@for_each(PYTHON)
def test_python_runs_no_data_as_code(path: Path) -> None:
    """Weights are read with safetensors, or alone; `eval` and pickles the linter knows."""
    nodes = nodes_of(tree_of(path))
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    assert not {ast.unparse(call.func) for call in calls} & {"compile", "__import__"}
    for call in calls:
        told = {word.arg: ast.unparse(word.value) for word in call.keywords}
        assert ast.unparse(call.func) not in LOADERS or told.get("weights_only") == "True"
        assert "allow_pickle" not in told


@for_each(EVERYTHING)
def test_no_address_is_there_to_be_loaded(path: Path) -> None:
    """Code and data hold no address; comments, docstrings and texts may cite a paper."""
    found = [
        address
        for address in ADDRESS.findall(text_of(path))
        if not address.startswith(CITED + NAMESPACES)
    ]
    assert not found
