"""The code of a link, read by another library; what a browser may send; and the files' cells."""

from __future__ import annotations

import io

import pytest
import segno
import zxingcpp
from PIL import Image

from explainer.components.sharelink import LONGEST, usable
from explainer.frame.share import QUIET, TooLong, is_local, qr_svg
from explainer.text import LANGUAGES, Text
from tests.apptest import app_test

ADDRESS = "https://lab.example/sub/maps?s=%EA%B0%95%EC%95%84%EC%A7%80&model=ko-en&lang=ko"


@pytest.mark.parametrize("length", [0, 300, 1200])
def test_another_library_reads_the_code(length: int) -> None:
    address = f"{ADDRESS}&x={'%EA%B0%80' * (length // 9)}"
    picture, version = qr_svg(address)
    assert 1 <= version <= 40
    out = io.BytesIO()
    segno.make(address, error="l", boost_error=True, micro=False).save(
        out, kind="png", border=QUIET, scale=4
    )
    assert [code.text for code in zxingcpp.read_barcodes(Image.open(out))] == [address]
    side = 8 * (4 * version + 17 + 2 * QUIET)
    assert picture.startswith("<svg") and f'width="{side}"' in picture
    assert "#fff" in picture and "#000" in picture  # dark on white in every theme


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("http://localhost:8501/maps?s=a", True),
        ("http://127.0.0.1/x", True),
        ("http://[::1]:8501/", True),
        ("http://class.example:8501/", False),
        ("https://localhost.example/", False),
        (ADDRESS, False),
    ],
)
def test_an_address_that_only_this_machine_opens_is_known(address: str, local: bool) -> None:
    assert is_local(address) is local


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("address", [ADDRESS, "http://localhost:8501/maps"])
def test_a_code_of_this_machine_comes_with_a_warning(address: str, lang: str) -> None:
    def shown(lang: str, address: str) -> None:
        from explainer.frame.share import show_code
        from explainer.text import Text

        show_code(Text(lang), address)

    app = app_test(shown, lang, address).run()
    said = [warning.value for warning in app.warning]
    assert said == ([Text(lang)("share.local")] if "localhost" in address else [])


def test_a_longer_address_than_a_code_can_hold() -> None:
    with pytest.raises(TooLong):
        qr_svg(ADDRESS + "x" * 3000)


@pytest.mark.parametrize(
    "sent",
    [
        None,
        3,
        [ADDRESS],
        "javascript:alert(1)",
        "ftp://lab.example/",
        ADDRESS + "\n",
        ADDRESS + "\uac00",
        ADDRESS + "a" * LONGEST,
    ],
)
def test_only_an_address_becomes_a_code(sent: object) -> None:
    assert usable(sent) is None
    assert usable(ADDRESS) == ADDRESS
