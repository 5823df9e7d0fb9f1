"""Where a car may go on a track, the plain way: sets of spaces by name, one step after the other. Read from the track's data file alone."""

from dataclasses import dataclass
from typing import Any

FINISH = "finish"


@dataclass(frozen=True)
class Road:
    """The spaces of a track by id, from the worst to the best placed."""

    spaces: dict[str, dict[str, Any]]
    starts: list[str]
    tips: list[float]
    tolerance: float

    @staticmethod
    def of(data: dict[str, Any]) -> "Road":
        listed = sorted(data["spaces"], key=lambda s: (round(s["front"], 6), -s["inside"]))
        return Road({s["id"]: s for s in listed}, list(data["start_spaces"]), list(data["tip_lines"]), data.get("level_tolerance", 0.0))

    def onward(self, space: str) -> set[str]:
        """The spaces one step on, and FINISH."""
        return {FINISH if n == "FINISH" else n for n in self.spaces[space]["next"]}

    def row(self, space: str) -> int:
        return int(self.spaces[space]["row"])

    def in_order(self, spaces: set[str]) -> list[str]:
        """From the worst to the best placed, the finish last."""
        return [s for s in self.spaces if s in spaces] + [FINISH] * (FINISH in spaces)

    def ends(self, start: str, points: int, taken: set[str]) -> tuple[list[str], int]:
        """TR-11, TR-13: where a car may end, and how many spaces it comes forward; nowhere and 0 if it is blocked."""
        here, over, reached = {start}, False, 0
        for _ in range(points):
            there = set().union(*(self.onward(s) for s in here)) - taken
            over = over or FINISH in there
            there -= {FINISH}
            if not there:
                break
            here, reached = there, reached + 1
        if reached == points:
            return self.in_order(here | ({FINISH} if over else set())), points
        if over:
            return [FINISH], points
        return (self.in_order(here), reached) if reached else ([], 0)

    def sprint_ends(self, start: str, row: int, taken: set[str]) -> list[str]:
        """TR-15: the reachable spaces of the furthest reachable row that is not beyond `row`."""
        reached, edge = {start}, {start}
        while edge:
            on = set().union(*(self.onward(s) for s in edge)) - taken - {FINISH} - reached
            edge = {s for s in on if self.row(s) <= row}
            reached |= edge
        furthest = max(self.row(s) for s in reached)
        return self.in_order({s for s in reached if self.row(s) == furthest})

    def returns(self, space: str, taken: set[str]) -> list[str]:
        """TR-16: free spaces of the row of this space, else of the nearest row behind that has one."""
        for row in range(self.row(space), 0, -1):
            free = {s for s in self.spaces if self.row(s) == row} - taken
            if free:
                return self.in_order(free)
        raise AssertionError("no space is free")
