"""The models that come with the project, beside those of the app: each is loaded once a process."""

from functools import lru_cache

from explainer.engine import Translator
from tests.conftest import ROOT


@lru_cache(maxsize=4)
def translator(name: str) -> Translator:
    return Translator.load(ROOT / "pretrained" / name)
