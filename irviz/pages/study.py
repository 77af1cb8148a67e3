"""The pages Lessons and Challenges: the open task, and the answer to each request."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict

from irviz.lessons.course import Place
from irviz.lessons.mastery import Review
from irviz.lessons.study import Study
from irviz.pages import write
from irviz.pages.boards import share_groups
from irviz.pages.visit import EXPLORE
from irviz.views.coach import coach_data
from irviz.views.lists import challenges_data

if TYPE_CHECKING:
    from irviz.pages.host import Frame, Host
    from irviz.pages.visit import Visit

LESSONS = "lessons"
CHALLENGES = "challenges"

_KINDS = (LESSONS, CHALLENGES)
_END = "end"
"""Where the pages of the check and of what metrics hide keep what has been done."""


def current_study(visit: Visit, kind: str) -> Study:
    """The student's state on the page of lessons or of challenges; read from the link at first.

    Progress made on the other pages of the course is added.

    Args:
        visit: The open page.
        kind: `LESSONS` or `CHALLENGES`.
    """
    visit.take_board(kind)
    key = _state_key(kind)
    if key not in visit.state:
        visit.state[key] = Study.read(visit.link)
        visit.replace_session(visit.state[key].begin(visit.session, visit.link))
    current: Study = visit.state[key]
    for other in (*_KINDS, _END):
        current = current.join(visit.state.get(_state_key(other), current))
    visit.state[key] = current.record_desk(visit.session.desk)
    seen: Study = visit.state[key]
    return seen


def show_lessons(host: Host) -> Frame:
    """Make the frame of the guided course."""
    return _show(host, LESSONS)


def show_challenges(host: Host) -> Frame:
    """Make the frame of the challenges: the list of all, one of them, or one that is being written."""
    visit = host.visit
    if not write.is_open(visit):
        return _show(host, CHALLENGES)
    visit.take_board(EXPLORE)
    form = write.add_form(host)
    board = host.add_board(can_ask=False)
    return host.make_frame(*board, left=(form,), below=(host.add_share_menu(share_groups(visit.session.desk)),))


def _show(host: Host, kind: str) -> Frame:
    """Make the frame of the page of lessons or of challenges: a list, a task beside its board, or the form."""
    visit = host.visit
    # What a link asks for is read once; its moves may take some seconds to find.
    mark = (kind, visit.link)
    seen = host.run_search("Looking for the fewest moves", mark, lambda: current_study(visit, kind))
    if not seen.task and kind == CHALLENGES:
        return host.make_frame(host.add_part("challenges", lambda: challenges_data(seen)))
    coach = host.add_part("coach", lambda: coach_data(seen, visit.session))
    if not seen.task:
        return host.make_frame(coach)
    menu = host.add_share_menu(share_groups(visit.session.desk))
    return host.make_frame(*host.add_board(seen), left=(coach,), below=(menu,))


def current_progress(visit: Visit) -> Study:
    """The student's progress in the course, for pages that have no task."""
    key = _state_key(_END)
    if key not in visit.state:
        visit.state[key] = Study.read(visit.link).leave()
    found: Study = visit.state[key]
    return found


class StudyRequest(TypedDict, total=False):
    """A request of a list or of an open task, which has one of these.

    Attributes:
        write: Open the form in which a challenge is written.
        learner: Add the progress that the browser has stored, as link parameters; with ``alone``, replace what is here;
            with ``file``, say what is left out.
        hint: Show one more hint.
        finish: Record a step that has only to be read as done.
        choose: Answer the question, by the answer's number from 1.
        restart: Start the task again.
        go: Open another task, as link parameters; without any, the list.
        show: Show the solution up to a move, from 1; 0 ends that.
        review: Begin a review of these abilities, with a ``seed`` for its questions, ``graded`` if they may be so.
        answer: Answer a question of the review: its ``number``, and the ``choice``, both from 0.
    """

    write: bool
    learner: dict[str, str]
    file: bool
    alone: bool
    hint: bool
    finish: bool
    choose: int
    restart: bool
    go: dict[str, str]
    show: int
    review: list[str]
    seed: int
    graded: bool
    answer: dict[str, int]


