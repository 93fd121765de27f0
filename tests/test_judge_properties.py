"""Laws of the judge: what keeps the value keeps the verdict, what changes it changes the verdict.

Expressions are made as small trees of our own with their exact value at a point, so that neither
the parser nor SymPy has a say in what is right.
"""

import json
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from generator.judge import same, worker
from generator.judge.errors import Unparsable
from generator.judge.parse import parse
from generator.judge.sympy_engine import same_by_sympy
from generator.judge.to_latex import to_latex
from generator.judge.tree import Tree, Words

SHARED = Path(__file__).parents[2] / "shared" / "data"

NAMES = "abxy"
POINTS = [dict(zip(NAMES, map(Fraction, values), strict=True)) for values in (
    (3, -7, 5, 11), (-13, 2, -17, 4), (Fraction(1, 3), Fraction(-5, 2), 7, Fraction(9, 4)),
)]  # fmt: skip

quick = settings(
    max_examples=60, deadline=None, derandomize=True, database=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)  # fmt: skip


# ---- expressions: ("n", 3), ("v", "x"), ("+", a, b), ("*", a, b), ("-", a), ("/", a, b), ("^", a, 2)

numbers = st.integers(0, 12).map(lambda n: ("n", n))
names = st.sampled_from(NAMES).map(lambda name: ("v", name))


def grow(inner):
    return st.one_of(
        st.tuples(st.just("+"), inner, inner),
        st.tuples(st.just("*"), inner, inner),
        st.tuples(st.just("-"), inner),
        st.tuples(st.just("/"), inner, inner),
        st.tuples(st.just("^"), inner, st.integers(1, 3)),
    )


def grow_polynomial(inner):
    return st.one_of(
        st.tuples(st.just("+"), inner, inner),
        st.tuples(st.just("*"), inner, inner),
        st.tuples(st.just("-"), inner),
        st.tuples(st.just("^"), inner, st.integers(1, 3)),
    )


polynomials = st.recursive(numbers | names, grow_polynomial, max_leaves=6)
expressions = st.recursive(numbers | names, grow, max_leaves=6)


def value(tree, point):
    kind, *args = tree
    if kind == "n":
        return Fraction(args[0])
    if kind == "v":
        return point[args[0]]
    if kind == "^":
        return value(args[0], point) ** args[1]
    parts = [value(arg, point) for arg in args]
    if kind == "-":
        return -parts[0]
    if kind == "/":
        return parts[0] / parts[1]
    return parts[0] + parts[1] if kind == "+" else parts[0] * parts[1]


def values(tree):
    """The values at all points; None when the expression has none at one of them."""
    try:
        return [value(tree, point) for point in POINTS]
    except ZeroDivisionError:
        return None


def latex(tree, *, frac=r"\frac", gap="", times=r" \cdot "):
    """The expression in LaTeX, fully bracketed, in one of several styles."""
    kind, *args = tree
    if kind in {"n", "v"}:
        return str(args[0])
    parts = [latex(a, frac=frac, gap=gap, times=times) for a in args if isinstance(a, tuple)]
    if kind == "/":
        return f"{frac}{{{gap}{parts[0]}{gap}}}{{{gap}{parts[1]}{gap}}}"
    wrapped = [f"({gap}{part}{gap})" for part in parts]
    if kind == "^":
        return f"{wrapped[0]}^{{{args[1]}}}"
    if kind == "-":
        return f"-{gap}{wrapped[0]}"
    return (f"{gap}+{gap}" if kind == "+" else times).join(wrapped)


def reordered(tree):
    kind, *args = tree
    args = [reordered(arg) if isinstance(arg, tuple) else arg for arg in args]
    return (kind, *(args[::-1] if kind in "+*" else args))


def expanded(tree):
    """The polynomial as a sum of terms, by multiplying out."""
    return " + ".join(
        f"({count})" + "".join(f"{name}^{{{power}}}" for name, power in zip(NAMES, powers, strict=True))
        for powers, count in sorted(terms(tree).items())
    )  # fmt: skip


def terms(tree):
    kind, *args = tree
    if kind == "n":
        return {(0,) * len(NAMES): args[0]}
    if kind == "v":
        return {tuple(int(name == args[0]) for name in NAMES): 1}
    if kind == "-":
        return {powers: -count for powers, count in terms(args[0]).items()}
    if kind == "+":
        return added(terms(args[0]), terms(args[1]))
    factors = [terms(args[0])] * args[1] if kind == "^" else [terms(args[0]), terms(args[1])]
    found = {(0,) * len(NAMES): 1}
    for factor in factors:
        found = added(*(
            {tuple(map(sum, zip(one, other, strict=True))): n * m}
            for (one, n), (other, m) in product(found.items(), factor.items())
        ))  # fmt: skip
    return found


