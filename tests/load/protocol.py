"""A browser tab without screen and socket: bytes to send, bytes received, what is shown.

It speaks Streamlit 1.67's protocol (`streamlit.proto`: BackMsg to the server, ForwardMsg back) and
keeps what a browser would need to act: the controls that are on the page, the address, messages
the server need not send twice.
"""

import json
from dataclasses import dataclass, field
from typing import Any, Final

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Common_pb2 import FileURLs, FileURLsRequest
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

SUBPROTOCOL: Final = "streamlit"
LIST_OF_PAGES: Final = "contents"  # the key of the component with the links to all
BUSY_ICON: Final = ":material/hourglass_top:"  # of the friendly "come back later"
KEPT_RUNS: Final = 2  # how long a browser keeps a message for later (global.maxCachedMessageAge)
# What a person can change, by the name of its element.
CONTROLS: Final = frozenset(
    {
        *("button_group", "selectbox", "slider", "checkbox", "text_input", "bidi_component"),
        "file_uploader",
    }
)
State = WidgetState


@dataclass(frozen=True)
class Control:
    """Something on the page that can be used: its element, the fragment it belongs to, its place
    on the page (child of child of ...), and the number of the run that sent it.
    """

    element: Element
    fragment: str
    place: tuple[int, ...] = ()
    run: int = 0

    @property
    def kind(self) -> str:
        return str(self.element.WhichOneof("type"))

    @property
    def id(self) -> str:
        return str(getattr(self.element, self.kind).id)

    @property
    def key(self) -> str:
        """ "$$ID-<hash>-<key>": the end is the key the program gave it."""
        return self.id.split("-", 2)[-1]


@dataclass(frozen=True)
class Link:
    """A way to another page: what Streamlit calls it, and the address it takes along."""

    page_hash: str
    query: str


