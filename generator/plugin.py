"""MkDocs plugin: puts our finished pages into the theme; renders nothing itself.

Curated pages enter MkDocs as generated files whose body is our HTML. One more page, the shell, is
rendered by the theme with placeholders and kept back; `publish` splices trace pages into it. Every
page gets a content security policy with the hashes of the theme's own inline scripts.
"""

# ruff: noqa: ARG002  MkDocs calls its events by keyword, needed or not
from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.structure.toc import TableOfContents, get_toc
from mkdocs.utils.templates import TemplateContext

SHELL = "traces/shell/shell.html"
"""Two folders deep, like every page that is spliced, so that its relative links fit them all."""

TITLE = "FAILWHERE-TITLE"
BODY = "<h1>FAILWHERE-BODY</h1>"
"""Placeholders in the shell. The heading keeps the theme from adding one of its own."""

POLICY = (
    "default-src 'none'; script-src 'self' {scripts}; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'"
)

INLINE_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
CHECKBOX = re.compile(r'(<input class="md-toggle"[^>]*?) autocomplete="off"')
HEADING = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.DOTALL)
TAG = re.compile(r"<[^>]+>")


@dataclass(frozen=True, slots=True, kw_only=True)
class Curated:
    """A page that MkDocs shall publish."""

    path: str
    """Relative to the site, ending in .html."""
    title: str
    html: str
    """Its article."""


@dataclass(slots=True, kw_only=True)
class Publication:
    """What `publish` hands to the plugin, and gets back."""

    curated: Mapping[str, Curated]
    """Path -> page."""
    nav: list[object]
    """Entries of the navigation before those of mkdocs.yml."""
    shell: str = field(default="", init=False)
    """The theme around a spliced page, with TITLE and BODY; filled by the build."""


class Settings(Config):  # type: ignore[no-untyped-call]
    """The plugin has no settings."""


class FailwherePlugin(BasePlugin[Settings]):  # type: ignore[no-untyped-call]
    """Entry point `failwhere` of `mkdocs.plugins`; idle until `publication` is set."""

    publication: Publication | None = None

    def on_config(self, config: MkDocsConfig) -> MkDocsConfig:
        """Put the generated pages before the written ones in the navigation."""
        if self.publication:
            config.nav = [*harmless(self.publication.nav), *(config.nav or [])]
        return config

    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Add a generated file for every curated page and for the shell."""
        for path in (*self.curated(), SHELL) if self.publication else ():
            source = path.removesuffix(".html") + ".md"
            files.append(File.generated(config, source, content=""))
        return files

    def on_page_markdown(
        self, markdown: str, *, page: Page, config: MkDocsConfig, files: Files
    ) -> str:
        """Give generated pages their title, and all the width."""
        curated = self.curated().get(page.file.dest_uri)
        if curated or page.file.dest_uri == SHELL:
            page.meta = {
                "title": plain(curated.title) if curated else TITLE,
                "hide": ["navigation", "toc"],
            }
        return markdown

    def on_page_content(self, html: str, *, page: Page, config: MkDocsConfig, files: Files) -> str:
        """Return our article for a curated page and the placeholder for the shell."""
        if page.file.dest_uri == SHELL:
            page.toc = get_toc([{"level": 1, "id": "start", "name": TITLE, "children": []}])
            return BODY
        curated = self.curated().get(page.file.dest_uri)
        if curated is None:
            return html
        page.toc = contents(curated.html)
        return curated.html

    def on_post_page(self, output: str, *, page: Page, config: MkDocsConfig) -> str:
        """Add the policy; keep the shell back (MkDocs does not write an empty page)."""
        output = with_policy(tidied(output))
        if self.publication and page.file.dest_uri == SHELL:
            self.publication.shell = output
            return ""
        return output

    def on_post_template(
        self, output_content: str, *, template_name: str, config: MkDocsConfig
    ) -> str:
        """Treat the page for addresses that do not exist like the others."""
        if template_name != "404.html":
            return output_content
        return with_policy(tidied(output_content))

    def on_template_context(
        self, context: TemplateContext, *, template_name: str, config: MkDocsConfig
    ) -> TemplateContext:
        """Leave the shell out of the site map."""
        if template_name == "sitemap.xml":
            context["pages"] = [file for file in context["pages"] if file.dest_uri != SHELL]
        return context

    def curated(self) -> Mapping[str, Curated]:
        """Return path -> curated page; empty while idle."""
        return self.publication.curated if self.publication else {}


def plain(title: str) -> str:
    """Return a title that is safe wherever the theme prints it.

    Material prints titles as they are, or takes tags out and *undoes* the escaping (`striptags`),
    so that no escaping would hold; the five signs are taken out instead. The heading of the page,
    which is ours, has them.
    """
    return " ".join(title.translate(dict.fromkeys(map(ord, "<>&\"'"), " ")).split())


def harmless(nav: Sequence[object]) -> list[object]:
    """Return navigation entries with `plain` titles."""
    return [
        {plain(name): harmless(below) if isinstance(below, list) else below}
        for entry in nav
        if isinstance(entry, dict)
        for name, below in entry.items()
    ]


def contents(html: str) -> TableOfContents:
    """Return the second-level headings of an article of ours as a table of contents."""
    found = HEADING.findall(html)
    return get_toc(
        [
            {"level": 2, "id": id_, "name": TAG.sub("", name).strip(), "children": []}
            for id_, name in found
        ]
    )


def tidied(html: str) -> str:
    """Return a finished page without the three things that the theme does against the standard."""
    html = CHECKBOX.sub(r"\1", html).replace(' tabindex=""', "")
    return html if 'id="__toc"' in html else html.replace(' for="__toc"', "")


def with_policy(html: str) -> str:
    """Return a finished page with its content security policy as first element of the head."""
    hashes = (hashlib.sha256(body.encode()).digest() for body in INLINE_SCRIPT.findall(html))
    scripts = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes)
    policy = POLICY.format(scripts=scripts)
    tag = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return re.sub(r"(<meta charset=[^>]+>)", lambda at: at.group() + tag, html, count=1)
