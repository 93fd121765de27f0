"""Claims of a run stand beside what the judge found, and count nowhere."""

from __future__ import annotations

from talking_site import cot, deli, talking_site

from generator.pages import pages
from generator.pages.claims import Verdicts, stated, verdicts
from generator.render import Renderer
from generator.typeset import Typesetter


def test_a_share_is_compared_with_our_accuracy_and_marks_are_not():
    share, marks = stated(cot())
    assert share.share == 1.0
    assert round(share.difference, 4) == -0.6667
    assert (marks.share, marks.difference) == (None, None)


def test_claimed_verdicts_are_counted_against_ours():
    assert verdicts(cot()) == Verdicts(claimed=3, right=3, ours=1, differ=2)
    assert verdicts(deli()) is None


def test_a_run_page_has_the_section_only_where_something_is_claimed():
    found = {page.path: page for page in pages(talking_site())}
    renderer = Renderer(Typesetter())
    text = renderer.body(found["runs/talks/retrieval-cot--mini.html"])
    assert "−66.7" in text
    assert "not comparable" in text
    assert 'id="claims"' not in renderer.body(found["runs/talks/deli--mini.html"])