def added(*sums):
    found = {}
    for one in sums:
        for powers, count in one.items():
            found[powers] = found.get(powers, 0) + count
    return found


def perturbed(tree, where):
    """The expression with its `where`-th leaf changed: one more, or another name."""
    count = -1

    def changed(node):
        nonlocal count
        kind, *args = node
        if kind in {"n", "v"}:
            count += 1
            if count != where:
                return node
            return ("n", args[0] + 1) if kind == "n" else ("v", NAMES[NAMES.index(args[0]) - 1])
        return (kind, *(changed(arg) if isinstance(arg, tuple) else arg for arg in args))

    return changed(tree)


def equal(pred, gold, level="answer"):
    return same(pred, gold, level=level).equal


# ---- what keeps the value keeps the verdict


@quick
@given(expressions)
def test_reflexive(tree):
    assume(values(tree))
    assert equal(latex(tree), latex(tree))


@quick
@given(expressions)
def test_style_is_nothing(tree):
    assume(values(tree))
    plain = latex(tree)
    assert equal(latex(tree, frac=r"\dfrac", gap=" ", times=r"\times "), plain, "node")
    assert equal("$" + latex(tree, frac=r"\tfrac", gap=r"\,") + "$.", plain)
    assert equal(rf"\boxed{{{plain}}}", plain)


@quick
@given(expressions)
def test_order_is_nothing(tree):
    assume(values(tree))
    assert equal(latex(reordered(tree)), latex(tree), "node")


@quick
@given(polynomials)
def test_expanding_keeps_the_value(tree):
    assert equal(expanded(tree), latex(tree), "node")


@quick
@given(st.fractions(-999, 999, max_denominator=1000))
def test_a_decimal_is_its_fraction(number):
    assume(1000 % number.denominator == 0)
    decimal = f"{float(number):.3f}"
    fraction = rf"\frac{{{number.numerator}}}{{{number.denominator}}}"
    assert equal(decimal, fraction)
    assert not equal(f"{float(number) + 0.001:.3f}", fraction)


@quick
@given(polynomials, polynomials, st.integers(-9, 9).filter(bool))
def test_an_equation_may_be_scaled_in_an_answer(left, right, factor):
    assume(terms(left) != terms(right))
    assume(any(any(powers) for powers in set(terms(left)) | set(terms(right))))
    equation = f"{latex(left)} = {latex(right)}"
    scaled = f"{factor} ( {latex(right)} ) = {factor} \\cdot ( {latex(left)} )"
    assert equal(scaled, equation)


@quick
@given(polynomials, st.integers(2, 9))
def test_a_negative_factor_turns_an_inequality(tree, factor):
    assume(any(count and any(powers) for powers, count in terms(tree).items()))
    below = f"{latex(tree)} < 7"
    assert equal(f"{-factor}({latex(tree)}) > {-7 * factor}", below)
    assert not equal(f"{-factor}({latex(tree)}) < {-7 * factor}", below)


# ---- what changes the value changes the verdict


@quick
@given(expressions, st.integers(0, 5))
def test_a_changed_leaf_changes_the_verdict(tree, where):
    other = perturbed(tree, where)
    assume(values(tree) and values(other) and values(tree) != values(other))
    assert not equal(latex(other), latex(tree))
    assert not equal(latex(other), latex(tree), "node")


@quick
@given(expressions)
def test_a_sign_flip_changes_the_verdict(tree):
    assume(values(tree) and any(values(tree)))
    assert not equal(f"-({latex(tree)})", latex(tree))


@quick
@given(expressions)
def test_strictness_and_direction_count(tree):
    text = latex(tree)
    assume(values(tree) and len(set(values(tree))) > 1)
    for one, other in (("<", r"\le"), ("<", ">"), (r"\le", r"\ge"), ("=", "<"), ("=", r"\ne")):
        assert not equal(f"{text} {one} 3", f"{text} {other} 3")


