"""LaTeX environments: matrices, systems of conditions, piecewise definitions."""

from __future__ import annotations

from generator.judge.errors import TooLarge, Unparsable
from generator.judge.reader import Reader
from generator.judge.tree import Both, Either, Listing, Matrix, Node, Piecewise, Relation
from generator.judge.written_out import determinant

MAX_CELLS = 400
"""Most cells a matrix may have."""
_MATRICES = frozenset(("matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix"))
_DETERMINANT = "vmatrix"
_SYSTEMS = frozenset(
    ("cases", "dcases", "rcases", "array", "aligned", "align", "gathered", "split")
)
_CONDITION_WORDS = frozenset(("if", "for", "when", "where", "当", "若", "时", "在"))
_OTHERWISE = frozenset(("otherwise", "else", "其他", "其它", "其余"))

Cells = list[tuple[int, int]]
"""Where the cells of one row stand: (first token, one past the last)."""


def environment(r: Reader) -> Node:
    r"""Read the environment whose `\begin` was just passed; raises Unparsable for unknown ones."""
    name = _environment_name(r)
    if name not in _MATRICES and name not in _SYSTEMS and name != _DETERMINANT:
        raise Unparsable(f"the environment {name} is not read")
    if name == "array" and r.tokens[r.at] == "{":
        r.at = r.closing("{", "}") + 1
    rows = _rows(r)
    r.enter()
    node = _system(r, name, rows) if name in _SYSTEMS else _matrix(r, rows)
    r.leave()
    return determinant(node.rows) if name == _DETERMINANT and isinstance(node, Matrix) else node


def _environment_name(r: Reader) -> str:
    """Read `{name}`; a final star is left out."""
    r.expect("{")
    end = r.at
    while r.tokens[end] not in ("}", ""):
        end += 1
    name = "".join(r.tokens[r.at : end])
    r.at = end
    r.expect("}")
    return name.rstrip("*")


def _rows(r: Reader) -> list[Cells]:
    r"""Find the cells up to the matching `\end` and step over it; empty rows are left out."""
    rows: list[Cells] = [[]]
    depth, start = 0, r.at
    while True:
        lexeme = r.tokens[r.at]
        if lexeme == "":
            raise Unparsable("an environment is never ended")
        if lexeme == "\\begin":
            depth += 1
        if depth == 0 and lexeme in ("&", "\\\\", "\\end"):
            rows[-1].append((start, r.at))
            start = r.at + 1
        if depth == 0 and lexeme == "\\\\":
            rows.append([])
        if lexeme == "\\end":
            if depth == 0:
                break
            depth -= 1
        r.at += 1
    r.at += 1
    _environment_name(r)
    return _filled(rows)


def _filled(rows: list[Cells]) -> list[Cells]:
    """Return the rows that hold anything; raises TooLarge for too many cells."""
    rows = [row for row in rows if any(first < last for first, last in row)]
    if sum(map(len, rows)) > MAX_CELLS:
        raise TooLarge(f"more than {MAX_CELLS} cells")
    if not rows:
        raise Unparsable("an environment is empty")
    return rows


def _read(r: Reader, first: int, last: int) -> Node:
    """Read tokens[first:last] whole, as an answer; a final comma or stop is left out."""
    while last > first and r.tokens[last - 1] in (",", ".", ";"):
        last -= 1
    part = r.inside(first, last)
    node = r.rules.answers(part)
    if part.tokens[part.at] != "":
        raise Unparsable(f"{part.tokens[part.at]} was not expected in a cell")
    return node


def _matrix(r: Reader, rows: list[Cells]) -> Node:
    """Read every cell of a matrix; raises Unparsable when rows differ in length."""
    if len({len(row) for row in rows}) > 1:
        raise Unparsable("the rows of a matrix differ in length")
    return Matrix(tuple(tuple(_read(r, *cell) for cell in row) for row in rows))


def _system(r: Reader, name: str, rows: list[Cells]) -> Node:
    """Read rows as a piecewise definition, a system of conditions, or (an array) a matrix."""
    if name not in ("cases", "dcases", "rcases", "array"):
        rows = [[(row[0][0], row[-1][1])] for row in rows]
        for first, last in (row[0] for row in rows):
            r.tokens[first:last] = [t if t != "&" else "~" for t in r.tokens[first:last]]
    parts = [[_cell(r, *cell) for cell in row if cell[0] < cell[1]] for row in rows]
    branches = [_branch(part) for part in parts]
    if any(b is not None for b in branches):
        return (
            Piecewise(tuple(b for b in branches if b is not None))
            if all(b is not None for b in branches)
            else _refuse()
        )
    if name == "array" and not all(_is_condition(p) for part in parts for p in part if p):
        return _matrix(r, rows)
    lines = [part[0] for part in parts if part and part[0] is not None]
    return Both(tuple(lines)) if len(lines) > 1 else lines[0]


def _refuse() -> Node:
    """Raise Unparsable for rows that mix branches and conditions."""
    raise Unparsable("some rows have a condition, some have none")


def _cell(r: Reader, first: int, last: int) -> Node | None:
    """Read a cell of a system; None for `otherwise`. Words such as `if` are left out."""
    words = [_plain(lexeme) for lexeme in r.tokens[first:last]]
    if all(word in _OTHERWISE for word in words if word not in (".", ",", "")):
        return None
    kept = [
        t
        for t, word in zip(r.tokens[first:last], words, strict=True)
        if word not in _CONDITION_WORDS and t != "~"
    ]
    r.dropped.extend(word for word in words if word in _CONDITION_WORDS)
    part = r.inside(0, 0)
    part.tokens = [*kept, ""]
    return _read(part, 0, len(kept))


def _plain(lexeme: str) -> str:
    r"""Return a token's word: the content of `\text{...}` without blanks and final comma."""
    if lexeme.startswith("\\") and lexeme.endswith("}") and "{" in lexeme:
        lexeme = lexeme[lexeme.index("{") + 1 : -1]
    return lexeme.strip(" ,.;~").lower()


def _branch(cells: list[Node | None]) -> tuple[Node, Node | None] | None:
    """Return (value, condition) for a row that is a branch, else None."""
    if len(cells) == 1 and type(cells[0]) is Listing and not cells[0].left:
        cells = list(cells[0].elements)
    if len(cells) != 2 or cells[0] is None or _is_condition(cells[0]):
        return None
    if cells[1] is None or _is_condition(cells[1]):
        return cells[0], cells[1]
    return None


def _is_condition(node: Node | None) -> bool:
    """Whether a node states something."""
    return type(node) in (Relation, Both, Either)
