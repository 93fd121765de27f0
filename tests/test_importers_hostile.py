"""Bad files: a clear line for each fault, exit code 1 or 2, nothing written, never a traceback."""

from __future__ import annotations

import zipfile
from pathlib import Path

import format_files as make
import pyarrow as pa
import pytest
import zstandard
from pyarrow import parquet
from tiny import world

from generator.__main__ import main
from generator.errors import FaultsFound
from generator.files import read_jsonl
from generator.gather import Gather
from generator.importers import IMPORTERS, archive, foreign_json, opening, zstd
from generator.importers.entries import Options
from generator.store import Roots, load_dataset, load_run
from generator.strict_json import MAX_DEPTH

BAD = Path(__file__).parent / "data" / "formats" / "bad"
FILES = sorted(path.name for path in BAD.iterdir())
SAID = {
    "carp-broken-off.json": "is not complete",
    "carp-no-object.json": "is no object",
    "csv-empty.csv": "the files hold no answers",
    "csv-latin1.csv": ":2: not UTF-8: byte 0xdf",
    "csv-open-quote.csv": "no CSV",
    "csv-ragged.csv": ":3: has 3 cells where the first line has 2",
    "csv-two-columns.csv": "two columns have one name",
    "csv-utf16.csv": "not UTF-8",
    "every-eval-ever-no-rows.json": "there is no ..._samples.jsonl",
    "every-eval-ever-percent-as-fraction.jsonl": "has the text 'Who?'",
    "helm-predictions-alone.json": "there is no display_predictions.json",
    "inspect-broken-off.json": "not JSON at column",
    "inspect-cancelled.json": "2 of 3 problems have no response",
    "inspect-claims-150.json": "states 1.5, which is no possible fraction",
    "inspect-epoch-twice.json": "is answered by sample 2, epoch 1 already",
    "inspect-no-eval.json": "is no log of Inspect",
    "inspect-no-samples.json": "the files hold no answers",
    "jsonl-attempt-true.jsonl": "attempt: is no whole number",
    "jsonl-negative-attempt.jsonl": "attempt: is no whole number",
    "jsonl-no-columns.jsonl": "map the columns with --column",
    "jsonl-text.json": "holds neither a list nor an object",
    "lm-eval-broken-off.jsonl": ":3: not JSON at column",
    "lm-eval-digits.jsonl": ":3: a number has too many digits",
    "lm-eval-key-twice.jsonl": ":3: the key 'doc_id' stands there twice",
    "lm-eval-markup.jsonl": "<script>alert(1)</script>{{ 7*7 }}\\x1b[31m",
    "lm-eval-mixed-filters.jsonl": "the files hold 'strict', 'loose': give --filter NAME",
    "lm-eval-no-object.jsonl": ":3: is no object",
    "lm-eval-no-text.jsonl": "shows no problem text to find its problem by",
    "lm-eval-other-set.jsonl": "has the text 'What is 2 + 2?'",
    "lm-eval-short.jsonl": "1 of 3 problems have no response: demo/test-0002",
    "lm-eval-twice.jsonl": ":4: doc_id 2, filter none: demo/test-0002 attempt 0 is answered by",
    "matharena-image.json": "shows no problem text",
    "matharena-not-an-object.json": "is no object",
    "native-attempt-text.jsonl": "attempt: text where a whole number is wanted",
    "native-nan.jsonl": "NaN is not a number in JSON",
    "native-negative-tokens.jsonl": "tokens_in: is below 0",
    "native-path-as-id.jsonl": "'../../etc/passwd' is no problem of this dataset",
    "native-unknown-field.jsonl": "verdict: there is no such field",
    "opencompass-no-object.json": ": 1: is no object",
    "opencompass-no-predictions.json": "there are no predictions",
    "simple-evals-empty.json": "there are no conversations",
    "simple-evals-score-only.json": "there are no conversations",
}
"""Bad file -> what has to be said about it."""


def command(root, name, *paths, more=()):
    world(root)
    out = root / "out" / "m--x"
    words = ["import", name, *map(str, paths), "--dataset", "demo", "--split", "test"]
    words += ["--method", "m", "--model", "x", "--out", str(out), *more]
    return main([*words, "--dataset-root", str(root / "datasets")]), out


