"""Drawings of a page alone in a tab, at a twentieth of what Streamlit's frontend costs.

The page runs under AppTest, with the models that come with the project; the tab gets the modules of
its drawings with the payloads it made, and what they tell runs the page again. Time in the tab
stands still but for `wait`, so that nothing passes while nobody looks.
"""

import json
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal
from urllib.parse import parse_qsl, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.testing.v1 import AppTest

from explainer.charts.palette import style_sheet
from explainer.drawings import FILES
from explainer.web.compression import KINDS
from tests.apptest import app_test, visit
from tests.browser.app_page import AXE, RULES, on_korean
from tests.browser.tabs import OPENING, PATIENCE
from tests.conftest import ROOT

SCRIPT = Path(__file__).with_suffix(".js").read_text("utf-8")
THEME = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
STYLE = (
    Path(__file__).with_suffix(".css").read_text("utf-8").replace("FONT", THEME["font"])
    + style_sheet()
)
ADDRESS = "http://localhost/"  # answered here
HTML = """<!doctype html><html lang="en"><title>drawings</title>
<meta name="viewport" content="width=device-width"><style>{}</style>
<body class="{}"><main><h1>drawings</h1></main></body></html>"""
EPOCH = "2100-01-01"
SOON = 500  # ms after which a drawing has told what it waits to tell
TRIGGER = "$$STREAMLIT_INTERNAL_KEY_{}__events"
_tabs: dict[Browser, Page] = {}  # kept: a new one costs four times a new page
_bad: list[str] = []  # errors of scripts, dialogs, requests

Mount = Callable[..., "Mounted"]


@dataclass
class Mounted:
    """A page of the app and a tab with the drawings of it that have these names; all without."""

    app: AppTest
    page: Page
    names: Collection[str]
    told: list[tuple[str, Any]] = field(default_factory=list)  # what reached the server
    _states: dict[str, dict[str, Any]] = field(default_factory=lambda: defaultdict(dict))

    def draw(self) -> None:
        """As Streamlit does at the end of a run."""
        assert not self.app.exception
        self.page.evaluate("(parts) => mounted.show(parts)", [*map(_part, self._components())])

    def wait(self, ms: int) -> None:
        """Let time pass; what is told meanwhile is answered at its end."""
        self.page.clock.run_for(ms)
        news = self.page.evaluate("() => mounted.rest()")
        if news:
            self._answer(news)
            self.wait(SOON)

    def settle(self) -> None:
        """Until nothing more will be told."""
        self.wait(SOON)

    def rerun(self) -> None:
        """After something else of the page was used."""
        self._answer([])

    def violations(self, rules: Mapping[str, object] = RULES) -> list[str]:
        """What axe finds, rule and element."""
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(Axe().axe_script)
        run = f"(all) => mounted.inTime(() => ({AXE})(all))"
        return self.page.evaluate(run, [{"exclude": list[str]()}, rules])

    @property
    def parameters(self) -> dict[str, str]:
        """Of the address, as the page has set it."""
        query = self.app.query_params
        return {
            name: value if isinstance(value, str) else value[0] for name, value in query.items()
        }

    def data(self, name: str) -> dict[str, Any]:
        """The payload of the drawing with this name."""
        payloads = (
            json.loads(one.bytes) for one in self._components() if one.component_name == name
        )
        return next(payloads)

    def _components(self) -> Iterator[BidiComponent]:
        for found in self.app.get("bidi_component"):
            proto: BidiComponent = found.proto
            if not self.names or proto.component_name in self.names:
                yield proto

    def _answer(self, news: list[list[Any]]) -> None:
        """A run with what was told: a state stays, a trigger is for this run alone."""
        triggers = defaultdict[str, list[Any]](list)
        for kind, component, name, value in news:
            self.told.append((name, value))
            if kind == "state":
                self._states[component][name] = value
            else:
                triggers[TRIGGER.format(component)].append({"event": name, "value": value})
        states = self.app._tree.get_widget_states()
        for id, state in self._states.items():
            states.widgets.append(WidgetState(id=id, json_value=json.dumps(state)))
        for id, events in triggers.items():
            states.widgets.append(WidgetState(id=id, json_trigger_value=json.dumps(events)))
        self.app._run(states)
        self.draw()


def _part(proto: BidiComponent) -> dict[str, str]:
    return {
        "id": proto.id,
        "key": f"st-key-{proto.id.split('-', 2)[-1]}",
        "html": proto.html_content,
        "js": proto.js_content,
        "data": proto.bytes.decode(),
    }


def blank(browser: Browser) -> Page:
    """The tab of the drawings without any."""
    page = _tab(browser)
    page.goto(ADDRESS)
    return page


@contextmanager
def mounts(browser: Browser) -> Iterator[Mount]:
    """Mounts drawings of addresses of the app, or of a script that draws them alone. A script's
    error, a dialog or a request fails the test. One at a time: the next takes its tab.
    """
    _bad.clear()

    def mount(
        where: str | Path,
        *names: str,
        query: str = "",
        width: int = 1440,
        height: int = 1000,
        color_scheme: Literal["dark", "light"] = "light",
        reduced_motion: Literal["no-preference", "reduce"] = "no-preference",
        first_visit: bool = False,
    ) -> Mounted:
        called = where if isinstance(where, Path) else on_korean(where)
        path, _, asked = (
            ("script", "", query) if isinstance(called, Path) else called.partition("?")
        )
        app = _run(where if isinstance(where, Path) else path, dict(parse_qsl(asked)))
        page = _tab(browser)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=color_scheme, reduced_motion=reduced_motion)
        page.goto(f"{ADDRESS}{path}?{asked}")
        page.mouse.move(0, 0)
        page.evaluate("localStorage.clear()")
        if not first_visit:
            page.evaluate(f"localStorage.setItem('{OPENING}', '1')")
        mounted = Mounted(app, page, names)
        mounted.draw()
        page.evaluate("() => mounted.rest()")
        return mounted

    yield mount
    assert _bad == []


def _run(where: str | Path, address: dict[str, str]) -> AppTest:
    if isinstance(where, str):
        return visit(where, **{"lang": "en", **address})
    app = app_test(where)
    app.query_params.update(address)
    return app.run()


def _tab(browser: Browser) -> Page:
    if browser not in _tabs:
        page = _tabs[browser] = browser.new_page()
        page.set_default_timeout(PATIENCE)
        page.add_init_script(SCRIPT)
        page.clock.install()
        page.clock.pause_at(EPOCH)
        page.on("pageerror", lambda error: _bad.append(str(error)))
        page.on("dialog", lambda dialog: _bad.append(f"dialog {dialog.message}"))
        page.route("**", _reply)
    return _tabs[browser]


def _reply(route: Route) -> None:
    url = route.request.url
    if module := FILES.get(url.removeprefix(ADDRESS)):
        route.fulfill(body=module.read_text("utf-8"), content_type=KINDS[module.suffix])
        return
    if not url.startswith(ADDRESS) or not route.request.is_navigation_request():
        _bad.append(url)
    kind = "script" if urlsplit(url).path == "/script" else "page"
    route.fulfill(body=HTML.format(STYLE, kind), content_type="text/html")
