"""What visitors typed and the first models got wrong, one or more of each kind, as it is now.

`python -m explainer typed MODEL` measures whole kinds; here stands what must not come back.
"""

from functools import cache

import pytest

from explainer.decoding import DecodeOptions
from tests.shipped import translator

RIGHT = [
    ("en-de", "He said “Hello.”", "Er sagte"),
    ("en-de", "Don’t open the door.", "nicht"),
    ("en-de", "I don’t like coffee.", "keinen Kaffee"),
    ("en-de", "I live in Austria.", "Österreich"),
    ("en-de", "Apples are healthy.", "Äpfel"),
    ("en-de", "The quality is good.", "Qualität"),
    ("en-de", "The book costs €20.", "20 Euro"),
    ("en-de", "I love you ❤️", "Ich liebe dich"),
    ("en-de", "HELLO, HOW ARE YOU?", "Hallo, wie geht"),
    ("en-de", "The city has 2,200,112 people.", "2.200.112"),
    ("en-de", "My mother works at Samsung.", "bei Samsung"),
    ("en-ko", "THE CAT IS BLACK.", "고양이"),
    ("en-ko", "The book costs $20.", "20달러"),
    ("ko-en", "밥 먹었어", "ate"),
    ("ko-en", "3만 5천원", "35,000 won"),
    ("ko-en", "010-1234-5678", "010-1234-5678"),
    ("ko-en", "김철수는 서울대학교에 다닌다.", "Kim Cheol-su"),
    ("ko-en", "김철수는 서울대학교에 다닌다.", "Seoul National University"),
]


@cache
def translated(model: str, text: str) -> str:
    return translator(model).translate(text, DecodeOptions(), trace=False).text


@pytest.mark.parametrize(("model", "text", "part"), RIGHT)
def test_as_people_type_it(model: str, text: str, part: str) -> None:
    assert part in translated(model, text)
