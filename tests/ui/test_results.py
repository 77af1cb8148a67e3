"""The page “Your results”: what is brought is understood or refused in one line, and then compared."""

import html
import re
from math import comb

import pytest
from streamlit.testing.v1 import AppTest

from irviz.metrics import corrected, nDCG
from irviz.scenarios.sample import sample
from irviz.state.chosen_conventions import PLOTTED
from irviz.state.collection import MOST_KNOWN, Collection
from irviz.views.results import unjudged

MEANS = f"Means over {len(sample().queries)} queries"
MARKUP = "<img/src=x/onerror=alert(1)>"
QRELS = f"q1 0 a 1\nq1 0 b 0\nq2 0 {MARKUP} 1\n"
RUN = f"q1 Q0 b 1 0.9 x\nq1 Q0 a 2 0.5 x\nq2 Q0 {MARKUP} 1 0.5 x\n"


def page() -> None:
    from irviz.ui.pages.results import results  # noqa: PLC0415 - AppTest runs this text alone

    results()


@pytest.fixture
def app() -> AppTest:
    return AppTest.from_function(page, default_timeout=60).run()


def told(app: AppTest) -> str:
    return "".join(element.proto.body for element in app.get("html"))


def paste(app: AppTest, **texts: str) -> None:
    for slot, words in texts.items():
        app.text_area(key=f"results-text-{slot}").set_value(words)
    app.run()
    assert not app.exception


def button(app: AppTest, label: str) -> None:
    next(one for one in app.button if one.label == label).click()
    app.run()
    assert not app.exception


def test_the_sample_is_one_click_away(app: AppTest) -> None:
    button(app, "Try it with a sample")
    assert MEANS in told(app)
    assert "paired randomisation test" in told(app)
    assert re.search(r"p = 0\.\d{4}</b>", told(app))
    counted = re.search(r"(\d+) queries differ, and all ([\d,]+) ways were counted\.", told(app))
    assert counted
    assert int(counted[2].replace(",", "")) == 2 ** int(counted[1])


def runs(count: int, better: int) -> dict[str, str]:
    """Queries that run A and run B get right in turns, and B some more; each differs by 1 or not."""
    right = [(i % 2 == 0, i % 2 == 1 or i < better) for i in range(count)]
    qrels = "".join(f"q{i} 0 a 1\nq{i} 0 b 0\n" for i in range(count))
    a, b = (
        "".join(f"q{i} Q0 a 1 {2 * one[side]} x\nq{i} Q0 b 1 1 x\n" for i, one in enumerate(right))
        for side in (0, 1)
    )
    return {"qrels": qrels, "a": a, "b": b}


def test_a_p_value_shows_the_digits_that_hold(app: AppTest) -> None:
    # 45 queries differ, 30 of them in favour of B, for each metric that looks at the first rank.
    paste(app, **runs(60, 30))
    button(app, "Use these results")
    shown = re.search(r"<b>p = (0\.\d{4}) ± (0\.000\d)</b>", told(app))
    assert shown
    exact = 2 * sum(comb(45, losses) for losses in range(16)) / 2**45
    assert abs(float(shown[1]) - exact) < 4 * float(shown[2])
    drawn = re.search(r"estimated from ([\d,]+) of these ways, drawn at random; ± is", told(app))
    # More than the least, since the third decimal of a value near 0.04 asks for them.
    assert drawn
    assert int(drawn[1].replace(",", "")) > 100_000


def three() -> Collection:
    """The sample with a third run, all from files."""
    two = sample()
    runs = {**two.runs, "C": two.runs["A"]}
    files = {"A": "bm25.run", "B": f"{MARKUP}.run", "C": "rerank.run"}
    return Collection(two.qrels, runs, two.titles, files=files)


