from __future__ import annotations

import json
import threading
from pathlib import Path

import numpy as np
import pytest

from analysis import tournament as module
from analysis.comparisons import compare
from analysis.pair_play import play_pair
from analysis.standings import Standings, plan, stand
from analysis.tournament import hands_left, opened, play_blocks, read_payoff
from sim.errors import BadInput
from sim.games import ANZHAN, FIFTYK3, FIFTYK4
from strategies.lowest import LOWEST
from strategies.shed import SHED
from strategies.uniform import UNIFORM
from tests.analysis.batch_runs import Users

# Thousands of hands: minutes without the compiler.
pytestmark = pytest.mark.compiled
POOL = (LOWEST, SHED, UNIFORM)


def play(folder, players=POOL, deals=24, table_deals=4, *, rules=FIFTYK4, seed=5, **more):
    with opened(folder, rules, players, seed) as (tournament, numbers):
        wanted = plan(rules, numbers, deals, table_deals)
        policies = {number: each.policy() for number, each in zip(numbers, players, strict=True)}
        played = play_blocks(folder, tournament, wanted, policies, **more)
        return played, lambda: stand(folder, tournament, numbers, deals, table_deals, resamples=200)


def files(folder):
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(Path(folder).rglob("*.parquet"))
    }


@pytest.fixture
def small_chunks(monkeypatch):
    monkeypatch.setattr(module, "CHUNK", 8)
    monkeypatch.setattr(module, "DEALS_AT_ONCE", 4)


def test_margins_are_those_of_compare(tmp_path: Path) -> None:
    played, standings = play(tmp_path / "out", table_deals=0)
    assert (played.hands, played.kept) == (24 * 2 * 3, 0)
    found: Standings = standings()
    known = {each.label: each for each in POOL}
    for pair in found.pairs:
        direct = compare(play_pair(FIFTYK4, [known[pair.a], known[pair.b]], 5, 24))
        assert pair == direct
    ratings = [rating.value for rating in found.ratings]
    assert ratings == sorted(ratings, reverse=True)
    best = found.names.index(found.names[0])
    assert found.ratings[best].value == pytest.approx(
        sum(found.margin(0, other).value for other in (1, 2)) / 3
    )
    assert found.margin(2, 0).value == -found.margin(0, 2).value
    assert found.cross_play is None and found.externality is None
    json.dumps(found.to_json(), allow_nan=False)


def test_one_more_strategy_plays_only_its_own_line_ups(tmp_path: Path, small_chunks: None) -> None:
    grown, whole = tmp_path / "grown", tmp_path / "whole"
    play(grown, POOL[:2])
    before = files(grown)
    played, standings = play(grown)
    assert {name: files(grown)[name] for name in before} == before
    assert played.hands == 24 * 2 * 2 + 4 * (4 + 4 + 2)
    assert played.kept == 24 * 2 + 4 * (4 + 2)
    _, at_once = play(whole)
    assert files(grown) == files(whole)
    assert standings() == at_once()


def test_more_deals_extend_every_line_up(tmp_path: Path, small_chunks: None) -> None:
    play(tmp_path / "out", deals=13)
    played, standings = play(tmp_path / "out", deals=24)
    assert played.hands == 11 * 2 * 3
    _, at_once = play(tmp_path / "whole", deals=24)
    assert standings() == at_once()
    # Fewer deals, or fewer strategies, are shown as if no more had been played.
    played, fewer = play(tmp_path / "out", POOL[1:], deals=13)
    assert played.hands == 4 * (4 + 2)
    assert fewer().deals == 13
    assert set(fewer().names) == {"shed", "uniform"}


def test_threads_change_nothing(tmp_path: Path, small_chunks: None) -> None:
    play(tmp_path / "one")
    play(tmp_path / "two", threads=2)
    assert files(tmp_path / "one") == files(tmp_path / "two")


def test_order_of_the_names_changes_no_figure_of_the_pairs(tmp_path: Path) -> None:
    _, there = play(tmp_path / "out", table_deals=0)
    _, back = play(tmp_path / "out", POOL[::-1], table_deals=0)
    assert there().pairs == back().pairs
    assert there().ratings == back().ratings


def test_interrupted_it_keeps_what_is_finished_and_goes_on(
    tmp_path: Path, small_chunks: None
) -> None:
    def interrupt(hands: int) -> None:
        if hands > 50:
            raise KeyboardInterrupt

    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        play(tmp_path / "out", progress=interrupt)
    kept = files(tmp_path / "out")
    assert kept
    assert set(threading.enumerate()) <= before
    played, standings = play(tmp_path / "out")
    assert 0 < played.kept
    _, at_once = play(tmp_path / "whole")
    assert standings() == at_once()


