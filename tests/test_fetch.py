"""Fetching checks every hash before it writes anything, and never leaves https."""

from __future__ import annotations

import hashlib
import urllib.error
from pathlib import Path

import pytest
from tiny import CARD, problem_row, world, write_rows

from generator import fetch as fetching
from generator.__main__ import main
from generator.errors import CannotRun, FaultsFound
from generator.fetch import fetch
from generator.files import read_jsonl
from generator.statistics import statistics
from generator.store import Roots, load_dataset

REVISION = "0123456789" * 4
SHARED = Path(__file__).parents[2] / "shared"
DATASETS = Path(__file__).parents[1] / "datasets"


def upstream_row(number):
    return {key: value for key, value in problem_row(number).items() if key not in ("id", "split")}


@pytest.fixture
def roots(tmp_path):
    """A dataset `demo` whose problems lie upstream, with one file that is right."""
    roots = world(tmp_path)
    (roots.datasets / "demo" / "problems.jsonl").unlink()
    path = write_rows(tmp_path / "up" / "set" / "test.json", [upstream_row(k) for k in range(3)])
    write_card(roots, hashlib.sha256(path.read_bytes()).hexdigest())
    return roots


def write_card(roots, sha256, *, raw=f"https://example.org/{REVISION}/data", path="set/test.json"):
    (roots.datasets / "demo" / "dataset.yaml").write_text(f"""{CARD}
source:
  repository: https://example.org/repository
  revision: "{REVISION}"
  raw: {raw}
  files: [{{path: {path}, split: test, problems: 3, sha256: "{sha256}"}}]
""")


def problems(roots):
    return roots.datasets / "demo" / "problems.jsonl"


def test_problems_get_our_ids_in_front(tmp_path, roots):
    fetched = fetch(roots, "demo", tmp_path / "up")
    assert fetched.changed
    assert [problem.id for problem in fetched.problems] == [f"demo/test-000{k}" for k in range(3)]
    (_, row), *_ = read_jsonl(problems(roots))
    assert list(row)[:3] == ["id", "split", "content"]
    assert load_dataset(roots, "demo").problems == fetched.problems
    assert not fetch(roots, "demo", tmp_path / "up").changed


def test_a_checkout_is_searched_too(tmp_path, roots):
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    (tmp_path / "up").rename(checkout / "data")
    assert len(fetch(roots, "demo", checkout).problems) == 3


def test_a_wrong_hash_names_file_hashes_and_cure_and_writes_nothing(tmp_path, roots):
    path = tmp_path / "up" / "set" / "test.json"
    pinned = hashlib.sha256(path.read_bytes()).hexdigest()
    path.write_text(path.read_text().replace("what is", "what was"))
    have = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(FaultsFound) as caught:
        fetch(roots, "demo", tmp_path / "up")
    (fault,) = caught.value.faults
    assert fault.file.endswith("up/set/test.json")
    assert pinned in fault.message
    assert have in fault.message
    assert fault.cure == "get the file of the pinned commit; nothing was written"
    assert not problems(roots).exists()


def test_a_bad_problem_behind_a_right_hash_is_refused(tmp_path, roots):
    rows = [upstream_row(0), upstream_row(1) | {"exprs": []}, upstream_row(2)]
    path = write_rows(tmp_path / "up" / "set" / "test.json", rows)
    write_card(roots, hashlib.sha256(path.read_bytes()).hexdigest())
    with pytest.raises(FaultsFound, match=r"problems.jsonl:2: exprs: holds no expression"):
        fetch(roots, "demo", tmp_path / "up")
    assert not problems(roots).exists()


@pytest.mark.parametrize("path", ["../set/test.json", "/etc/passwd", "set/./test.json"])
def test_a_path_that_leads_elsewhere_is_refused(tmp_path, roots, path):
    write_card(roots, "0" * 64, path=path)
    with pytest.raises(FaultsFound, match="leads elsewhere"):
        fetch(roots, "demo", tmp_path / "up")


def test_an_address_without_the_commit_is_refused(tmp_path, roots):
    write_card(roots, "0" * 64, raw="https://example.org/main")
    with pytest.raises(FaultsFound, match="does not hold the revision"):
        fetch(roots, "demo", tmp_path / "up")


def test_a_folder_without_the_file_cannot_run(tmp_path, roots):
    with pytest.raises(CannotRun, match=r"has no set/test\.json"):
        fetch(roots, "demo", tmp_path)


def test_a_dataset_in_the_repository_needs_no_fetch(tmp_path):
    with pytest.raises(CannotRun, match="nothing to fetch"):
        fetch(world(tmp_path), "demo", tmp_path)


# ---------------------------------------------------------------- the network, without one


class Answer:
    def __init__(self, raw):
        self.raw = raw

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def read(self, size):
        piece, self.raw = self.raw[:size], self.raw[size:]
        return piece


