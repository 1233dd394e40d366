"""Decision diagrams: paths through the numbers, one after the other, from total to total.

Sources: Eén and Sörensson (JSAT 2006), section 5.1; Abío, Nieuwenhuis, Oliveras,
Rodríguez-Carbonell and Mayer-Eichberger (JAIR 2012) for weights; Abío and Stuckey (CP 2014) for
numbers. Totals from which the same bounds are reached are one node. A node's literal means that the
path passes it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable
from itertools import groupby, pairwise

from nlc.encode.base import declared
from nlc.encode.sums import Shape
from nlc.encode.template import Template

MAX_NODES = 20_000
"""The most totals of the first numbers."""

Child = tuple[bool, int]
"""Whether the number of reached bounds is fixed, and that number; or else a node."""


class Diagram:
    """One diagram for all bounds of a total."""

    declaration = declared("sums", "diagram")

    def refusal(self, shape: Shape) -> str | None:
        """Return a reason if the diagram is too large, else None."""
        return None if _totals(shape) else f"its diagram has more than {MAX_NODES:,} totals"

    def template(self, shape: Shape) -> Template:
        """Return the clauses of all edges."""
        layers = _reduce(shape, _totals(shape))
        outputs = [shape.inputs + j for j in range(1, len(shape.bounds) + 1)]
        clauses = [[-b, a] for a, b in pairwise(outputs)]
        at, last = 0, shape.inputs + len(outputs)
        passed = {0: 0} if layers else {}
        """The literal of each node of the present number; 0 for the first node."""
        for levels, nodes in zip(shape.levels, layers, strict=False):
            steps = list(range(at + 1, at + len(levels)))
            at += len(levels) - 1
            following: dict[int, int] = {}
            parents: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
            for node, children in nodes.items():
                here = [-passed[node]] if passed[node] else []
                for child, indices in groupby(range(len(levels)), children.__getitem__):
                    run = list(indices)
                    given = [*here, *_outside(steps, run[0], run[-1])]
                    done, number = child
                    if done:
                        clauses += [[*given, outputs[number - 1]]] if number else []
                        clauses += [[*given, -outputs[number]]] if number < len(outputs) else []
                        continue
                    if number not in following:
                        last += 1
                        following[number] = last
                    clauses.append([*given, following[number]])
                    for i in run:
                        parents[number][i].append(passed[node])
            for number, literal in following.items():
                parents_of = [tuple(parents[number].get(i, ())) for i in range(len(levels))]
                for above, indices in groupby(range(len(levels)), parents_of.__getitem__):
                    run = list(indices)
                    if 0 not in above:
                        clauses.append([-literal, *_outside(steps, run[0], run[-1]), *above])
            passed = following
        return shape.template(last, clauses)


def _outside(steps: list[int], first: int, last: int) -> list[int]:
    """Return a clause that is false if a number is at one of its levels first to last."""
    below = [-steps[first - 1]] if first else []
    return below + ([steps[last]] if last < len(steps) else [])


def _ends(shape: Shape) -> list[tuple[int, int]]:
    """Return the least and the greatest total of the numbers from each one to the last."""
    neutral = 0 if shape.op == "+" else 1
    out = [(neutral, neutral)]
    for levels in reversed(shape.levels):
        low, high = out[-1]
        out.append((shape.combine(low, levels[0]), shape.combine(high, levels[-1])))
    return out[::-1]


def _decided(shape: Shape, total: int, ends: tuple[int, int]) -> int | None:
    """Return the number of bounds that are reached in any case, or None if that is open."""
    low, high = (bisect_right(shape.bounds, shape.combine(total, end)) for end in ends)
    return low if low == high else None


def _totals(shape: Shape) -> list[set[int]]:
    """Return the undecided totals before each number; an empty list if there are too many."""
    ends, current, out, size = _ends(shape), {0 if shape.op == "+" else 1}, [], 0
    for levels, after in zip(shape.levels, ends[1:], strict=True):
        out.append(current)
        found = {shape.combine(total, level) for total in current for level in levels}
        current = {total for total in found if _decided(shape, total, after) is None}
        size += len(current)
        if size > MAX_NODES:
            return []
    return out


def _reduce(shape: Shape, totals: Iterable[set[int]]) -> list[dict[int, tuple[Child, ...]]]:
    """Return the nodes of each number with their children; equal ones are one node."""
    ends = _ends(shape)
    out: list[dict[int, tuple[Child, ...]]] = []
    nodes: dict[int, int] = {}
    for k, before in reversed(list(enumerate(totals))):
        made: dict[tuple[Child, ...], int] = {}
        here: dict[int, int] = {}
        for total in sorted(before):
            children: list[Child] = []
            for level in shape.levels[k]:
                reached = shape.combine(total, level)
                done = _decided(shape, reached, ends[k + 1])
                children.append((False, nodes[reached]) if done is None else (True, done))
            here[total] = made.setdefault(tuple(children), len(made))
        out.append({number: children for children, number in made.items()})
        nodes = here
    return out[::-1]


DIAGRAM = Diagram()