def test_three_runs_are_tested_in_pairs_and_corrected_for_their_number(app: AppTest) -> None:
    app.session_state["results-taken"] = three()
    app.run()
    assert not app.exception
    assert "bm25.run" in told(app)
    assert "<img" not in told(app)
    assert "Every metric and every two runs" not in told(app)
    next(one for one in app.toggle if one.label.startswith("Test every two runs")).set_value(True)
    app.run()
    assert not app.exception
    page = told(app)
    assert "Every metric and every two runs" in page
    assert "Of 18 tests some come out small by chance" in page
    heads = ["Difference", "Wins / ties / losses", "95 % interval", "p", "Holm", "t-test", "Holm"]
    assert heads == re.findall(r"<th scope=.col.>(.*?)</th>", page[page.index("and every two") :])
    found = three().comparisons(10)
    correct = corrected(found)
    for pair, comparison in found.items():
        for metric, one in comparison.items():
            row = re.search(
                rf"{pair[1]} − {pair[0]} <span[^>]*>{re.escape(str(metric))}</span>(.*?)</tr>", page
            )
            assert row
            cells = re.findall(r"<td[^>]*>(.*?)</td>", row[1])
            again = correct[pair][metric]
            assert cells[1] == f"{one.wins} / {one.ties} / {one.losses}"
            tests = [*map(str, (one.interval, one.p, again.p, one.t, again.t))]
            assert [*map(html.unescape, cells[2:])] == tests
    # The same numbers of two runs, with B against A under the metric that is looked at.
    app.session_state["results-taken"] = sample()
    app.run()
    page = html.unescape(told(app))
    one = sample().compared(PLOTTED[-1], 10)
    assert f"{one.interval} is where 95 % of 9,999 bootstrap resamples" in re.sub("</?b>", "", page)
    assert f"p = {one.t} paired t-test" in re.sub("</?b>", "", page)


def test_more_metrics_are_had_by_choosing_them(app: AppTest) -> None:
    button(app, "Try it with a sample")
    assert "Judged@10" not in told(app)
    app.multiselect(key="results-more").set_value(["Judged", "Bpref"]).run()
    assert not app.exception
    page = told(app)
    assert "Judged@10" in page
    # Bpref brings its own cutoff.
    assert "Bpref@" not in page
    app.segmented_control(key="results-m").set_value("Bpref").run()
    assert not app.exception
    assert "Queries by Bpref<" in told(app)
    assert "B against A by Bpref<" in told(app)
    results = app.session_state["results-taken"]
    means = [f"{mean:.4f}" for mean in results.means("A", 10).values()][-2:]
    assert all(mean in told(app) for mean in means)
    app.selectbox(key="results-q").set_value("white cat").run()
    assert not app.exception
    assert "Bpref" in told(app)


@pytest.mark.parametrize("count", [60, 80])
def test_no_p_value_is_0_or_made_of_nothing(app: AppTest, count: int) -> None:
    # Run B alone is right on half of the queries: counted with 30, drawn with 40.
    paste(app, **runs(count, count))
    button(app, "Use these results")
    assert "p = 0.0000" not in told(app)
    assert "p &lt; 0.0001" in told(app)
    app.segmented_control(key="results-m").set_value("R").run()
    assert "p = 1.0000" in told(app)
    assert "No query differs, so every way does." in told(app)


def test_near_scores_are_read_as_the_reader_wants(app: AppTest) -> None:
    def asked() -> list[str]:
        return [one.label for one in app.checkbox if "single precision" in one.label]

    paste(app, qrels=QRELS, a=RUN)
    assert not asked()
    near = "q1 0 a 1\nq1 0 b 0\nq2 0 a 1\nq3 0 a 0"
    tied = "q1 Q0 a 1 1.000000001 x\nq1 Q0 b 2 1.0 x\nq2 Q0 a 1 1 x\nq2 Q0 b 1 0.5 x\n"
    paste(app, qrels=near, a=tied)
    (label,) = asked()
    assert "the results of 1 query then have another order" in label
    button(app, "Use these results")
    before = told(app)
    assert "single precision" not in before
    # MRR: 1, 1 and 0, and then 1/2, 1 and 0.
    assert "0.6667" in before
    app.checkbox(key="results-single").check().run()
    assert told(app).count("0.6667") == before.count("0.6667")
    button(app, "Use these results")
    after = told(app)
    assert "Scores are compared in single precision, as pytrec_eval" in after
    assert "0.5000" in after
    app.selectbox(key="results-q").set_value("q1").run()
    board = app.session_state["session"].desk.boards[0]
    assert [board.items[index].id for index in board.order] == ["b", "a"]


def test_a_preview_comes_before_the_results(app: AppTest) -> None:
    paste(app, qrels=QRELS, a=RUN)
    assert "2 queries with 3 results" in told(app)
    assert "Means over" not in told(app)
    button(app, "Use these results")
    assert "Means over 2 queries" in told(app)


