"""A league: the standing of all players over any number of game sheets.

Players are ranked by table points, then by total, then by wins; where all three are equal they
share a rank. Rules without table points rank by total. A name is the same player in every sheet,
in upper or lower case, however it is spaced.

>>> from mjcalc.sheets.game import play
>>> from mjcalc.sheets.reader import read_sheet
>>> sheet = "rules guobiao\\nplayers E=Anna S=Bert W=Carla N=Dan\\ndeal E from W fans:12"
>>> standing = league({"friday.game": play(read_sheet(sheet))}).standing
>>> [(row.rank, row.player, row.total) for row in standing]
[(1, 'Anna', 36), (2, 'Bert', -8), (2, 'Dan', -8), (4, 'Carla', -20)]
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from unicodedata import normalize

from mjcalc.errors import Defect, OptionError
from mjcalc.sheets.game import Game, PlayedDeal
from mjcalc.tiles import Wind


@dataclass(frozen=True, slots=True)
class Result:
    """One game of a player: the sheet, the chair, the total, the table points if there are any."""

    file: str
    seat: Wind
    total: int
    table_points: Fraction | None


@dataclass(frozen=True, slots=True)
class BestHand:
    """The highest win of a player, and its sheet."""

    file: str
    deal: PlayedDeal


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """A player's row of the standing; ``deals`` are those of all games that the player sat in."""

    rank: int
    player: str
    table_points: Fraction | None
    total: int
    deals: int
    wins: int
    self_drawn: int
    dealt_in: int
    results: tuple[Result, ...]
    best: BestHand | None

    @property
    def games(self) -> int:
        """How many games the player sat in."""
        return len(self.results)

    @property
    def order(self) -> tuple[Fraction, int, int]:
        """What the rank follows from: table points, total, wins."""
        return self.table_points or Fraction(), self.total, self.wins


@dataclass(frozen=True, slots=True)
class League:
    """The games of a league by the names of their sheets, in order, and its standing."""

    games: Mapping[str, Game]
    standing: tuple[LeagueRow, ...]


def league(games: Mapping[str, Game]) -> League:
    """Return the league of these games; their order does not matter.

    Raises OptionError with every defect: a chair without a name, rules that pay in another way.
    """
    games = dict(sorted(games.items()))
    defects = [*_name_defects(games), *_payment_defects(games)]
    if defects:
        raise OptionError(defects)
    chairs: dict[str, list[tuple[str, Wind]]] = defaultdict(list)
    for file, game in games.items():
        for seat in Wind:
            chairs[player_key(game.name(seat))].append((file, seat))
    rows = [_unranked(games, seats) for seats in chairs.values()]
    rows.sort(key=lambda row: ([-value for value in row.order], row.player))
    return League(games, tuple(_ranked(rows)))


def player_key(name: str) -> str:
    """Return what all spellings of a name have in common.

    >>> player_key("Anna  Lee") == player_key(" anna lee") == player_key("ＡＮＮＡ LEE")
    True
    """
    return " ".join(normalize("NFKC", name).casefold().split())


def _name_defects(games: Mapping[str, Game]) -> Iterator[Defect]:
    for file, game in games.items():
        players = game.sheet.header.players
        unnamed = [seat for seat in Wind if seat not in players]
        if unnamed:
            yield Defect("league-no-name", {"path": file, "seats": unnamed})


def _payment_defects(games: Mapping[str, Game]) -> Iterator[Defect]:
    """Yield that a sheet pays in another way than the first one."""
    first = next(iter(games.items()), None)
    for file, game in games.items():
        if first is not None and game.rules.pays is not first[1].rules.pays:
            fields = {"path": file, "rules": game.rules.key}
            fields |= {"other_path": first[0], "other": first[1].rules.key}
            yield Defect("league-rules", fields)


def _unranked(games: Mapping[str, Game], chairs: list[tuple[str, Wind]]) -> LeagueRow:
    """Return the row of the player who sat in these chairs, with rank 0."""
    results, names = [], Counter[str]()
    deals = wins = self_drawn = dealt_in = 0
    best: BestHand | None = None
    for file, seat in chairs:
        game = games[file]
        names[game.name(seat)] += 1
        points = game.table_points
        results.append(
            Result(file, seat, game.totals[seat], None if points is None else points[seat])
        )
        deals += game.played
        for deal in game.deals:
            dealt_in += deal.discarder is seat
            if deal.winner is seat:
                wins += 1
                self_drawn += deal.discarder is None
                if best is None or (deal.total or 0) > (best.deal.total or 0):
                    best = BestHand(file, deal)
    table_points = [result.table_points for result in results if result.table_points is not None]
    return LeagueRow(
        rank=0,
        player=min(names, key=lambda name: (-names[name], name)),
        table_points=sum(table_points, Fraction()) if table_points else None,
        total=sum(result.total for result in results),
        deals=deals,
        wins=wins,
        self_drawn=self_drawn,
        dealt_in=dealt_in,
        results=tuple(results),
        best=best,
    )


def _ranked(rows: list[LeagueRow]) -> Iterator[LeagueRow]:
    """Yield the rows with their ranks; equal rows share one."""
    for row in rows:
        yield replace(row, rank=1 + sum(other.order > row.order for other in rows))
