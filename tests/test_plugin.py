"""The plugin's own arithmetic: policy, titles, tidying, contents."""

from __future__ import annotations

import base64
import hashlib

from generator.plugin import contents, harmless, plain, tidied, with_policy


def test_the_policy_names_the_hash_of_every_inline_script_and_nothing_looser() -> None:
    html = with_policy('<head><meta charset="utf-8"></head><script>a=1</script>')
    digest = base64.b64encode(hashlib.sha256(b"a=1").digest()).decode()
    assert f"script-src 'self' 'sha256-{digest}';" in html
    assert "unsafe" not in html
    assert html.index("Content-Security-Policy") < html.index("</head>")


def test_a_title_cannot_break_out_of_anything() -> None:
    assert plain("</title><script>x</script> & \"y'") == "/title script x /script y"


def test_titles_in_the_navigation_are_plain_too() -> None:
    assert harmless([{"Boards": [{"<b>": "boards/b.md"}]}]) == [{"Boards": [{"b": "boards/b.md"}]}]


def test_the_theme_is_tidied_to_the_standard() -> None:
    theme = (
        '<input class="md-toggle" id="__drawer" autocomplete="off"><label tabindex="" for="__toc">'
    )
    assert tidied(theme) == '<input class="md-toggle" id="__drawer"><label>'


def test_contents_are_the_second_level_headings() -> None:
    toc = contents('<h2 id="a">One <a href="#">x</a></h2><h3 id="b">no</h3><h2 id="c">Two</h2>')
    assert [(entry.title, entry.id) for entry in toc] == [("One x", "a"), ("Two", "c")]
