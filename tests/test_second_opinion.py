"""Another judge's word: asked in the helper process, never part of a verdict."""

import pytest

from generator.judge import second_opinion, worker

STAND_IN = """
def LatexExtractionConfig(normalization_config): return normalization_config
def parse(text, configs, parsing_timeout):
    assert parsing_timeout is None
    while "hang" in text: pass
    return text
def verify(gold, pred, timeout_seconds):
    assert timeout_seconds is None
    return gold == pred
"""


@pytest.fixture
def stand_in(tmp_path, monkeypatch):
    """A judge of the same shape, found by the helper process through our import path."""
    (tmp_path / "math_verify.py").write_text(STAND_IN)
    (tmp_path / "latex2sympy2_extended.py").write_text(
        "def NormalizationConfig(**_): return None\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    worker.shut_down()
    yield
    worker.shut_down()


def test_is_no_dependency(monkeypatch):
    monkeypatch.setattr(second_opinion, "PACKAGE", "no_such_judge")
    assert not second_opinion.is_installed()


@pytest.mark.usefixtures("stand_in")
def test_asks_without_the_blanks_that_it_stumbles_over():
    assert second_opinion.is_installed()
    assert second_opinion.second_opinion("3 a - b", "3a-b") is True
    assert second_opinion.second_opinion("3 a - b", "3a+b") is False
    assert second_opinion.second_opinion(r"\pi r", r"\pi  r") is True
    assert second_opinion.second_opinion(r"\pi r", r"\pir") is False


@pytest.mark.usefixtures("stand_in")
def test_a_hang_is_no_opinion(monkeypatch):
    monkeypatch.setattr(second_opinion, "SECONDS", 0.3)
    assert second_opinion.second_opinion("hang", "1") is None
    assert second_opinion.second_opinion("1", "1") is True
