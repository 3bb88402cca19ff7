"""Two real processes behind a real nginx with the shipped configuration, below /lab."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterator
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.app.serving import Server, ask, launch
from tests.load.actions import act
from tests.load.school import SEAT, School, seat
from tests.load.sentences import POOL
from tests.load.servers import ADDRESS, BASE, nginx, running
from tests.load.visitor import PAGE, HandshakeFailed, Lost, Visitor
from tests.runs.waiting import until

MONTH = 30 * 24 * 3600
OTHER = {"one": "two", "two": "one"}
PACKED = {"Accept-Encoding": "gzip, br"}
HANDSHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
    "Sec-WebSocket-Protocol": "streamlit",
}


@pytest.fixture(scope="module")
def school(nginx_path: str, tiny_model_folder: Path) -> Iterator[School]:
    environment = {
        "EXPLAINER_PRETRAINED": str(tiny_model_folder.parent),
        ADDRESS: "127.0.0.1",
        "STREAMLIT_SERVER_COOKIE_SECRET": "the same in both",
        "STREAMLIT_SERVER_ALLOWED_HOSTS": "127.0.0.1 localhost class.example.org",
    }
    with (
        running(2, BASE, forked=True, **environment) as (one, two),
        nginx(nginx_path, one.port, two.port) as front,
    ):
        yield School(front, {"one": one, "two": two}, environment)


def test_a_handful_of_students_meets_no_error(school: School) -> None:
    wrong: list[str] = []

    async def student(number: int) -> None:
        chance = Random(number)
        try:
            async with Visitor(school.front.address) as visitor:
                await visitor.open()
                for _ in range(5):
                    await asyncio.sleep(chance.expovariate(10))
                    kind, doing = act(visitor, chance)
                    await doing
                    wrong.extend(f"{kind}: {said}" for said in visitor.tab.take_problems())
        except (HandshakeFailed, Lost) as error:
            wrong.append(f"{type(error).__name__}: {error}")

    async def lesson() -> None:
        await asyncio.gather(*(student(number) for number in range(2)))

    asyncio.run(lesson())
    assert wrong == []


def test_both_processes_get_visitors_and_each_keeps_its_own(school: School) -> None:
    async def enter() -> None:
        async with AsyncExitStack() as stack:
            visitors: list[Visitor] = []
            while {seat(v) for v in visitors} != {"one", "two"}:
                assert len(visitors) < 60, "sixty times the same process"
                visitors += await stack.enter_async_context(school.visitors(""))
            for visitor in visitors[-2:]:
                assert await school.home(visitor) == {seat(visitor)}
                for path in ("", "_stcore/health"):
                    answer = await visitor.fetch(path, headers=PAGE)
                    assert not any("seat=" in line for line in answer.all("set-cookie"))

    asyncio.run(enter())


@pytest.mark.parametrize("mine", ["one", "two"])
def test_uploads_and_pictures_go_where_the_session_is(school: School, mine: str) -> None:
    async def send() -> None:
        async with school.visitors(mine, OTHER[mine]) as (visitor, other):
            assert await school.home(visitor) == {mine}
            place = await visitor.place("sentences.txt")
            assert (await visitor.upload(place, "sentences.txt", b"one line")).status == 204
            assert visitor.tab.icon.startswith("/media/")
            assert (await visitor.fetch(visitor.tab.icon.lstrip("/"))).status == 200
            assert (await other.upload(place, "sentences.txt", b"one line")).status == 400

    asyncio.run(send())


def test_uploads_are_limited_for_each_visitor_and_not_for_the_class(school: School) -> None:
    async def send() -> None:
        async with school.visitors("one", "one") as (greedy, modest):
            place = await greedy.place("a.txt")
            assert (await greedy.upload(place, "a.txt", b"x" * 2**21)).status == 413
            assert all(line.endswith(" -") for line in school.front.log(" 413 PUT "))  # by nginx
            assert (await greedy.upload(place, "a.txt", b"x" * (2**21 - 2**10))).status == 204
            found = [0]
            while found[-1] != 429 and len(found) < 60:  # one more is allowed every five seconds
                found.append((await greedy.upload(place, "a.txt", b"x")).status)
            assert set(found[1:]) == {204, 429}
            place = await modest.place("b.txt")
            assert (await modest.upload(place, "b.txt", b"x")).status == 204

    asyncio.run(send())


def is_stored(url: str) -> bool:
    return ask(url, **PACKED).header("x-cache") == "HIT"


def test_scripts_and_fonts_are_packed_and_kept(school: School) -> None:
    page = gzip.decompress(school.get().body).decode()
    paths = re.findall(r"(?:src|href)=\"\./((?:static|fonts)/[^\"]+\.(?:js|css)[^\"]*)\"", page)
    assert {path.partition("/")[0] for path in paths} == {"static", "fonts"}
    for url in {f"{school.front.address}/{path}" for path in paths}:
        # nginx puts an answer into its store a moment after sending it.
        until(partial(is_stored, url))
        again, plain = ask(url, **PACKED), ask(url)
        assert again.header("content-encoding") == "gzip"
        assert gzip.decompress(again.body) == plain.body
        assert plain.body and not plain.header("content-encoding")
        assert again.header("x-cache") == "HIT" and not again.all("set-cookie")
        assert "Accept-Encoding" in again.header("vary")
        kept = again.header("cache-control")
        age = re.search(r"max-age=(\d+)", kept)
        assert "immutable" in kept and age is not None and int(age[1]) >= MONTH


def test_pages_are_packed_and_asked_for_again(school: School) -> None:
    answer = school.get("maps?lang=ko")
    assert answer.header("content-encoding") == "gzip"
    assert '<html lang="ko"' in gzip.decompress(answer.body).decode()
    assert answer.header("cache-control") == "no-cache" and not answer.header("x-cache")


@pytest.mark.parametrize("path", ["", "maps", "_stcore/health", "readyz", "static/none.js"])
def test_security_headers_stand_there_once(school: School, path: str) -> None:
    answer = school.get(path)
    for name in ("content-security-policy", "x-content-type-options", "referrer-policy"):
        assert len(answer.all(name)) == 1, name


@pytest.mark.parametrize(
    "path",
    [
        *("metrics", "metrics/", "%6Detrics", "x/%2E%2E/metrics", "/metrics", "agent/mcp"),
        "script-health-check",
    ],
)
def test_numbers_about_the_server_are_not_even_asked_for(school: School, path: str) -> None:
    assert school.get(f"_stcore/{path}").status == 404
    refused = school.front.log(" 404 GET /lab/_stcore/")
    assert all(line.endswith(" -") for line in refused)  # answered by no process


def test_the_sub_path_is_found_and_the_app_is_ready(school: School) -> None:
    root, bare = ask(f"{school.front.origin}/"), ask(f"{school.front.address}?s=a")
    assert (root.status, root.header("location")) == (302, "/lab/")
    assert (bare.status, bare.header("location")) == (308, "/lab/?s=a")
    ready = ask(f"{school.front.address}/readyz")
    assert (ready.status, json.loads(ready.body)) == (200, {"models": ["tiny"]})
    assert ask(f"{school.front.address}/_stcore/health").body == b"ok"


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("class.example.org", "http://class.example.org", 101),
        ("class.example.org:8080", "http://class.example.org:8080", 101),
        ("other.example.org", "http://other.example.org", 403),
        ("class.example.org", "http://other.example.org", 403),
    ],
)
def test_only_known_names_get_a_session(school, host, origin, status):
    """Host comes to the app as it was sent, with its port: else no origin would equal it."""
    url = f"{school.front.address}/_stcore/stream"
    assert ask(url, Host=host, Origin=origin, **HANDSHAKE).status == status


@pytest.mark.parametrize(
    "cookie", ["", "seat=three-0123456789abcdef0123456789abcdef", "seat=one", "seat=one-x;a=b"]
)
def test_a_cookie_nobody_gave_is_replaced(school: School, cookie: str) -> None:
    (line,) = school.get(cookie=cookie).all("set-cookie")
    value, _, rules = line.removeprefix("seat=").partition("; ")
    assert SEAT.fullmatch(value) and rules == "Path=/lab; HttpOnly; SameSite=Lax"


def test_the_log_holds_no_sentence_and_no_session(school: School) -> None:
    async def visit() -> str:
        async with school.visitors("") as (visitor,):
            await visitor.fetch("maps?s=secret", headers=PAGE)
            await visitor.upload(await visitor.place("names.txt"), "names.txt", b"x")
            return visitor.tab.session

    session = asyncio.run(visit())
    assert school.front.log("PUT /lab/_stcore/upload_file ")
    assert school.front.log("GET /lab/maps ", 2)
    for line in school.front.log():
        assert session not in line and "?" not in line and "secret" not in line


async def lose_and_return(school: School, visitor: Visitor, lost: Server) -> None:
    """The process of a visitor goes away; the view comes back from what the browser still has."""
    await visitor.write(POOL[3])
    await asyncio.to_thread(lost.kill)
    with pytest.raises(Lost):
        await visitor.act()
    query, page, session = visitor.tab.query, visitor.tab.page_hash, visitor.tab.session
    assert "s=" in query
    await visitor.reconnect()
    assert (visitor.tab.query, visitor.tab.page_hash) == (query, page)
    assert visitor.tab.session != session and visitor.tab.problems == []
    field = visitor.tab.by_key("s").element.text_input
    assert POOL[3] in (field.default, field.value)


def test_when_a_process_dies_its_visitors_go_on_at_the_other(school: School) -> None:
    """And stay there when it is back: session and uploads must not part."""
    lost = school.apps["two"]

    async def lesson() -> None:
        async with school.visitors("two") as (visitor,):
            assert await school.home(visitor) == {"two"}
            await lose_and_return(school, visitor, lost)
            assert seat(visitor) == "one"
            async with school.visitors("", "") as strangers:
                assert {seat(stranger) for stranger in strangers} == {"one"}
            back = launch(lost.log, port=lost.port, base=BASE, forked=True, **school.environment)
            try:
                await asyncio.to_thread(back.wait)
                await visitor.act()
                assert seat(visitor) == "one" and await school.home(visitor) == {"one"}
                place = await visitor.place("a.txt")
                assert (await visitor.upload(place, "a.txt", b"x")).status == 204
                async with school.visitors("two") as (other,):
                    assert await school.home(other) == {seat(other)} == {"two"}
            finally:
                await asyncio.to_thread(back.kill)

    asyncio.run(lesson())
