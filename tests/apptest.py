"""The app and its pages under Streamlit's AppTest: what all tests that draw share."""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest, local_script_runner
from streamlit.testing.v1.element_tree import Block, Element
from streamlit.testing.v1.local_script_runner import LocalScriptRunner

from explainer.engine.memo import MEMO, Entry, Key
from explainer.installed import models_folder
from explainer.streamlit_internals import share_components
from tests.conftest import ROOT

Open = Callable[..., AppTest]

MARKDOWN = {"subheader", "markdown", "latex"}  # what may hold a formula
FORMULA = re.compile(r"\$\$\n(.*?)\n\$\$", re.DOTALL)
TIMEOUT = 600  # seconds; only a run that hangs takes so long
_hashes: dict[str, str] = {}  # how Streamlit calls a page, by its place in the address
# What the app has kept of the models in a folder, of the last few folders; the newest last.
_kept: OrderedDict[Path, OrderedDict[Key, Entry]] = OrderedDict()
FOLDERS = 4


def _wait_for(runner: LocalScriptRunner, timeout: float = TIMEOUT) -> None:
    """Streamlit's own looks through all events a thousand times a second, whether it is done."""
    thread = runner._script_thread
    assert thread is not None
    thread.join(timeout)
    if thread.is_alive():
        runner.request_stop()
        raise RuntimeError(f"a run of the script took more than {timeout} s")


local_script_runner.require_widgets_deltas = _wait_for


def app_test(script: Path | Callable[..., None], *arguments: object) -> AppTest:
    """A script or a function that is run as one; not run yet."""
    _forget_others()
    if isinstance(script, Path):
        app = AppTest.from_file(str(script), default_timeout=TIMEOUT)
    else:
        app = AppTest.from_function(script, default_timeout=TIMEOUT, args=arguments)
    share_components(app)
    return app


def visit(
    page: str = "", session: Mapping[str, object] | None = None, /, **address: str
) -> AppTest:
    """The whole app on a page, its session and address as given, after one run."""
    app = app_test(ROOT / "app.py")
    app.query_params.update(address)
    for key, value in (session or {}).items():
        app.session_state[key] = value
    if page and not _hashes:
        # A page that is a function has no file for switch_page; Streamlit knows it by a hash that
        # is told after a first run.
        found = app_test(ROOT / "app.py").run()._registered_pages
        _hashes.update({info.get("url_pathname", ""): name for name, info in found.items()})
    if page:
        app._page_hash = _hashes[page]
    return app.run()


def headings(app: AppTest) -> list[str]:
    """The subheadings of a page, without what stands below them as one element with them."""
    return [heading.value.partition("\n")[0] for heading in app.subheader]


def latex_of(app: AppTest) -> list[str]:
    """All formulas that stand on lines of their own, in the order of the page."""
    found = [str(each.value) for each in elements(app._tree) if each.type in MARKDOWN]
    return [formula for text in found for formula in FORMULA.findall(text)]


def elements(block: Block) -> Iterator[Element]:
    """All that is drawn in a block, in its order; containers are none."""
    for child in block.children.values():
        if isinstance(child, Block):
            yield from elements(child)
        elif isinstance(child, Element):
            yield child


def use_models(folder: Path, patch: pytest.MonkeyPatch) -> None:
    """The app reads its models from there; what it has loaded stays if it was there before."""
    patch.setenv("EXPLAINER_PRETRAINED", str(folder))
    _forget_others()


def _forget_others() -> None:
    """The memo knows a model by its name and weights, not by its folder: each has its own."""
    folder = models_folder()
    if not _kept or next(reversed(_kept)) != folder:
        MEMO._entries = _kept.setdefault(folder, OrderedDict())
        _kept.move_to_end(folder)
        if len(_kept) > FOLDERS:
            _kept.popitem(last=False)