def format_of(file):
    return next(name for name in sorted(IMPORTERS, key=len, reverse=True) if file.startswith(name))


def test_the_table_and_the_folder_are_the_same():
    assert sorted(SAID) == FILES


@pytest.mark.parametrize("file", FILES)
def test_every_bad_file_is_refused_in_clear_words(file, tmp_path, capsys):
    code, out = command(tmp_path, format_of(file), BAD / file)
    said = capsys.readouterr().err
    assert code in (1, 2)
    assert SAID[file] in said
    assert not out.parent.exists()
    assert said.isprintable() or set(said) - {"\n"} == {c for c in said if c.isprintable()}


@pytest.mark.parametrize("name", sorted(IMPORTERS))
@pytest.mark.parametrize("file", FILES)
def test_no_importer_breaks_on_the_bad_files_of_another(name, file):
    gather = Gather()
    gather.attempt(IMPORTERS[name].read, [BAD / file], Options())
    assert all(fault.message and fault.cure for fault in gather.faults)


# ---------------------------------------------------------------- archives


def reading(path):
    with archive.opened(path) as opened:
        return [opened.read(name) for name in opened.names]


def refused(action, *args):
    with pytest.raises(FaultsFound) as caught:
        action(*args)
    return str(caught.value)


@pytest.mark.parametrize("name", ["../a.json", "/etc/a.json", "samples/../../a", "C:\\a", "..\\a"])
def test_members_that_lead_out_are_refused(name, tmp_path):
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(name, "{}")
    assert "leads out of the archive" in refused(reading, path)


def test_a_link_as_a_member_is_refused(tmp_path):
    path = tmp_path / "a.eval"
    info = zipfile.ZipInfo("samples/a.json")
    info.external_attr = 0o120777 << 16
    with zipfile.ZipFile(path, "w") as made:
        made.writestr(info, "/etc/passwd")
    assert "is a symbolic link" in refused(reading, path)


def test_a_member_that_stands_there_twice_is_refused(tmp_path):
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("header.json", "{}")
        with pytest.warns(UserWarning, match="Duplicate"):
            made.writestr("header.json", "[]")
    assert "stands there twice" in refused(reading, path)


def test_an_unknown_method_and_damage_are_named(tmp_path):
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_LZMA) as made:
        made.writestr("header.json", "{}")
    assert "packed in an unknown way" in refused(reading, path)
    make.inspect_log(path)
    raw = bytearray(path.read_bytes())
    raw[60:70] = b"0123456789"
    path.write_bytes(raw)
    assert "header.json" in refused(reading, path)
    path.write_bytes(bytes(raw[:-30]))
    assert "no ZIP archive" in refused(reading, path)


def test_bombs_are_refused_before_they_go_off(tmp_path, monkeypatch):
    monkeypatch.setattr(zstd, "FREE", 100_000)
    path = tmp_path / "a.eval"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("header.json", b" " * 1_000_000)
    assert "unpacks to 1,000,000 bytes" in refused(reading, path)
    made = zstandard.ZstdCompressor().compress(b" " * 1_000_000)
    assert "unpacks to more than 100,000 bytes" in refused(zstd.unpack, made, "a.json.zst")


def test_a_directory_that_lies_about_sizes_is_found_out(tmp_path):
    texts = {"header.json": b"{}" + b" " * 100}
    raw = make.zstandard_zip(texts).replace((102).to_bytes(4, "little"), (7).to_bytes(4, "little"))
    path = tmp_path / "a.eval"
    path.write_bytes(raw)
    assert "is not what the directory says" in refused(reading, path)


def test_a_damaged_frame_is_named(tmp_path):
    path = tmp_path / "1.json.zst"
    path.write_bytes(zstd.MAGIC + b"nonsense" * 5)
    assert "damaged Zstandard" in refused(IMPORTERS["matharena"].read, [path], Options())


def test_damaged_parquet_is_named(tmp_path):
    path = tmp_path / "details_a.parquet"
    path.write_bytes(b"PAR1" + b"\0" * 50 + b"PAR1")
    assert "damaged Parquet" in refused(IMPORTERS["lighteval"].read, [path], Options())
    parquet.write_table(pa.table({"a": [1]}), path)
    assert "no column model_response" in refused(IMPORTERS["lighteval"].read, [path], Options())