class Opener:
    def __init__(self, answer):
        self.answer = answer
        self.urls = []

    def open(self, url, timeout):
        self.urls.append(url)
        if isinstance(self.answer, Exception):
            raise self.answer
        return Answer(self.answer)


def serve(monkeypatch, answer):
    opener = Opener(answer)
    monkeypatch.setattr(fetching.urllib.request, "build_opener", lambda *_: opener)
    return opener


def test_the_pinned_address_is_downloaded(tmp_path, roots, monkeypatch):
    opener = serve(monkeypatch, (tmp_path / "up" / "set" / "test.json").read_bytes())
    assert len(fetch(roots, "demo").problems) == 3
    assert opener.urls == [f"https://example.org/{REVISION}/data/set/test.json"]


def test_a_refusing_network_cannot_run_and_says_what_else_to_do(roots, monkeypatch):
    serve(monkeypatch, urllib.error.URLError("no route"))
    with pytest.raises(CannotRun, match=r"(?s)no route.*--from DIR"):
        fetch(roots, "demo")


def test_a_download_without_end_is_cut_off(roots, monkeypatch):
    monkeypatch.setattr(fetching, "MAX_DOWNLOAD", 100)
    serve(monkeypatch, b"x" * 200_000)
    with pytest.raises(CannotRun, match="more than 100 bytes"):
        fetch(roots, "demo")


def test_a_redirection_out_of_https_is_not_followed():
    handler = fetching._HttpsOnly()
    request = fetching.urllib.request.Request("https://example.org/a")
    with pytest.raises(urllib.error.URLError, match="not https"):
        handler.redirect_request(request, None, 302, "", {}, "http://example.org/a")


# ---------------------------------------------------------------- CARP itself


@pytest.fixture(scope="module", params=["carp", "carp-en"])
def carp(request, tmp_path_factory):
    if not SHARED.is_dir():
        pytest.skip("../shared is absent")
    root = tmp_path_factory.mktemp("carp") / "datasets"
    (root / request.param).mkdir(parents=True)
    card = (DATASETS / request.param / "dataset.yaml").read_text()
    (root / request.param / "dataset.yaml").write_text(card)
    source = str(SHARED / "data" / "ds_carp")
    assert main(["fetch", request.param, "--from", source, "--dataset-root", str(root)]) == 0
    return load_dataset(Roots(datasets=root, results=root), request.param)


def sizes(spread):
    return round(spread.mean, 2), spread.largest


def test_sizes_of_carp_are_those_of_the_recount(carp):
    test, dev = statistics(carp.split("test")), statistics(carp.split("dev"))
    both = statistics(carp.problems)
    assert (test.problems, dev.problems) == (976, 500)
    for name, wanted in {
        "nodes": [(5.88, 18), (5.96, 17), (5.93, 18)],
        "edges": [(5.64, 22), (5.67, 22), (5.66, 22)],
        "expression_nodes": [(4.66, 15), (4.75, 11), (4.72, 15)],
        "derived": [(2.64, 11), (2.68, 9), (2.67, 11)],
    }.items():
        assert [sizes(getattr(found, name)) for found in (dev, test, both)] == wanted
    assert test.by_derived == {1: 136, 2: 401, 3: 230, 4: 110, 5: 60, 6: 29, 7: 6, 8: 1, 9: 3}
    assert (dev.letter_differences, test.letter_differences) == (212, 403)


def test_lengths_of_carp_are_those_of_the_recount(carp):
    if carp.card.id != "carp":
        pytest.skip("the recount is of the Chinese text")
    dev, test = statistics(carp.split("dev")), statistics(carp.split("test"))
    lengths = [
        [sizes(getattr(getattr(found, text), unit)) for found in (dev, test)]
        for text in ("question", "solution")
        for unit in ("characters", "solid", "tokens")
    ]
    assert lengths == [
        [(69.34, 238), (69.5, 211)],
        [(45.27, 162), (45.03, 156)],
        [(42.75, 159), (42.71, 144)],
        [(120.72, 447), (122.4, 518)],
        [(77.02, 276), (77.45, 266)],
        [(61.34, 207), (62.58, 266)],
    ]


def test_relations_of_carp_are_those_of_the_recount(carp):
    found = statistics(carp.split("test")).relations
    assert len(found) == 18
    assert sum(count.edges for count in found.values()) == 5535
    assert (found["被描述"].edges, found["被描述"].problems) == (1564, 696)
    assert (found["同取对数"].edges, found["同取对数"].problems) == (5, 5)
    assert next(iter(found)) == "被描述"


def test_every_defect_names_problems_that_exist(carp):
    known = {problem.id for problem in carp.problems}
    assert all(set(defect.problems) <= known for defect in carp.card.defects)


def test_sizes_of_nothing_are_none():
    found = statistics([])
    assert (found.problems, found.nodes.mean, found.nodes.largest) == (0, None, 0)
