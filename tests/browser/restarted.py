"""A server of a test's own, which can be stopped and started anew, and a line that can be cut."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, WebSocketRoute
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.app.serving import Server, free_port, launch
from tests.browser.tabs import spend


class Restarted:
    """The app with two small models on one port, which can be stopped and started anew."""

    def __init__(self, models: Path, **settings: str) -> None:
        self.settings = {"EXPLAINER_PRETRAINED": str(models), **settings}
        self.server = self._launched(free_port())

    def _launched(self, port: int) -> Server:
        return launch(Path(os.devnull), port=port, forked=True, **self.settings)

    @property
    def url(self) -> str:
        return self.server.url

    def start(self) -> None:
        if self.stopped:
            self.server = self._launched(self.server.port)
        self.server.wait()

    @property
    def stopped(self) -> bool:
        return self.server.process.poll() is not None

    def stop(self) -> None:
        self.server.kill()


@contextmanager
def serving(models: Path, **settings: str) -> Iterator[Restarted]:
    app = Restarted(models, **settings)
    try:
        app.start()
        yield app
    finally:
        app.stop()


class Wire:
    """The connection of a page, which can be cut and mended while the server runs on."""

    def __init__(self, page: Page) -> None:
        self.cut = False
        self.runs = 0  # of scripts that the server has finished
        self.open: list[WebSocketRoute] = []
        spend(page).route_web_socket(re.compile("/_stcore/stream"), self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        if self.cut:
            route.close()
        else:
            server = route.connect_to_server()
            server.on_message(lambda message: self._hand_on(route, message))
            self.open += [route, server]

    def _hand_on(self, route: WebSocketRoute, message: str | bytes) -> None:
        route.send(message)
        if isinstance(message, bytes):
            self.runs += ForwardMsg.FromString(message).HasField("script_finished")

    def interrupt(self) -> None:
        self.cut = True
        for end in self.open:
            end.close()
        self.open.clear()