# ---------------------------------------------------------------- files


def test_links_are_refused_wherever_they_stand(tmp_path):
    real = make.write_lines(tmp_path / "real.jsonl", [{"text": "1"}])
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "samples_a.jsonl").symlink_to(real)
    assert "is a symbolic link" in refused(opening.expand, [folder])
    assert "is a symbolic link" in refused(opening.expand, [folder / "samples_a.jsonl"])
    (tmp_path / "loop").symlink_to(tmp_path)
    assert "is a symbolic link" in refused(opening.expand, [tmp_path])


def test_a_file_over_the_limit_is_refused_unread(tmp_path, monkeypatch):
    path = make.write_lines(tmp_path / "a.jsonl", [{"text": "1" * 100}])
    monkeypatch.setattr(opening, "MAX_LINE", 50)
    assert "longer than 50 bytes" in refused(lambda: list(opening.lines(path)))
    monkeypatch.setattr(opening, "MAX_FILE", 50)
    assert "larger than 50 bytes" in refused(lambda: list(opening.lines(path)))
    assert "larger than 50 bytes" in refused(lambda: opening.read_bytes(path, limit=50))


def test_a_million_brackets_are_refused_at_once():
    assert f"deeper than {MAX_DEPTH}" in refused(foreign_json.parse, "[" * 10**6, "f")
    assert f"deeper than {MAX_DEPTH}" in refused(foreign_json.parse, '{"a":' * 10**5, "f")


def test_nan_is_nothing_and_half_a_surrogate_is_replaced():
    found = foreign_json.parse('{"a": NaN, "b": [-Infinity, 1e999], "c": "x\\ud83d"}', "f")
    assert found == {"a": None, "b": [None, None], "c": "x�"}


# ---------------------------------------------------------------- claims


def lm_eval(root, rows, **scores):
    samples = make.write_lines(root / "samples_demo_x.jsonl", rows)
    return samples, make.write(root / "results_x.json", make.lm_eval_results(**scores))


def test_a_claim_of_150_percent_is_refused(tmp_path, capsys):
    rows = [make.lm_eval_row(k) for k in range(3)]
    code, out = command(tmp_path, "lm-eval", *lm_eval(tmp_path, rows, **{"acc,none": 66.7}))
    assert code == 1
    assert "states 66.7, which is no possible fraction" in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("accuracy=150 percent", "150 is no possible percent"),
        ("accuracy=63.5", "write"),
        ("accuracy=63.5 fraction", "63.5 is no possible fraction"),
        ("accuracy=63.5 parts", "input should be 'percent', 'fraction' or 'points'"),
        ("accuracy=much percent", "write"),
    ],
)
def test_a_told_figure_needs_a_unit_that_can_be(claim, said, tmp_path, capsys):
    rows = [make.lm_eval_row(k) for k in range(3)]
    samples = make.write_lines(tmp_path / "samples_demo_x.jsonl", rows)
    assert command(tmp_path, "lm-eval", samples, more=["--claim", claim])[0] == 2
    assert said in capsys.readouterr().err


def test_figures_become_claims_of_the_card(tmp_path, capsys):
    rows = [make.lm_eval_row(k, name) for k in range(3) for name in ("strict", "loose one")]
    scores = {"exact_match,strict": 1.0, "exact_match,loose one": 1.0}
    more = ["--filter", "all", "--claim", "accuracy=63.5 percent"]
    code, out = command(tmp_path, "lm-eval", *lm_eval(tmp_path, rows, **scores), more=more)
    assert code == 0
    cards = sorted(out.parent.glob("*/run.yaml"))
    assert [card.parent.name for card in cards] == ["m-loose-one--x", "m-strict--x"]
    text = cards[1].read_text()
    assert '"title": ' not in text
    assert '"value": 63.5, "unit": "percent"' in text
    assert '"metric": "exact_match", "value": 1.0, "unit": "fraction"' in text
    assert "results_x.json" in text
    dataset = load_dataset(Roots(datasets=tmp_path / "datasets", results=tmp_path), "demo")
    claims = load_run(cards[1].parent, dataset).card.claims
    assert [(claim.value, claim.unit) for claim in claims] == [(63.5, "percent"), (1.0, "fraction")]


