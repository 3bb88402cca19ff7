"""Who may frame the app: origins that are read, those that are none, the cookie in a frame."""

import re

import pytest

from explainer.shell.server import security_headers
from explainer.web.frames import IN_FRAMES, VARIABLE, framing_sites, with_cookies

MOODLE, HUB = "https://moodle.example.org", "https://hub.example.org"
COOKIE = (b"set-cookie", b"_streamlit_xsrf=2|a|b|1; Path=/; SameSite=Lax")


@pytest.mark.parametrize(
    "sites",
    [
        "",
        f"{MOODLE} {HUB}",
        "http://127.0.0.1:8080",
        "https://*.school.example",
        "http://localhost:80",
    ],
)
def test_sites_that_are_named_may_frame_the_app_and_nobody_else(sites, monkeypatch):
    monkeypatch.setenv(VARIABLE, f"  {sites}\n")
    assert framing_sites() == tuple(sites.split())
    (policy,) = [value.decode() for name, value in security_headers("") if b"policy" in name][:1]
    assert policy.endswith("; frame-ancestors " + (sites or "'none'"))


@pytest.mark.parametrize(
    "site",
    [
        *("*", "https://*", "https://*.org", "https:", "moodle.example.org"),
        *("https://moodle.example.org/", "https://moodle.example.org/course"),
        *("https://moodle.example.org:0", "https://moodle.example.org:65536"),
        *("https://a..example", "https://@moodle.example.org"),
        *("https://moodle.example.org;script-src", "https://a.example,https://b.example"),
        *("ftp://moodle.example.org", "https://[::1]", "https://학교.example", "'self'"),
    ],
)
def test_what_is_no_origin_is_named(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, f"{MOODLE} {site}")
    with pytest.raises(ValueError, match=f"^{VARIABLE} has {re.escape(repr(site))}"):
        framing_sites()


def test_a_frame_is_offered_the_cookie_as_it_takes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """After the other, which a browser keeps where there is no https."""
    others = [(b"content-type", b"text/html"), (b"set-cookie", b"seat=one; SameSite=Lax")]
    monkeypatch.setenv(VARIABLE, "")
    assert with_cookies([COOKIE, *others]) == [COOKIE, *others]
    monkeypatch.setenv(VARIABLE, MOODLE)
    framed = (b"set-cookie", b"_streamlit_xsrf=2|a|b|1; Path=/" + IN_FRAMES)
    assert with_cookies([COOKIE, *others]) == [COOKIE, *others, framed]
