"""What a visitor may send to the running server: uploads, frames, orders; and runs cut short."""

import asyncio
import contextlib
import http.client
import socket

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from explainer.web import limits
from tests.app.serving import TIMEOUT, Answer, Server, Visitor, ask

MEGABYTE = 2**20
BORDER = "border"
HEAD = (
    f'--{BORDER}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n'
).encode()


def token(running: Server) -> dict[str, str]:
    """Headers that show that a request comes from a page of this server."""
    cookie = ask(f"{running.url}/_stcore/health").headers["set-cookie"].split(";")[0]
    return {"Cookie": cookie, "X_Xsrftoken": cookie.partition("=")[2]}


def upload(
    running: Server, session: str, name: str, data: bytes, *, with_token: bool = True
) -> Answer:
    """What the browser does when a file was chosen."""
    headers = {"Content_Type": f"multipart/form-data; boundary={BORDER}"}
    if with_token:
        headers |= token(running)
    body = HEAD + data + f"\r\n--{BORDER}--\r\n".encode()
    return ask(f"{running.url}/_stcore/upload_file/{session}/{name}", "PUT", body, **headers)


def test_an_upload_needs_the_token_and_a_visit(running: Server) -> None:
    with Visitor(running, "lang=en&model=ko-toy") as visitor:
        visitor.open()
        assert upload(running, visitor.tab.session, "a", b"x", with_token=False).status == 403
        assert upload(running, visitor.tab.session, "a", b"x").status == 204
    assert upload(running, "0000-nobody", "a", b"x").status == 400


def test_a_file_above_the_limit_is_refused(running: Server) -> None:
    with Visitor(running, "lang=en&model=ko-toy") as visitor:
        visitor.open()
        assert upload(running, visitor.tab.session, "a", b"x" * (2 * MEGABYTE - 1000)).status == 204
        url = f"/_stcore/upload_file/{visitor.tab.session}/b"
        kind = {"Content-Type": f"multipart/form-data; boundary={BORDER}"}
        for length in ({"Content-Length": str(2 * MEGABYTE + 1)}, {"Transfer-Encoding": "chunked"}):
            line = http.client.HTTPConnection(running.host, timeout=TIMEOUT)
            line.putrequest("PUT", url)
            for name, value in {**token(running), **kind, **length}.items():
                line.putheader(name.replace("_", "-"), value)
            line.endheaders()
            if "Transfer-Encoding" in length:
                with contextlib.suppress(OSError):  # refused before all of it is sent
                    for chunk in (HEAD, *[b"x" * MEGABYTE] * 4):
                        line.send(f"{len(chunk):x}\r\n".encode() + chunk + b"\r\n")
            with contextlib.closing(line):
                assert line.getresponse().status == 413


def test_a_visitor_who_uploads_without_end_fills_no_memory(running: Server) -> None:
    """Sixty files of 1.9 MB: all are taken, four are kept."""
    data = b"x" * (2 * MEGABYTE - 100_000)
    with Visitor(running, "lang=en&model=ko-toy") as visitor:
        visitor.open()
        for number in range(limits.FILES):
            upload(running, visitor.tab.session, str(number), data)
        before = running.memory()
        for number in range(60):
            assert upload(running, visitor.tab.session, f"more{number}", data).status == 204
        assert running.memory() - before < 30