@pytest.mark.parametrize(
    ("n", "score", "said"),
    [
        (100, 1.0, "states exact_match = 1 (fraction) over 100 problems, but the rows answer 3"),
        (3, 0.5, "but its rows say right 3 of 3"),
    ],
)
def test_figures_that_the_rows_do_not_bear_out_are_told(n, score, said, tmp_path, capsys):
    rows = [make.lm_eval_row(k) for k in range(3)]
    files = lm_eval(tmp_path, rows, n=n, **{"exact_match,none": score})
    assert command(tmp_path, "lm-eval", *files)[0] == 0
    assert said in capsys.readouterr().out


def test_verdicts_that_never_vary_are_told(tmp_path, capsys):
    rows = [
        {"question": make.question(k), "attempt": a, "text": str(a), "claimed": 1}
        for k in range(3)
        for a in range(7)
    ]
    path = make.write_lines(tmp_path / "a.jsonl", rows)
    assert command(tmp_path, "jsonl", path)[0] == 0
    assert "all 21 verdicts are 'right', so they tell nothing" in capsys.readouterr().out


def test_answers_that_are_all_the_gold_answers_are_told(tmp_path, capsys):
    rows = [
        {"question": make.question(k), "attempt": a, "answer": str(k + 1), "text": str(a)}
        for k in range(3)
        for a in range(7)
    ]
    path = make.write_lines(tmp_path / "a.jsonl", rows)
    assert command(tmp_path, "jsonl", path, more=["--column", "answer=answer"])[0] == 0
    assert "all 21 answers are the dataset's gold answers" in capsys.readouterr().out


def test_of_several_metrics_one_is_taken_and_the_others_are_named(tmp_path, capsys):
    both = {"metrics": ["exact_match", "math_verify"], "exact_match": 0.0, "math_verify": 1.0}
    rows = [make.lm_eval_row(k, **both) for k in range(3)]
    path = make.write_lines(tmp_path / "samples_demo_x.jsonl", rows)
    code, out = command(tmp_path, "lm-eval", path, more=["--metric", "math_verify"])
    assert code == 0
    assert '"claimed": "right"' in (out / "responses.jsonl").read_text()
    other = tmp_path / "again"
    other.mkdir()
    assert command(other, "lm-eval", path)[0] == 0
    assert "not those of ['math_verify']" in capsys.readouterr().out


def test_auto_says_what_it_took_the_files_for(tmp_path, capsys):
    rows = [make.lm_eval_row(k) for k in range(3)]
    path = make.write_lines(tmp_path / "samples_demo_x.jsonl", rows)
    assert command(tmp_path, "auto", path)[0] == 0
    assert "format lm-eval: samples_demo_x.jsonl has rows with doc_id" in capsys.readouterr().out
    assert "`lm-eval`" in (tmp_path / "out" / "m--x" / "run.yaml").read_text()


def test_a_path_that_is_not_there_and_a_map_that_is_none(tmp_path, capsys):
    assert command(tmp_path, "csv", tmp_path / "nowhere.csv")[0] == 2
    table = make.write_lines(tmp_path / "a.jsonl", [{"text": "1"}])
    for more in (["--column", "text"], ["--column", "text=a", "--column", "text=b"]):
        assert command(tmp_path, "jsonl", table, more=more)[0] == 2
    assert "write FIELD=COLUMN, each field once" in capsys.readouterr().err


def test_what_is_written_is_what_the_store_reads(tmp_path):
    rows = [make.lm_eval_row(k, resps=[["<b>{{ x }}</b>\u2028\x00"]]) for k in range(3)]
    path = make.write_lines(tmp_path / "samples_demo_x.jsonl", rows)
    code, out = command(tmp_path, "lm-eval", path)
    assert code == 0
    found = [row["text"] for _, row in read_jsonl(out / "responses.jsonl")]
    assert found == ["<b>{{ x }}</b>\u2028\x00"] * 3
