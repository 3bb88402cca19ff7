"""Packed files: what is packed, for whom, and that unpacked it is the same file."""

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest
from starlette.responses import PlainTextResponse

from explainer.shell import first_page
from explainer.shell.server import INDEX
from explainer.text import LANGUAGES, Text
from explainer.web import theme
from explainer.web.compression import STATIC, Compression

SCRIPT = "/static/js/page.Ab3_-x9Z.js"
SHEET = "/static/css/page.Ab3_-x9Z.css"
WORDS = b"const words = 'the same over and over, ';\n" * 200


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for asked in (SCRIPT, SHEET, "/static/js/unhashed.js", "/static/media/x.Ab3_-x9Z.js"):
        path = tmp_path / asked.removeprefix("/static/")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(WORDS)
    (tmp_path / "own.woff2").write_bytes(b"wOF2" + bytes(100))
    return tmp_path


class Answer:
    """What a server sent."""

    def __init__(self, messages: list[dict[str, Any]]) -> None:
        self.status = messages[0]["status"]
        self.headers = {k.decode(): v.decode() for k, v in messages[0]["headers"]}
        self.body = b"".join(message.get("body", b"") for message in messages[1:])


def ask(app: Compression, path: str, method: str = "GET", **sent: str) -> Answer:
    headers = [(k.replace("_", "-").encode(), v.encode()) for k, v in sent.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    messages: list[Any] = []

    async def send(message: Any) -> None:
        messages.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    asyncio.run(app(scope, receive, send))
    return Answer(messages)


@pytest.fixture
def app(folder: Path) -> Compression:
    """Before a server that answers everything with "inner"."""
    own = {"fonts/own.woff2": folder / "own.woff2"}
    return Compression(PlainTextResponse("inner"), own, folder)


@pytest.mark.parametrize("prefix", ["", "/lab"])
def test_a_hashed_script_is_sent_packed_and_kept_for_ever(app: Compression, prefix: str) -> None:
    answer = ask(app, prefix + SCRIPT, accept_encoding="br, gzip;q=0.8")
    assert answer.status == 200
    assert answer.headers["content-encoding"] == "gzip"
    assert int(answer.headers["content-length"]) == len(answer.body) < len(WORDS) / 5
    assert gzip.decompress(answer.body) == WORDS
    assert answer.headers["vary"] == "Accept-Encoding"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_file_is_read_once_when_it_is_asked_for(app: Compression, folder: Path) -> None:
    script = folder / SCRIPT.removeprefix("/static/")
    script.write_bytes(b"as it was asked for")
    assert ask(app, SCRIPT).body == b"as it was asked for"
    script.write_bytes(b"later")
    assert ask(app, SCRIPT).body == b"as it was asked for"


@pytest.mark.parametrize("accepted", ["", "br"])
def test_who_does_not_take_gzip_gets_the_same_file_plain(app: Compression, accepted: str) -> None:
    answer = ask(app, SCRIPT, accept_encoding=accepted)
    assert answer.body == WORDS and "content-encoding" not in answer.headers
    assert answer.headers["vary"] == "Accept-Encoding"
    assert int(answer.headers["content-length"]) == len(WORDS)


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/static/js/unhashed.js", "/static/js/gone.Ab3_-x9Z.js"),
        *("/static/media/x.Ab3_-x9Z.js", "/component/report.Ab3_-x9Z.js"),
        *("/static/js/../js/page.Ab3_-x9Z.js", "/fonts/own.ttf", "/fonts/other.woff2"),
        "/_stcore/upload_file/js/page.Ab3_-x9Z.js",
    ],
)
def test_nothing_else_is_touched(app: Compression, path: str) -> None:
    for answer in (ask(app, path, accept_encoding="gzip"), ask(app, SCRIPT, "POST")):
        assert answer.body == b"inner" and "content-encoding" not in answer.headers


def test_a_font_is_packed_already(app: Compression, folder: Path) -> None:
    answer = ask(app, "/lab/fonts/own.woff2", accept_encoding="gzip")
    assert answer.body == (folder / "own.woff2").read_bytes()
    assert answer.headers["content-type"] == "font/woff2"
    assert "content-encoding" not in answer.headers


def test_streamlits_own_files_are_found() -> None:
    """The names of the release in use have the shape that is looked for."""
    app = Compression(PlainTextResponse("inner"), theme.FILES)
    sheet = next((STATIC / "css").glob("index.*.css"))
    page = INDEX.read_text("utf-8")
    scripts = [p for p in (STATIC / "js").glob("*.js") if f"./static/js/{p.name}" in page]
    assert len(scripts) > 20
    for script in scripts[:5]:
        answer = ask(app, f"/static/js/{script.name}", accept_encoding="gzip")
        assert gzip.decompress(answer.body) == script.read_bytes()
    css = ask(app, f"/static/css/{sheet.name}").body
    assert css == sheet.read_bytes() and len(css) > 20_000


@pytest.mark.parametrize(("lang", "name"), [("ko", "마스크"), ("en", "Masks")])
def test_the_first_page_has_language_title_and_style(lang: str, name: str) -> None:
    page = first_page.finish_page(INDEX.read_bytes(), lang, "/lab/masks").decode()
    assert f'<html lang="{lang}" translate="no" data-page="masks">' in page
    assert f"<title>{name}" in page
    assert 'as="font"' not in page
    assert page.count("<script") == INDEX.read_text().count("<script") + 1
    assert all(Text(each)("shell.lost") in page for each in LANGUAGES)
    assert page.index("__streamlit") < page.index("</body>")
    for address, path in theme.SHEETS.items():
        assert f'href="./{address}?v=' in page
        assert theme.FILES[address] == path
    assert page.index("fonts/style.css") > page.index('rel="stylesheet" crossorigin')
