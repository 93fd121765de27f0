"""Site -> folder of HTML: the only place that writes the site and runs MkDocs.

Curated pages go through MkDocs. Trace pages are spliced into a shell that the theme renders once,
and a page whose inputs did not change since the last build is not rendered again.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import shutil
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mkdocs.commands.build import build as mkdocs_build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

from generator.errors import CannotRun
from generator.exports import exports
from generator.files import write_bytes, write_text
from generator.pages import pages, paths
from generator.pages.formulas import formulas_of
from generator.pages.nav import nav
from generator.pages.site import Site
from generator.plugin import BODY, TITLE, Curated, FailwherePlugin, Publication, plain
from generator.records import Page
from generator.render import TEMPLATES, Renderer
from generator.typeset import Typesetter

MANIFEST = ".pages.json"
"""In the site: path of a spliced page -> digest of what it was made from."""

COPIED = ("responses.jsonl", "judgements.jsonl", "scores.json", "run.yaml", "program.json")
"""Files of a run that are published beside the pages, where it has them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a build did."""

    index: Path
    """The page to open."""
    curated: int
    spliced: int
    """Trace pages and problem lists."""
    unchanged: int
    """Spliced pages that were kept from the last build."""
    refused: tuple[str, ...]
    """Formulas that are shown as TeX because they could not be typeset, sorted."""
    typeset: bool
    """Whether the typesetter was installed."""


def build(site: Site, *, config: Path, site_dir: Path, results_root: Path) -> Report:
    """Publish `site` into `site_dir` with the settings of `config`, a mkdocs.yml.

    `results_root` is where the folders of runs lie, whose files are published too. The site is made
    beside `site_dir` and takes its place when it is whole, so a failed build leaves the last one.

    Raises CannotRun where MkDocs refuses; warnings count as refusals.
    """
    typesetter = Typesetter(config.parent / ".cache" / "typeset.sqlite")
    formulas = formulas_of(site)
    typesetter.prepare(formulas)
    refused = typesetter.refused(formulas)
    renderer = Renderer(typesetter)
    curated, spliced = sorted_out(pages(site))
    publication = Publication(
        curated={page.path: finished(page, renderer) for page in curated}, nav=nav(site)
    )
    staging = site_dir.with_name(f".{site_dir.name}.new")
    shutil.rmtree(staging, ignore_errors=True)
    run_mkdocs(publication, config, staging)
    unchanged = splice(spliced, publication.shell, renderer, staging, last=site_dir)
    write_data(site, staging)
    copy_runs(site, results_root, staging)
    typesetter.close()
    shutil.rmtree(site_dir, ignore_errors=True)
    staging.rename(site_dir)
    return Report(
        index=site_dir / "index.html",
        curated=len(curated),
        spliced=len(spliced),
        unchanged=unchanged,
        refused=refused,
        typeset=typesetter.available,
    )


def sorted_out(all_pages: Iterable[Page]) -> tuple[list[Page], list[Page]]:
    """Return the pages for MkDocs and the pages to be spliced."""
    curated: list[Page] = []
    spliced: list[Page] = []
    for page in all_pages:
        (curated if page.shell == "mkdocs" else spliced).append(page)
    return curated, spliced


def finished(page: Page, renderer: Renderer) -> Curated:
    """Render a page for MkDocs."""
    return Curated(path=page.path, title=page.title, html=renderer.body(page))


def run_mkdocs(publication: Publication, config: Path, site_dir: Path) -> None:
    """Build the curated pages; the shell comes back in `publication`."""
    os.environ["NO_MKDOCS_2_WARNING"] = "1"  # Material's advice to its own users
    complaints = Complaints(logging.WARNING)
    logging.getLogger("mkdocs").addHandler(complaints)
    try:
        settings = load_config(str(config), site_dir=str(site_dir.absolute()), strict=True)
        plugin = settings.plugins["failwhere"]
        if isinstance(plugin, FailwherePlugin):
            plugin.publication = publication
        mkdocs_build(settings)
    except (Abort, MkDocsException) as fault:
        told = "\n".join(["MkDocs could not build the site:", *complaints.texts, str(fault)])
        raise CannotRun(told) from fault
    finally:
        logging.getLogger("mkdocs").removeHandler(complaints)


class Complaints(logging.Handler):
    """Keeps what MkDocs warns of, to be told when the build is refused."""

    def __init__(self, level: int) -> None:
        """Keep messages of `level` and above."""
        super().__init__(level)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep one message."""
        self.texts.append(record.getMessage())


def splice(
    spliced: Iterable[Page], shell: str, renderer: Renderer, site_dir: Path, *, last: Path
) -> int:
    """Write the trace pages and return how many of the last build were kept as they are.

    The traces of the `last` build are moved, not copied: MkDocs has done its part by now, and what
    is left to do replaces that build.
    """
    traces = site_dir / "traces"
    if (last / "traces").is_dir():
        (last / "traces").rename(traces)
    salt, known = salt_of(shell), read_manifest(last)
    head, _, tail = squeezed(shell).partition(BODY)
    made: dict[str, str] = {}
    kept = 0
    for page in spliced:
        made[page.path] = digest(salt, repr(page))
        target = site_dir / page.path
        if known.get(page.path) == made[page.path] and target.is_file():
            kept += 1
            continue
        title = plain(page.title)
        target.parent.mkdir(parents=True, exist_ok=True)
        text = head.replace(TITLE, title) + renderer.body(page) + tail.replace(TITLE, title)
        target.write_text(text, "utf-8")
    drop_others(traces, {site_dir / path for path in made})
    write_text(site_dir / MANIFEST, json.dumps(made, indent=0, sort_keys=True))
    return kept


def squeezed(shell: str) -> str:
    """Return the shell without indentation, which is an eighth of a page."""
    return re.sub(r"\n\s+", "\n", shell)


def salt_of(shell: str) -> str:
    """Return a digest of everything that all spliced pages depend on besides their content."""
    code = sorted((*TEMPLATES.rglob("*.jinja"), *TEMPLATES.parent.glob("*.py")))
    code += sorted(TEMPLATES.parent.glob("typeset/**/*.*"))
    texts = [path.read_text("utf-8") for path in code if path.suffix in {".jinja", ".py", ".js"}]
    return digest(shell, *texts)


def digest(*texts: str) -> str:
    """Return a short hash of texts."""
    found = hashlib.blake2b(digest_size=16)
    for text in texts:
        found.update(text.encode("utf-8", "surrogatepass") + b"\0")
    return found.hexdigest()


def read_manifest(site_dir: Path) -> Mapping[str, str]:
    """Return path -> digest of the last build; nothing where there is none that can be read."""
    try:
        found = json.loads((site_dir / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def drop_others(folder: Path, kept: set[Path]) -> None:
    """Remove pages that the site no longer has, and the folders that this empties."""
    for path in sorted(folder.rglob("*"), reverse=True) if folder.is_dir() else ():
        if path.is_file() and path not in kept:
            path.unlink()
        elif path.is_dir() and not any(path.iterdir()):
            path.rmdir()


def write_data(site: Site, site_dir: Path) -> None:
    """Write everything that leaves as data beside the pages."""
    for path, raw in exports(site):
        write_bytes(site_dir / path, raw)


def copy_runs(site: Site, results_root: Path, site_dir: Path) -> None:
    """Copy the files of every run beside the pages."""
    for run in site.runs:
        for name in COPIED:
            source = results_root / run.path / name
            if source.is_file():
                target = site_dir / paths.run_data(run.card, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
