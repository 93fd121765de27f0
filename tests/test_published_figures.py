"""Every output set is imported, judged, and compared with what its authors print; 30 seconds."""

from __future__ import annotations

import figures
import pytest

NEAR = 0.3
"""Points of percent that need no explanation."""


@pytest.fixture(scope="module")
def roots(tmp_path_factory):
    if not figures.SHARED.is_dir():
        pytest.skip("../shared is absent")
    return figures.fetched(tmp_path_factory.mktemp("datasets"))


@pytest.mark.parametrize("spec", figures.specs(), ids=figures.slug)
def test_a_published_set_is_recomputed(spec, roots, tmp_path):
    found = figures.outcome(spec, tmp_path, roots)
    own = None if found.claimed is None else 100 * found.claimed / found.n
    assert found.n == spec["n"]
    assert own == (None if spec["own"] is None else pytest.approx(spec["own"], abs=0.01))
    stated = 100 * spec["right"] / spec["n"]
    assert found.ours == pytest.approx(stated, abs=NEAR), "run tests/figures.py and read the diff"
    far = [f for f in (own, spec["published"]) if f is not None and abs(f - found.ours) > NEAR]
    assert spec["why"] or not far
    if own is not None and abs(own - found.ours) > NEAR:
        assert set(spec["records"]) & set(found.differ)


def test_traps_are_told(roots, tmp_path):
    told = {
        "pyfade": "over 100 problems, but the rows answer 3",
        "pal_aqua": "all 254 verdicts are 'right', so they tell nothing",
        "response_merged": "3 rows have none of text, messages, answer, error",
        "AQUA/test/gpt4_NL+SL": "1 gold answers are not those of the dataset: aqua/test-0139",
        "28-13-04-00_popularity": "ended as 'cancelled' and the log has 3 samples of 100",
        "dataset/mr-math_invalid_errors": "all 40 verdicts are 'right'",
    }
    for name, message in told.items():
        spec = next(each for each in figures.specs() if name in str(each["file"]))
        folder = tmp_path / name.replace("/", "_")
        folder.mkdir()
        notes = figures.outcome(spec, folder, roots).notes
        assert any(message in note for note in notes), name


def test_the_page_shows_these_figures():
    assert figures.PAGE.read_text("utf-8") == figures.page(figures.specs())


def test_every_output_set_has_its_row():
    if not figures.SHARED.is_dir():
        pytest.skip("../shared is absent")
    folders = {path.name for path in figures.SHARED.glob("out_*")}
    assert {str(spec["file"]).split("/")[0] for spec in figures.specs()} == folders