@quick
@given(polynomials, polynomials)
def test_moving_a_term_makes_another_node(left, right):
    assume(any(count and any(powers) for powers, count in terms(left).items()))
    assume(terms(right) != {(0,) * len(NAMES): 0} and any(terms(right).values()))
    before = f"{latex(left)} = {latex(right)}"
    moved = f"{latex(left)} - ({latex(right)}) = 0"
    assume(added(terms(left), terms(("-", right))) not in (terms(left), terms(right)))
    assert equal(f"{latex(right)} = {latex(left)}", before, "node")
    assert not equal(moved, before, "node")


# ---- laws of an equivalence

ANSWERS = (
    "x=2", "2", "2.0", r"\frac{4}{2}", "2x=4", "4=2x", "x=2 或 x=3", "3, 2", r"\{2,3\}", "(2,3)",
    "2<x<3", "x>2 且 x<3", r"(2,3]", r"2 \text{ cm}", "2厘米", r"2 \text{ kg}", r"\pm 2", "-2, 2",
    "x^2=4", "|x|=2", r"\sqrt{4}", r"200\%", "2:1", "4:2", "A", "(A)", "yes", "有解", "x_1=2",
    "y=2", "f(x)=2", r"\begin{cases}x=2\\y=3\end{cases}", "x=2,y=3", "x=3,y=2", "", "nan", "x^{",
)  # fmt: skip


@pytest.mark.parametrize("level", ["answer", "node"])
def test_symmetric(level):
    for one, other in product(ANSWERS, ANSWERS):
        assert equal(one, other, level) == equal(other, one, level), (one, other)


def test_symmetric_on_generated_pairs():
    @quick
    @given(expressions, expressions)
    def check(one, other):
        assert equal(latex(one), latex(other)) == equal(latex(other), latex(one))

    check()


FORGIVING = {"2", "2.0", "x=2", "(2,3)"}
"""Answers that stand for several readings: a bare 2 fits `2 cm` and `2 kg`, `x = 2` and `y = 2`."""


@pytest.mark.parametrize("level", ["answer", "node"])
def test_transitive_but_for_what_forgives(level):
    plain = [text for text in ANSWERS if not equal(text, "2", level) and text not in FORGIVING]
    for one, two, three in product(plain, repeat=3):
        if equal(one, two, level) and equal(two, three, level):
            assert equal(one, three, level), (one, two, three)


def test_transitive_on_generated_triples():
    @quick
    @given(polynomials)
    def check(tree):
        forms = [latex(tree), latex(reordered(tree)), expanded(tree), f"{latex(tree)} + x - x"]
        assert all(equal(one, other) for one, other in product(forms, forms))

    check()


# ---- against SymPy


def test_agrees_with_sympy_on_generated_pairs():
    @settings(quick, max_examples=25)
    @given(expressions, st.integers(0, 5), st.sampled_from(["{}", "{} = 3", "{} < 3", "x = {}"]))
    def check(tree, where, frame):
        assume(values(tree))
        for other in (reordered(tree), perturbed(tree, where)):
            pair = frame.format(latex(other)), frame.format(latex(tree))
            theirs = same_by_sympy(*pair)
            if theirs.state == "decided":
                assert equal(*pair) == theirs.equal, pair

    check()
    worker.shut_down()


# ---- any text at all


@quick
@given(
    st.text(max_size=40)
    | st.text(alphabet=r"\{}[]()|$^_=<>,;.:+-*/0123xyzeπ° sqrtfac", max_size=60)
)
def test_no_string_raises(text):
    assert same(text, "x=2").equal == same("x=2", text).equal
    decision = same(text, text)
    assert decision.why
    assert decision.equal or decision.state != "decided" or isinstance(parse(text), Tree)


# ---- real strings


def carp_and_math():
    """The unique expressions of CARP and the answers of MATH, where they are at hand."""
    folder = SHARED / "ds_carp"
    rows = [
        json.loads(line)
        for path in sorted((folder / "carp_en").glob("*.json"))
        + sorted((folder / "MATH").glob("*/*"))
        for line in path.read_text("utf-8").splitlines()
    ]
    return sorted({text for row in rows for text in (row["answer"], *row.get("exprs", ()))})


def test_every_string_of_carp_and_math_equals_itself_written_anew():
    """Rewritten from its tree, so that the text alone cannot decide."""
    if not SHARED.is_dir():
        pytest.skip("../shared is absent")
    differ = []
    for text in carp_and_math():
        try:
            tree = parse(text)
        except Unparsable:
            continue
        if isinstance(tree.root, Words):
            continue
        anew = to_latex(tree)
        if not (equal(anew, text, "node") and equal(text, anew)):
            differ.append((text, anew))
    assert differ == []