def test_a_damaged_file_is_played_again(tmp_path: Path, small_chunks: None) -> None:
    play(tmp_path / "out")
    whole = files(tmp_path / "out")
    path = tmp_path / "out" / next(iter(whole))
    path.write_bytes(b"PAR1")
    played, _ = play(tmp_path / "out")
    assert played.hands > 0
    assert files(tmp_path / "out") == whole


def test_three_seats_have_externalities_and_sides_have_partners(tmp_path: Path) -> None:
    _, three = play(tmp_path / "three", rules=FIFTYK3)
    found = three()
    assert found.cross_play is None and found.externality is not None
    assert len(found.externality.effects) == 3
    _, four = play(tmp_path / "four")
    found = four()
    assert found.externality is None and found.cross_play is not None
    assert found.cross_play.against == "lowest"
    json.dumps(found.to_json(), allow_nan=False)


def test_hidden_sides_have_pairs_alone(tmp_path: Path) -> None:
    played, standings = play(tmp_path / "out", rules=ANZHAN, deals=4, table_deals=4)
    assert played.hands == 3 * 4 * 6
    found = standings()
    assert found.cross_play is None and found.externality is None and found.table_deals == 0
    json.dumps(found.to_json(), allow_nan=False)


def test_partners_with_themselves_are_the_pair(tmp_path: Path) -> None:
    _, standings = play(tmp_path / "out", deals=4, table_deals=4)
    found = standings()
    margins = found.cross_play.margins  # type: ignore[union-attr]
    place = {name: at for at, name in enumerate(found.names)}
    for name in ("shed", "uniform"):
        with_itself = margins[place[name]][place[name]]
        assert with_itself.value == pytest.approx(found.margin(place[name], place["lowest"]).value)


def test_payoffs_are_read_as_they_were_played(tmp_path: Path, small_chunks: None) -> None:
    play(tmp_path / "out")
    block, _ = plan(FIFTYK4, (0, 1), 24, 0)[0]
    payoff = read_payoff(tmp_path / "out", block, 20)
    assert payoff.shape == (20, 2, 4)
    assert np.allclose(payoff[..., 0], payoff[..., 2])
    with pytest.raises(BadInput, match="24 of 25 deals"):
        read_payoff(tmp_path / "out", block, 25)
    assert hands_left(tmp_path / "out", [(block, 30)]) == 12


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"seed": 6}, "seed: 5 → 6"),
        ({"rules": FIFTYK3}, "rules: fiftyk4 → fiftyk3"),
        ({"rules": FIFTYK4.with_options({"must_beat": True})}, "options"),
        ({"players": (LOWEST, LOWEST)}, "named twice"),
    ],
)
def test_another_tournament_is_refused(tmp_path: Path, change: dict, says: str) -> None:
    play(tmp_path / "out", deals=2, table_deals=0)
    before = files(tmp_path / "out")
    with pytest.raises(BadInput, match=says):
        play(tmp_path / "out", deals=2, table_deals=0, **change)
    assert files(tmp_path / "out") == before


def test_a_users_strategy_is_known_by_its_source(tmp_path: Path) -> None:
    old = Users("here/bot.py:bot", "a" * 64)
    play(tmp_path / "out", (LOWEST, old), deals=2, table_deals=0)
    moved = Users("there/bot.py:bot", "a" * 64)
    played, _ = play(tmp_path / "out", (LOWEST, moved), deals=2, table_deals=0)
    assert played.hands == 0
    changed = Users("here/bot.py:bot", "b" * 64)
    with pytest.raises(BadInput, match="not the strategy of that name"):
        play(tmp_path / "out", (LOWEST, changed), deals=2, table_deals=0)


def test_folders_that_are_something_else_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(BadInput, match="is a file"):
        play(tmp_path / "file")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "note.txt").write_text("x")
    with pytest.raises(BadInput, match="no tournament"):
        play(tmp_path / "other")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "tournament.json").write_text("{")
    with pytest.raises(BadInput, match="cannot be read"):
        play(tmp_path / "broken")


def test_nothing_is_left_of_a_tournament_that_played_nothing(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), opened(tmp_path / "new", FIFTYK4, POOL, 1):
        raise ZeroDivisionError
    assert not (tmp_path / "new").exists()
