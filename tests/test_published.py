"""The figures of papers are read with their source, or refused by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.errors import FaultsFound
from generator.published import read_published, reported_on

RESULTS = Path(__file__).parents[1] / "results"
PAPERS = 'paper,title,authors,year,url\np,A title,"A, B",2023,https://example.org\n'
HEAD = "paper,table,dataset,dataset_id,method,model,metric,value,unit,note\n"
GOOD = "p,Table 1,CARP,carp,CoT,m,Acc,31.15,%,\n"


def published(root, figures, papers=PAPERS):
    folder = root / "published"
    folder.mkdir(exist_ok=True)
    (folder / "published.csv").write_text(figures)
    (folder / "papers.csv").write_text(papers)
    return read_published(root)


def faults(*args):
    with pytest.raises(FaultsFound) as caught:
        published(*args)
    return caught.value.faults


def test_the_repository_holds_494_figures_of_four_papers():
    figures = read_published(RESULTS)
    assert len(figures) == 494
    assert len({figure.paper.key for figure in figures}) == 4
    assert sum(figure.value is None for figure in figures) == 12


def test_figures_on_part_of_a_set_are_not_figures_on_the_set():
    on_carp = reported_on(read_published(RESULTS), "carp")
    assert {figure.dataset for figure in on_carp} == {"CARP", "CARP test"}
    best = [f for f in on_carp if f.method == "DELI" and f.metric == "Acc"]
    assert [(figure.value, figure.unit) for figure in best] == [(73.46, "%")]


def test_a_figure_has_its_paper(tmp_path):
    (figure,) = published(tmp_path, HEAD + GOOD)
    assert (figure.paper.title, figure.paper.year, figure.value) == ("A title", 2023, 31.15)


def test_no_folder_means_no_figures(tmp_path):
    assert read_published(tmp_path) == ()


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        (GOOD.replace("p,", "q,", 1), "paper", "'q' is not in papers.csv"),
        (GOOD.replace("31.15", "31,15"), "", "11 cells where 10 are wanted"),
        (GOOD.replace("31.15", "nan"), "value", "is no number"),
        (GOOD.replace("31.15", ""), "value", "the note does not say why"),
        (GOOD.replace("Acc", ""), "metric", "is empty"),
        ('p,"x\n', "", "not CSV"),
    ],
)
def test_each_fault_names_its_line(tmp_path, line, field, said):
    fault = faults(tmp_path, HEAD + GOOD + line)[0]
    assert fault.line >= 3
    assert fault.field == field
    assert said in fault.message
    assert fault.cure


def test_other_columns_are_refused(tmp_path):
    assert faults(tmp_path, "a,b\n")[0].message == "other columns"


def test_faults_of_papers_come_together(tmp_path):
    papers = (
        PAPERS
        + "p,T,A,2023,https://example.org\nr,T,A,23,https://example.org\ns,T,A,2023,http://x\n"
    )
    found = faults(tmp_path, HEAD, papers)
    assert [(fault.line, fault.field) for fault in found] == [(3, "paper"), (4, "year"), (5, "url")]
