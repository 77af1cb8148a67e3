"""The names of trec_eval's measures, and what each stands for."""

from __future__ import annotations

from irviz.formats.evaluation.measures import parse_measures


def test_a_geometric_mean_is_asked_for_by_name() -> None:
    assert [one.geometric for one in parse_measures(["map", "gm_map"]).measures] == [False, True]


def test_a_measure_without_a_level_is_taken_at_all_of_trec_evals() -> None:
    names = [f"Rprec_mult_{fifths / 5:.2f}" for fifths in range(1, 11)]
    assert [one.name for one in parse_measures(["Rprec_mult"]).measures] == names