@pytest.mark.parametrize(
    ("qrels", "run", "said"),
    [
        (RUN, RUN, "line 1: expected 4 columns"),
        (QRELS, QRELS, "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 nan x", "expected a finite number as the score, found"),
        (QRELS, "q1 Q0 a b 1 1 x", "line 1: expected 6 columns"),
        (QRELS, "q1 Q0 a 1 2 x\nq1 Q0 a 2 1 x", "line 2: "),
        (QRELS, "q9 Q0 a 1 2 x", "do the two files belong together?"),
        ("q1 0 a 0.5", RUN, "line 1: expected"),
    ],
)
def test_damage_is_one_line_and_what_was_there_stays(
    app: AppTest, qrels: str, run: str, said: str
) -> None:
    button(app, "Try it with a sample")
    paste(app, qrels=qrels, a=run)
    assert 'role="alert"' in told(app)
    assert said in told(app)
    assert MEANS in told(app)
    assert not [one for one in app.button if one.label == "Use these results"]


TABLE = "qid,docid,docno,rank,score,query\nq1,7,b,0,9,cats\nq1,4,a,1,8,cats\nq2,9,c,0,3,dogs\n"


def test_the_column_whose_ids_meet_the_judgments_wins(app: AppTest) -> None:
    def column() -> str:
        (chosen,) = [one for one in app.selectbox if one.label == "Document"]
        return str(chosen.format_func(chosen.value))

    def mean() -> str:
        found = re.search(r"AP@10.*?(\d\.\d{4})", told(app), re.DOTALL)
        return found[1] if found else ""

    paste(app, a=TABLE)
    assert column() == "docno"
    paste(app, qrels="q1 0 7 0\nq1 0 4 1\nq2 0 9 1", a=TABLE)
    assert column() == "docid"
    assert "Hardly anything is judged" not in told(app)
    paste(app, qrels="q1 0 b 0\nq1 0 a 1\nq2 0 c 1", a=TABLE)
    assert column() == "docno"
    assert "The column docno has the document ids, not docid." in told(app)
    button(app, "Use these results")
    app.selectbox(key="results-q").set_value("q1").run()
    board = app.session_state["session"].desk.boards[0]
    assert [board.items[index].id for index in board.order] == ["b", "a"]
    assert board.grades[board.order[1]] == 1


def test_a_run_of_strangers_is_a_loud_warning(app: AppTest) -> None:
    paste(
        app, qrels=QRELS, a=RUN.replace(" a ", " 0a ").replace(" b ", " 0b ").replace(MARKUP, "c")
    )

    assert 'role="alert"' in told(app)
    assert "Hardly anything is judged" in told(app)
    assert (
        "Run A: none of its 3 results is judged. It has ids such as '0b' and '0a', the judgments such "
        "as 'a' and 'b'. They differ in leading zeros."
    ) in html.unescape(told(app))
    # It is a warning: whoever knows better goes on.
    button(app, "Use these results")
    assert "Means over 2 queries" in told(app)


def test_markup_in_ids_is_text(app: AppTest) -> None:
    paste(app, qrels=QRELS, a=RUN.replace("0.9", MARKUP))
    assert "<img" not in told(app)
    assert "&lt;img" in told(app)


def test_a_query_opens_on_the_board_and_the_way_back_is_there(app: AppTest) -> None:
    button(app, "Try it with a sample")
    app.selectbox(key="results-q").set_value("white cat").run()
    assert not app.exception
    assert app.session_state["session"].desk.boards[0].query == "white cat"
    assert "Mean of all" in told(app)
    button(app, "Back to all queries")
    assert MEANS in told(app)


def test_columns_are_guessed_and_can_be_put_right(app: AppTest) -> None:
    judged = "query,document,grade,strict\nq1,a,1,1\nq1,b,1,0\nq2,c,1,0\n"
    paste(app, qrels=judged, a="q1 Q0 b 1 0.9 x\nq2 Q0 c 1 0.5 x")
    assert "3 judgments, 3 of them relevant." in told(app)
    next(one for one in app.selectbox if one.label == "Grade").set_value("3").run()
    assert not app.exception
    assert "3 judgments, 1 of them relevant." in told(app)


def test_where_there_is_too_much_to_tell_what_nobody_judged_that_is_said() -> None:
    runs = {name: {f"q{at}": {"x": 1.0} for at in range(MOST_KNOWN)} for name in "AB"}
    many = Collection({query: {"y": 1} for query in runs["A"]}, runs)
    few = Collection({"q0": {"y": 1}}, {name: {"q0": {"x": 1.0}} for name in "AB"})

    assert "irviz evaluate QRELS A B --compare" in unjudged(many, nDCG, 10)
    assert "What nobody judged, by nDCG@10" in unjudged(few, nDCG, 10)
    assert unjudged(Collection(few.qrels, {"A": few.runs["A"]}), nDCG, 10) == ""