def answer(visit: Visit, part: str, request: object) -> None:
    """Apply a request of a list, a task or the form; an invalid one changes nothing.

    Args:
        visit: The open page.
        part: The part that sends the request, such as ``author``, the form in which a challenge is written.
        request: From the form a `irviz.pages.write.WriteRequest`, otherwise a `StudyRequest`, if it is valid.
    """
    if not isinstance(request, dict):
        return
    if part == "author":
        write.answer(visit, request)
    elif part == "challenges" and request.get("write"):
        write.open_from_link(visit)
    elif part in {"challenges", "coach"}:
        _apply_request(visit, visit.owner, request)


def _apply_request(visit: Visit, kind: str, request: dict[str, Any]) -> None:
    """Apply a request of a list or a task to the state of its page (`kind`) and to the board."""
    if isinstance(link := request.get("learner"), dict):
        _restore_progress(visit, link, alone=request.get("alone") is True, is_new=request.get("file") is True)
        return
    now: Study = visit.state[_state_key(kind)]
    if request.get("hint"):
        now = now.ask_hint()
    elif request.get("finish"):
        now = now.finish()
    elif isinstance(said := request.get("choose"), int):
        before, now = now, now.answer(said)
        if now.said != before.said:
            visit.replace_session(now.begin(visit.session))
    elif request.get("restart"):
        # What was answered wrongly is not asked a second time: a fresh one is.
        now = replace(now if now.fresh_question else replace(now, said=0, more=()), shown=None)
        visit.replace_session(now.begin(visit.session))
    elif isinstance(target := request.get("go"), dict):
        now = _go_to(now, _only_texts(target))
        visit.replace_session(now.begin(visit.session))
    else:
        now = _show_solution_or_review(visit, now, request)
    visit.state[_state_key(kind)] = now


def _show_solution_or_review(visit: Visit, now: Study, request: dict[str, Any]) -> Study:
    """The state `now` after a request to show a solution, or after one of a review."""
    match request:
        case {"show": int(at)}:
            then = now.show_solution(visit.session, at)
            if then.shown:
                visit.switch_session(then.shown.session)
            elif now.shown:
                visit.switch_session(now.shown.left)
            return then
        case {"review": [*wanted], "seed": int(seed), "graded": bool(graded)} if not now.task:
            return replace(now, review=Review.of(map(str, wanted), seed, graded=graded))
        case {"answer": {"number": int(number), "choice": int(choice)}} if now.review:
            return replace(now, review=now.review.answer(number, choice))
        case _:
            return now


def _state_key(kind: str) -> str:
    """The key of the state of a page (`LESSONS` or `CHALLENGES`) in `Visit.state`."""
    return f"study-{kind}"


def _restore_progress(visit: Visit, link: dict[str, Any], *, alone: bool, is_new: bool) -> None:
    """Restore the progress stored in the browser on both pages.

    Args:
        visit: The open page.
        link: As for `Study.restore`.
        alone: As for `Study.restore`.
        is_new: Whether to say what is left out of it, which is not to be said at each load.
    """
    for key in map(_state_key, _KINDS):
        if key in visit.state:
            before: Study = visit.state[key]
            now = before.restore(_only_texts(link), alone=alone)
            now = now if is_new else replace(now, note=before.note)
            visit.state[key] = now
            if now.said != before.said and key == _state_key(visit.owner):
                visit.replace_session(now.begin(visit.session))


def _go_to(now: Study, link: dict[str, str]) -> Study:
    """The state `now` with the step or challenge open that a link names, or with none."""
    place = Place.read(link)
    if place:
        return now.go_to(place)
    return now.take_challenge(link["challenge"]) if "challenge" in link else now.leave()


def _only_texts(link: dict[str, Any]) -> dict[str, str]:
    """The entries of a mapping whose values are texts; others are not from a link."""
    return {name: text for name, text in link.items() if isinstance(text, str)}