@dataclass
class Tab:
    """One visitor on one page. `problems` are sentences, kept until someone takes them."""

    page: str = ""  # its path below the app
    query: str = ""
    session: str = ""
    page_hash: str = ""
    controls: dict[str, Control] = field(default_factory=dict)  # id -> control
    links: list[Link] = field(default_factory=list)
    fragments: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)  # what st.text, st.code and alerts say
    icon: str = ""  # the picture of the browser's tab, a file the server keeps
    places: list[FileURLs] = field(default_factory=list)  # where uploads may go
    problems: list[str] = field(default_factory=list)
    busy: int = 0  # how often the server asked to come back later
    received: int = 0  # bytes
    last: ForwardMsg = field(default_factory=ForwardMsg)  # the newest message, whole
    shown: dict[str, State] = field(default_factory=dict)  # id -> what was set last
    _changed: dict[str, State] = field(default_factory=dict)
    _cache: dict[str, tuple[ForwardMsg, int]] = field(default_factory=dict)  # hash -> message, run
    _pages: dict[str, str] = field(default_factory=dict)  # address -> what Streamlit calls it
    _before: set[str] = field(default_factory=set)  # widgets on the page when a run began
    _runs: int = 0
    _begun: bool = False
    _again: frozenset[str] = frozenset()  # the fragments of this run; of a whole run none
    _area: tuple[int, ...] | None = None  # the place of the container they draw in

    def use(self, widget: str, state: State) -> None:
        """Change a widget by its id; sent with the next run."""
        state.id = widget
        self._changed[widget] = self.shown[widget] = state

    def tell_again(self) -> None:
        """A browser that is connected anew sends what its fields say; what it sent may be lost.

        In a run that was broken off it still has the fields of the run before.
        """
        there = self._before | self.controls.keys()
        told = {widget: state for widget, state in self.shown.items() if widget in there}
        self._changed = {**told, **self._changed}

    def by_key(self, key: str) -> Control:
        """The control the program gave this key. Raises KeyError with those there are."""
        for control in self.controls.values():
            if control.key == key:
                return control
        raise KeyError(f"{key}; there are {sorted(c.key for c in self.controls.values())}")

    def write(self, key: str, text: str) -> None:
        """Type into the text field with this key."""
        self.use(self.by_key(key).id, State(string_value=text))

    def follow(self, link: Link) -> None:
        """Go to another page; sent with the next run."""
        self.page_hash, self.query = link.page_hash, link.query

    def rerun(self, fragment: str = "") -> bytes:
        """The message that asks for a run of the whole page or of one fragment."""
        state = ClientState(
            query_string=self.query,
            page_script_hash=self.page_hash,
            page_name="" if self.page_hash else self.page,
            fragment_id=fragment,
            cached_message_hashes=list(self._cache),
        )
        state.widget_states.widgets.extend(self._changed.values())
        self._changed.clear()
        state.context_info.locale = "ko-KR"
        state.context_info.timezone = "Asia/Seoul"
        state.context_info.color_scheme = "light"
        self._begun = False
        return bytes(BackMsg(rerun_script=state).SerializeToString())

    def ask_for_place(self, name: str) -> bytes:
        """The message that asks where a file of this name may go; `places` gets the answer."""
        wish = FileURLsRequest(request_id=name, session_id=self.session, file_names=[name])
        return bytes(BackMsg(file_urls_request=wish).SerializeToString())

    def read(self, data: bytes) -> bool:
        """Learn from a message; whether the run that was asked for is over.

        A run that begins anew ("finished early") is still the same click.
        """
        self.received += len(data)
        message = self.last = self._whole(ForwardMsg.FromString(data))
        kind = message.WhichOneof("type")
        if kind == "new_session":
            self._begin(message)
        elif kind == "navigation":
            self.page_hash = message.navigation.page_script_hash
            self._pages = {
                "" if page.is_default else page.url_pathname: page.page_script_hash
                for page in message.navigation.app_pages
            }
        elif kind == "page_info_changed":
            self.query = message.page_info_changed.query_string
        elif kind == "page_config_changed":
            self.icon = message.page_config_changed.favicon or self.icon
        elif kind == "file_urls_response":
            self.places.extend(message.file_urls_response.file_urls)
        elif kind == "delta":
            self._learn(message)
        elif kind == "script_finished":
            return self._finish(message)
        return False

    def _whole(self, message: ForwardMsg) -> ForwardMsg:
        """A message kept from an earlier run comes as its hash."""
        if message.WhichOneof("type") == "ref_hash":
            kept, _ = self._cache[message.ref_hash]
            self._cache[message.ref_hash] = (kept, self._runs)
            return kept
        if message.metadata.cacheable and message.hash:
            self._cache[message.hash] = (message, self._runs)
        return message

    def _begin(self, message: ForwardMsg) -> None:
        self._begun = True
        self._runs += 1
        self.session = message.new_session.initialize.session_id or self.session
        again = self._again = frozenset(message.metadata.run.fragment_ids)
        self._area = None
        self._before |= self.controls.keys()
        if not again:
            self.links.clear()
            self.fragments.clear()
            self.texts.clear()
        for widget, control in tuple(self.controls.items()):
            if not again or control.fragment in again:
                del self.controls[widget]

    def _finish(self, message: ForwardMsg) -> bool:
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            self.problems.append("the script does not compile")
        over = message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN and self._begun
        if over:
            self._before.clear()
            self._forget_nested()
            self._cache = {
                name: (kept, run)
                for name, (kept, run) in self._cache.items()
                if self._runs - run < KEPT_RUNS
            }
        return over

    def _forget_nested(self) -> None:
        """A fragment inside one that has run and did not draw it is gone, as in a browser, which
        clears what lies there from an earlier run; the server knows it no more.
        """
        if not self._area:
            return
        for widget, control in tuple(self.controls.items()):
            below = control.place[: len(self._area)] == self._area
            if control.fragment and below and control.run < self._runs:
                del self.controls[widget]

    def _learn(self, message: ForwardMsg) -> None:
        delta, place = message.delta, tuple(message.metadata.delta_path)
        if delta.fragment_id in self._again:
            # A container is sent before what it holds: the first stands in the fragment's own.
            self._area = place[:-1] if self._area is None else self._area
        if delta.fragment_id and delta.fragment_id not in self.fragments:
            self.fragments.append(delta.fragment_id)
        if delta.WhichOneof("type") != "new_element":
            return
        element = delta.new_element
        kind = str(element.WhichOneof("type"))
        if kind in CONTROLS:
            control = Control(element, delta.fragment_id, place, self._runs)
            self.controls[control.id] = control
            if getattr(getattr(element, kind), "set_value", False):
                self.shown.pop(control.id, None)  # the program has set it since
            if control.key == LIST_OF_PAGES:
                self._learn_links(json.loads(element.bidi_component.bytes)["data"])
        elif kind in ("text", "code"):
            shown = element.text.body if kind == "text" else element.code.code_text
            self.texts.append(shown)
        elif kind == "exception":
            self.problems.append(f"{element.exception.type}: {element.exception.message}")
        elif kind == "alert":
            self._learn_alert(element.alert)

    def _learn_links(self, shown: dict[str, Any]) -> None:
        for group in shown["groups"]:
            for item in group["items"]:
                self.links.append(Link(self._pages[item["url"]], shown["query"]))

    def _learn_alert(self, alert: Alert) -> None:
        self.texts.append(alert.body)
        if alert.format == Alert.ERROR:
            self.problems.append(f"an error was shown: {alert.body}")
        elif alert.icon == BUSY_ICON:
            self.busy += 1

    def take_problems(self) -> list[str]:
        """The problems since the last time this was asked."""
        found, self.problems = self.problems, []
        return found
