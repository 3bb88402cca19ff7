"""The server round the app: ready when it can serve, safe headers, the reader's language."""

import asyncio
import base64
import hashlib
import json
import re
from http.client import HTTPMessage
from typing import Any

import pytest
import torch
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from threadpoolctl import threadpool_info, threadpool_limits

from explainer.runs import polls
from explainer.shell import server, warm
from explainer.web import theme
from tests.app.serving import Server, ask

PAGE = {"Accept": "text/html"}


@pytest.fixture(scope="module")
def address(running: Server) -> str:
    return running.url


def get(url: str, **headers: str) -> tuple[HTTPMessage, str]:
    answer = ask(url, **headers)
    assert answer.status == 200
    return answer.headers, answer.body.decode()


def test_ready_names_the_models(address: str) -> None:
    assert json.loads(get(f"{address}/readyz")[1]) == {"models": ["en-toy", "ko-toy"]}
    assert get(f"{address}/_stcore/health")[1] == "ok"


DIRECTIVES = {
    "default-src": "'self'",
    "script-src": "'self' blob: {hashes}",
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data: blob:",
    "font-src": "'self' data:",
    "connect-src": "'self' ws://{host} wss://{host}",
    "worker-src": "'self' blob:",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}


def test_every_answer_has_the_headers_and_the_policy(address: str) -> None:
    """Also on a refusal: a page of an error is a page. No host is repeated but a name of ours; an
    address in brackets cannot be written in a policy, 'self' stands for it.
    """
    host, hashes = address.removeprefix("http://"), " ".join(server.script_hashes())
    wanted = {name: words.format(hashes=hashes, host=host) for name, words in DIRECTIVES.items()}
    paths = ("/", "/maps", "/readyz", "/_stcore/metrics", "/_stcore/host-config", "/nothing.js")
    for path in (*paths, "/..%2f"):
        headers = ask(address + path, **PAGE).headers
        lines = headers["content-security-policy"].split("; ")
        found = [(name, sources) for name, _, sources in (line.partition(" ") for line in lines)]
        assert found == [*wanted.items()], path
        assert headers["permissions-policy"] == "camera=(), microphone=(), geolocation=()"
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
    for host in ("evil.example", "localhost; img-src *", "[::1]:8501", ""):
        policy = ask(f"{address}/readyz", Host=host).headers["content-security-policy"]
        assert "connect-src 'self';" in policy and policy.count("img-src") == 1


@pytest.mark.parametrize("packed", ["gzip", ""])
def test_files_have_the_headers_too_once_each(address: str, packed: str) -> None:
    page = get(address, **PAGE)[1]
    script = re.findall(r'src="\./(static/js/[^"]+\.js)"', page)[0]
    known = ask(f"{address}/favicon.png").headers["etag"]
    unchanged = ask(f"{address}/favicon.png", If_None_Match=known)
    own = [
        ask(f"{address}/{path}", Accept_Encoding=packed)
        for path in (script, next(iter(theme.FILES)))
    ]
    assert [answer.status for answer in (*own, unchanged)] == [200, 200, 304]
    for answer in (*own, unchanged):
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-security-policy"].count("default-src") == 1


def test_every_inline_script_of_the_page_is_allowed_by_its_hash(address: str) -> None:
    headers, page = get(address, **PAGE)
    scripts = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", page, re.DOTALL)
    assert scripts
    for script in scripts:
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in headers["content-security-policy"]


def test_the_page_says_its_language_and_that_no_browser_is_to_translate_it(address: str) -> None:
    """It would wrap words, and the script could neither change nor take away what was wrapped."""
    for query, accepted, lang in (
        ("", "ko-KR,ko;q=0.9,en;q=0.8", "ko"),
        ("", "de,ko;q=0.5", "en"),
        ("nothing", "", "en"),
        ("?lang=en", "ko-KR", "en"),
        ("cell?s=a&lang=ko", "en", "ko"),
        ("?lang=%22%3E", "ko", "ko"),
    ):
        asked = {**PAGE, "Accept_Language": accepted, "Accept_Encoding": "gzip"}
        page = get(f"{address}/{query}", **asked)[1]
        assert re.findall(r"<html[^>]*lang=\"([^\"]*)\"", page) == [lang], query
        assert re.findall(r"<html[^>]* translate=\"no\"", page)
        head = page.partition("</head>")[0]
        assert '<head><meta name="google" content="notranslate">' in head


def test_a_document_that_is_saved_stays_as_it_was_made() -> None:
    """A link that saves a file asks for it as for a page."""
    headers = [(b"accept", b"text/html")]
    scope = {"type": "http", "method": "GET", "path": "/files/x", "headers": headers}
    attached = {"content-disposition": "attachment"}
    document = HTMLResponse("<html lang='ko'><head><title>a</title></head></html>", 200, attached)

    async def answer_of(_: Request) -> Response:
        return document

    answer = asyncio.run(server.with_first_page(Request(scope), answer_of))
    assert answer is document


def test_not_ready_before_the_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "_ready", [])
    scope: dict[str, Any] = {"type": "http", "method": "GET", "path": "/readyz", "headers": []}
    answer = asyncio.run(server.readyz(Request(scope)))
    assert answer.status_code == 503


def test_a_short_address_leads_to_what_a_teacher_shows() -> None:
    polls.POLLS.counts("abc123")
    polls.POLLS.lead("abc123", "..?lesson=tokens")
    answers = [
        asyncio.run(server.class_link(Request({"type": "http", "path_params": {"code": code}})))
        for code in ("abc123", "none")
    ]
    assert [answer.status_code for answer in answers] == [307, 404]
    assert answers[0].headers["location"] == "..?lesson=tokens"


def test_products_of_arrays_take_one_thread() -> None:
    """Several would wait for each other on a core that another visitor needs."""
    before = torch.get_num_threads()
    with threadpool_limits(2, user_api="blas"):  # puts back on leaving what was there before
        torch.set_num_threads(2)
        try:
            warm.use_one_thread()
            blas = [lib["num_threads"] for lib in threadpool_info() if lib["user_api"] == "blas"]
            assert blas and set(blas) == {1} and torch.get_num_threads() == 1
        finally:
            torch.set_num_threads(before)
