"""How methods got there, counted on traces made by hand (talking_site)."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from talking_site import (
    TALKS,
    broken,
    cot,
    deli,
    deliberation,
    failing,
    pal,
    say,
    talk,
    words,
)

from generator.records import Response, Round
from generator.trace_analysis import (
    STOPS,
    accuracy,
    answer_after,
    curve,
    effort,
    failure,
    is_right,
    lines,
    shared,
    stops,
    tool_use,
    unsolved,
    upon,
)

BY_ID = {problem.id: problem for problem in TALKS}


def test_only_responses_that_are_there_are_counted():
    assert [line.response.problem_id for line in lines(pal())] == [
        "talks/test-0000",
        "talks/test-0001",
    ]


def test_attempts_are_averaged_within_their_problem():
    found = accuracy([("A", True), ("A", False), ("B", True)])
    assert (found.value, found.n) == (0.75, 2)


def test_accuracy_of_nothing_is_no_number():
    assert accuracy([]).value is None


class TestTurns:
    @pytest.mark.parametrize(("turns", "answer"), [(0, "5"), (1, "4"), (2, "4"), (3, "4")])
    def test_after_a_round_the_tools_answer_and_before_any_the_words(self, turns, answer):
        assert answer_after(deliberation(), turns, fallback=False) == answer

    @pytest.mark.parametrize(("fallback", "answer"), [(True, "7"), (False, "")])
    def test_failed_tools_fall_back_to_words_only_where_the_run_does(self, fallback, answer):
        response = replace(
            deliberation(),
            rounds=(
                Round(number=0, text_answer="5"),
                Round(number=1, text_answer="7", noted=("tool_failed",)),
                Round(number=2, tool_answer="4"),
            ),
        )
        assert answer_after(response, 1, fallback=fallback) == answer

    def test_rounds_without_tools_answer_in_words(self):
        rounds = tuple(Round(number=k, text_answer=str(k)) for k in range(3))
        response = Response(problem_id="p", rounds=rounds, answer="2")
        assert [answer_after(response, k, fallback=False) for k in (0, 1, 2)] == ["0", "1", "2"]

    @pytest.mark.parametrize(("turns", "answer"), [(0, "1"), (1, "5"), (2, "")])
    def test_an_error_has_the_answers_of_the_rounds_before_it(self, turns, answer):
        assert answer_after(broken(), turns, fallback=True) == answer

    def test_without_rounds_the_answer_is_the_same_for_any_number(self):
        assert answer_after(Response(problem_id="p", answer="3"), 0, fallback=False) == "3"
        assert answer_after(Response(problem_id="p", error="timeout"), 9, fallback=False) == ""

    def test_a_curve_ends_where_the_run_stands(self):
        found = curve(deli(), BY_ID)
        assert [(p.turns, p.accuracy.count, p.accuracy.n, p.open) for p in found.points] == [
            (0, 1, 3, 3),
            (1, 2, 3, 1),
            (2, 1, 3, 0),
        ]
        assert found.points[-1].accuracy.count == deli().score.accuracy.count

    def test_beyond_its_last_round_a_run_stays_unless_the_limit_stopped_a_response(self):
        found = curve(talk("deli", "x", deliberation()), BY_ID)
        assert found.at(9) == found.points[-1]
        assert found.at(1) == found.points[1]
        stopped = replace(deliberation(), stop_reason="max_turns")
        found = curve(talk("deli", "x", stopped), BY_ID)
        assert (found.at(2), found.at(3)) == (found.points[-1], None)

    def test_a_response_without_rounds_counts_with_its_own_verdict(self):
        mixed = talk("deli", "x", deliberation(), words(1, "5"))
        found = curve(mixed, BY_ID)
        assert [point.accuracy.count for point in found.points] == [1, 2, 2]
        assert found.points[-1].accuracy.count == mixed.score.accuracy.count

    def test_one_round_is_no_curve(self):
        assert curve(cot(), BY_ID) is None
        single = replace(deliberation(), rounds=(Round(number=1, tool_answer="4"),))
        assert curve(talk("react", "ReAct", single), BY_ID) is None

    def test_what_the_run_was_judged_on_is_not_judged_again(self):
        (judgement, *_) = deli().judgements
        assert is_right("4", BY_ID["talks/test-0000"], judgement)
        assert is_right("4", BY_ID["talks/test-0001"], judgement), "taken from the judgement"
        assert is_right("8/2", BY_ID["talks/test-0000"], judgement), "judged"
        assert not is_right(" ", BY_ID["talks/test-0000"], judgement)


class TestUpon:
    def test_first_and_last_answers_are_of_the_same_responses(self):
        found = upon(deli(), BY_ID, [])
        assert (found.init, found.first.count, found.last.count) == ("retrieval-cot", 1, 1)
        assert (found.gained, found.lost, found.alone) == (1, 1, None)
        assert (found.change.wins, found.change.losses, found.change.n) == (1, 1, 3)
        assert found.change.difference == found.last.value - found.first.value

    def test_a_run_of_the_initialiser_stands_beside_on_shared_problems(self):
        part = talk("retrieval-cot", "part", words(0, "4"))
        found = upon(deli(), BY_ID, [deli(), part]).alone
        assert (found.run.card.title, found.accuracy.count, found.accuracy.n) == ("part", 1, 1)
        assert (found.built.count, found.built.n) == (1, 1)

    def test_another_model_is_no_comparison(self):
        other = cot()
        other = replace(other, card=other.card.model_copy(update={"model": "large"}))
        assert upon(deli(), BY_ID, [other]).alone is None

    def test_a_faithful_run_takes_the_faithful_initialiser_where_there_is_one(self):
        mine = replace(deli(), card=deli().card.model_copy(update={"method": "deli-faithful"}))
        its = replace(
            cot(), card=cot().card.model_copy(update={"method": "retrieval-cot-faithful"})
        )
        assert upon(mine, BY_ID, [cot(), its]).alone.run == its
        assert upon(mine, BY_ID, [cot()]).alone.run == cot()

    def test_a_method_without_initial_solution_has_none(self):
        assert upon(cot(), BY_ID, [deli()]) is None


class TestEffort:
    def test_sums_are_whole_and_means_come_last(self):
        found = effort(deli())
        assert (found.responses, found.calls, found.tool_calls) == (3, 18, 3)
        assert (found.tokens_in, found.tokens_out, found.tokens) == (1300, 160, 1460)
        assert found.each(found.calls) == 6

    def test_on_some_problems_only_their_responses_are_counted(self):
        found = effort(cot(), {"talks/test-0000"})
        assert (found.responses, found.accuracy.n, found.calls) == (1, 1, 1)

    def test_one_count_that_is_lacking_makes_the_sum_unknown(self):
        found = effort(talk("cot", "x", words(0, "4"), replace(words(1, "4"), tokens_out=None)))
        assert (found.tokens_in, found.tokens_out, found.tokens) == (120, None, None)
        assert found.each(found.tokens) is None

    def test_a_call_that_failed_takes_nothing(self):
        lost = Response(problem_id="talks/test-0001", error="timeout")
        found = effort(talk("cot", "x", words(0, "4"), lost))
        assert (found.calls, found.tokens_in, found.responses) == (1, 60, 2)

    def test_without_a_model_nothing_is_called_and_nothing_read(self):
        run = talk("direct", "x", Response(problem_id="talks/test-0000", text="4"))
        run = replace(run, card=run.card.model_copy(update={"model": "none"}))
        found = effort(run)
        assert (found.calls, found.tokens, found.cost) == (0, 0, 0)

    def test_a_price_belongs_to_model_host_and_day(self):
        settings = {"host": "api.openai.com", "model": "gpt-4o-mini"}
        assert effort(cot()).cost is None
        priced = talk("cot", "x", words(0, "4"), settings=settings)
        assert effort(priced).cost == Decimal("0.000021"), "60 read and 20 written"
        assert (
            effort(talk("cot", "x", words(0, "4"), settings={"model": "gpt-4o-mini"})).cost is None
        )


class TestStops:
    def test_every_response_has_one_reason(self):
        assert stops(deli()) == {"agree": 1, "max_turns": 1, "error": 1}

    def test_reasons_stand_in_the_order_of_the_table_and_strange_ones_last(self):
        reasons = ("zebra", "length", "agree")
        found = stops(
            talk("x", "x", *(replace(words(k, "4"), stop_reason=r) for k, r in enumerate(reasons)))
        )
        assert list(found) == ["agree", "length", "zebra"]

    def test_a_run_that_states_none_has_none(self):
        assert stops(talk("x", "x", replace(words(0, "4"), stop_reason=None))) == {}

    def test_an_error_without_a_reason_is_an_error(self):
        lost = Response(problem_id="talks/test-0001", error="http_500")
        assert stops(talk("x", "x", lost)) == {"error": 1}

    def test_all_reasons_of_the_methods_are_explained(self):
        known = "final_answer no_action agree converged max_turns max_steps answer_tag error overflow vote"
        assert set(known.split()) <= set(STOPS)


class TestTools:
    def test_actions_are_run_failed_unread_or_thought(self):
        found = tool_use(deli())
        assert (found.actions, found.ran, found.failed, found.unread) == (5, 2, 1, 1)
        assert (found.errors, found.thought) == (2, 1)

    def test_outputs_are_of_tools_or_made_up_and_a_final_answer_is_neither(self):
        found = tool_use(deli())
        assert (found.outputs, found.made) == (5, 3)

    def test_a_reply_without_a_program_is_a_failed_program(self):
        found = tool_use(pal())
        assert (found.programs, found.broken, found.actions) == (2, 1, 0)

    def test_a_program_that_raises_is_one_failure(self):
        response = Response(
            problem_id="talks/test-0000",
            messages=(
                say("code", "1 / 0", parsed="1 / 0"),
                say("repl", "Output: !", error="exception"),
            ),
            error="exception",
        )
        found = tool_use(talk("pal", "x", response))
        assert (found.programs, found.broken) == (1, 1)

    def test_traces_that_do_not_say_what_was_run_have_no_rates(self):
        assert tool_use(cot()) is None


class TestShared:
    def test_only_problems_that_all_have_a_line_for(self):
        found = shared([cot(), pal()])
        assert found.problems == ("talks/test-0000", "talks/test-0001")
        assert found.runs == (cot(), pal())

    def test_a_short_run_is_left_out_where_others_are_long(self):
        assert shared([cot(), pal()], least=3).runs == (cot(),)
        assert shared([]).runs == ()


class TestFailures:
    def test_slugs_of_calls_and_programs_are_told_in_words(self):
        assert failure("no_value") == "the program returned nothing"
        assert failure("http_502") == "the server refused the request with status 502"

    @pytest.mark.parametrize("slug", ["", "http_", "http_x", "division by zero"])
    def test_what_is_no_slug_says_it_itself(self, slug):
        assert failure(slug) == ""


class TestUnsolved:
    def test_only_problems_that_nobody_solved(self):
        found = unsolved([deli(), cot()])
        assert found.problems == ("talks/test-0001", "talks/test-0002")
        assert [scores["full"].n for _, scores in found.rows] == [2, 2]
        assert [scores["full"].failures for _, scores in found.rows] == [2, 2]

    def test_all_rows_are_over_problems_that_all_have(self):
        found = unsolved([deli(), cot(), pal()])
        assert (found.shared, found.problems) == (2, ("talks/test-0001",))

    def test_a_short_run_is_left_out_where_others_are_long(self):
        assert unsolved([deli(), cot(), pal()], least=3).shared == 3

    def test_one_run_or_no_such_problem_is_nothing(self):
        assert unsolved([deli()]) is None
        assert unsolved([]) is None
        assert unsolved([talk("a", "a", words(0, "4")), talk("b", "b", words(0, "4"))]) is None


def test_failing_falls_back():
    assert answer_after(failing(), 1, fallback=True) == "6"


def test_every_reason_stands_on_the_page_of_definitions():
    text = (Path(__file__).parent.parent / "site_src" / "metrics.md").read_text("utf-8")
    assert [name for name in STOPS if f"| `{name}` |" not in text] == []