@pytest.fixture
def manager(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """Streamlit's own store of uploads, without a server round it."""
    made = MemoryUploadedFileManager("/_stcore/upload_file")
    monkeypatch.setattr(limits, "uploads", lambda: made)
    return made


def put(door: limits.Limits, visitor: str, count: int) -> list[int]:
    """`count` uploads that all wait for their end at the same time; their answers."""
    statuses: list[int] = []

    async def send(message: Message) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    async def one(number: int) -> None:
        path = f"/_stcore/upload_file/{visitor}/{number}"
        await door({"type": "http", "method": "PUT", "path": path}, receive, send)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def together() -> None:
        await asyncio.gather(*(one(number) for number in range(count)))

    asyncio.run(together())
    return statuses


def storing(manager: MemoryUploadedFileManager, size: int) -> limits.Limits:
    """The door before an app that keeps every upload, `size` bytes each."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        *_, visitor, name = scope["path"].split("/")
        await asyncio.sleep(0)
        manager.add_file(visitor, UploadedFileRec(name, name, "text/plain", b"x" * size))
        await send({"type": "http.response.start", "status": 204, "headers": []})

    return limits.Limits(app)


def test_uploads_of_one_visitor_that_come_together(manager: MemoryUploadedFileManager) -> None:
    door = storing(manager, 10)
    answers = put(door, "a", limits.FILES + 3)
    assert sorted(answers) == [204] * limits.FILES + [429] * 3
    assert put(door, "a", 1) == [204], "the places are given back"
    assert len(manager.file_storage["a"]) == limits.FILES
    assert put(door, "b", 1) == [204] and len(manager.file_storage["b"]) == 1


def test_all_visitors_together_cannot_fill_the_memory(manager, monkeypatch):
    monkeypatch.setattr(limits, "ALL_BYTES", 100)
    monkeypatch.setattr(limits, "max_upload_bytes", lambda: 60)
    door = storing(manager, 60)
    assert put(door, "a", 1) == [204]
    assert put(door, "b", 1) == [204]
    assert put(door, "c", 1) == [507]
    manager.remove_session_files("a")
    assert put(door, "c", 1) == [204]


def test_a_visitor_gives_no_orders_of_a_developer(running: Server) -> None:
    with Visitor(running, "lang=en&model=ko-toy&s=문을 닫아.") as visitor:
        visitor.open()
        visitor.send(BackMsg(clear_cache=True))
        visitor.send(BackMsg(load_git_info=True))
        visitor.send(BackMsg(set_run_on_save=True))
        visitor.send(BackMsg(app_heartbeat=True))
        while (kind := visitor.tab.last.WhichOneof("type")) != "heartbeat_ack":
            assert kind != "git_info_changed"
            visitor.tab.read(visitor.socket.recv(timeout=TIMEOUT, decode=False))


def test_orders_of_a_developer_are_refused_and_what_a_page_needs_comes_through() -> None:
    def refused(holder: str, order: str, value: bool | None = None) -> bool:
        message = BackMsg()
        place = getattr(message, holder) if holder else message
        if value is None:
            getattr(place, order).SetInParent()
        else:
            setattr(place, order, value)
        return limits._is_refused(message.SerializeToString())

    flags, backend = {"app_heartbeat", "stop_script"}, "backend_operation_request"
    for order in ("clear_cache", "load_git_info", "set_run_on_save"):
        assert refused("", order, True), order
    for order in ("install_skills", "dismiss_skills_nudge"):
        assert refused(backend, order), order
    assert not any(refused("", order, True if order in flags else None) for order in limits.ORDERS)
    assert not any(refused(backend, order) for order in limits.OPERATIONS)


def test_a_frame_above_the_limit_ends_the_visit(running: Server) -> None:
    with Visitor(running, "lang=en&model=ko-toy") as visitor:
        visitor.open()
        visitor.ask(s="x" * (MEGABYTE + 1))
        with pytest.raises(ConnectionClosed) as closed:
            visitor.finished()
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1009


def test_a_frame_that_is_no_message_ends_the_visit_with_a_line_in_the_log(running: Server) -> None:
    before, count = running.said(), 0
    for frame, text, code in (
        (b"\xff" * 40, False, 1002),
        (b"\x00", False, 1002),
        (b"hello", True, 1003),
        ("비밀".encode(), True, 1003),
        (b"\xff\xfe", True, 1007),  # no UTF-8
    ):
        count += 1
        with Visitor(running) as visitor:
            visitor.open()
            visitor.socket.send(frame, text=text)
            with pytest.raises(ConnectionClosed) as closed:
                visitor.finished()
        assert closed.value.rcvd is not None and closed.value.rcvd.code == code
    with Visitor(running) as visitor:
        visitor.open()  # what the server had to say about the others is said by then
    written = running.said().removeprefix(before)
    assert len(written.splitlines()) <= count and "비밀" not in written


def test_the_socket_opens_for_our_own_page_only(running: Server) -> None:
    """A name that leads here although it is not ours (DNS rebinding), a page of another site."""
    port = int(running.host.rpartition(":")[2])
    for host, origin, status in (
        ("localhost", None, 101),
        ("localhost", f"http://localhost:{port}", 101),
        ("evil.example", None, 403),
        ("evil.example", "http://evil.example", 403),
        ("localhost", "http://evil.example", 403),
        ("localhost", "null", 403),
    ):
        line, address = socket.create_connection(("localhost", port)), f"ws://{host}:{port}"
        try:
            with connect(
                f"{address}/_stcore/stream",
                sock=line,
                subprotocols=[Subprotocol("streamlit")],
                origin=None if origin is None else Origin(origin),
            ):
                found = 101
        except InvalidStatus as refused:
            found = refused.response.status_code
        assert found == status, (host, origin)
