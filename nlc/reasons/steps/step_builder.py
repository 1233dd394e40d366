"""Builds steps: facts and rules at places from literals and groups; checks each, and words why.

What the board does not show is never named. Counts and runs are told by what is left of them.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache

import numpy as np
from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.graph import components
from nlc.ir.nodes import ABSENT, Exactly, Runs
from nlc.reasons.facts import (
    Fact,
    Facts,
    Group,
    Groups,
    Place,
    clued,
    element_names,
    printed,
    sorts_of,
    variables,
)
from nlc.reasons.groups import GroupSolver
from nlc.reasons.phrases import begins_pair, facts_text, listed, place_words
from nlc.reasons.steps.candidates import SINGLES, SUMS, TECHNIQUES
from nlc.reasons.steps.deduction import CONFIRMER, Deduction
from nlc.reasons.steps.reason import WHOLE, Reason, without_forbidding
from nlc.reasons.steps.steps import Cited, Step
from nlc.reasons.steps.units import Atom, atoms
from nlc.render.glyphs import SHAPES, STYLES

RUNS = ("by the runs, ", "by overlap, ")

Held = Sequence[bool | None]
"""Of places in a row whether something is there; None: not known."""

NO_WAY = "no way that is short enough and clear of the others joins"
"""Why a cell cannot be of an island; followed by it, and by the number."""

CONFLICTS = 300
"""Conflicts after which a formula with separators is used instead."""


class StepChecker:
    """Refutes the negation of each conclusion.

    Here loops and connectedness are encoded in full, without separators; so a ring is checked by
    the rule that forbids it. With few facts on a large board that can take for ever: then a second
    formula with separators decides.
    """

    def __init__(self, solver: GroupSolver, together: GroupSolver) -> None:
        """Check by a solver that is not lazy, and where that takes too long by one that is.

        Conclusions from all groups are checked by `together`, which has no groups.
        """
        self._solver, self._together = solver, together

    def check(self, facts: Facts, groups: Groups, follows: Facts) -> None:
        """Check a step.

        Raises:
            RuntimeError: it does not follow.
        """
        names = {group.name for group in groups if not group.ring}
        rings = {group.rule for group in groups if group.ring}
        names.update(group.name for group in self._solver.groups if group.rule in rings)

        def consistent(solver: GroupSolver, denied: Fact, conflicts: int | None) -> bool | None:
            known = [solver.literal(each) for each in facts]
            selectors = [group.selector for group in solver.groups if group.name in names]
            return solver.satisfiable([*known, *selectors, -solver.literal(denied)], conflicts)

        first = self._together if self._solver.is_whole(groups) else self._solver
        for fact in follows:
            found = consistent(first, fact, CONFLICTS)
            if found is None:
                found = consistent(self._lazy, fact, None)
            if found is not False:
                reason = ", ".join(group.name for group in groups)
                raise RuntimeError(f"{fact} does not follow from {reason}")

    @cached_property
    def _lazy(self) -> GroupSolver:
        return GroupSolver(self._solver.puzzle, self._solver.program, solver=CONFIRMER)


def without_excluded(facts: Facts, filled: Collection[Place] = ()) -> Iterator[Fact]:
    """Yield facts, but no exclusions at a place whose value is among them, or known before."""
    placed = {fact.place for fact in facts if fact.holds}.union(filled)
    return (fact for fact in facts if fact.holds or fact.place not in placed)


class StepBuilder:
    """Turns reasons into steps, and checks each."""

    def __init__(self, deduction: Deduction) -> None:
        self._solver = solver = deduction.propagation
        self._checker = StepChecker(deduction.stated, deduction.together)
        self._program = solver.program
        self._meaning, self._fixed = solver.meaning, deduction.fixed
        known = {solver.meaning[x] for x, source in deduction.known.items() if source is None}
        self._wording = Wording(solver, known - {*deduction.drawn, *printed(solver.program)})
        # whose numbers are not texts
        self._plain = "symbol" not in solver.program.value_kinds.values()
        self._shown = {v.name: v.shown for v in variables(solver.program)}
        givens = solver.puzzle.rules.givens.items()
        self._rooms = {g for g, x in givens if x.type.kind == "name" and not x.optional}

    def step(self, reason: Reason) -> Step:
        """Return a step of the path.

        Raises:
            RuntimeError: it does not follow: an error in nlc.
        """
        step = self._step(reason)
        self._checker.check([self._meaning[x] for x in reason.facts], reason.groups, step.facts)
        return step

    def _step(self, reason: Reason, told: Collection[Fact] = ()) -> Step:
        inner, assumed = list[Step](), {self._meaning[-x] for x in reason.follows[:1]}
        for link in reason.inner:
            inner.append(self._step(link, assumed))
            assumed.update(inner[-1].facts)
        groups = without_forbidding(reason.groups)
        if self._solver.is_whole(reason.groups):  # each rule once
            named = dict.fromkeys((group.rule, group.text) for group in reason.groups)
            rules = tuple(Cited(rule, text, (), (), (), False) for rule, text in named)
            cost = len(rules) * WHOLE
        else:
            further = reason.further - reason.others
            rules = tuple(self._cited(group, group in further) for group in groups)
            cost = int(TECHNIQUES.get(reason.technique, max(1, reason.cost)))
        known, follows = ([self._meaning[x] for x in xs] for xs in (reason.facts, reason.follows))
        here = {(variable, i) for g in groups for _, i in g.place for variable in self._shown}
        fixed = (self._meaning[x] for x in self._fixed if x not in reason.follows)
        known += (fact for fact in fixed if fact.place in here and fact not in known)
        step = Step(tuple(without_excluded(follows)), tuple(known), rules, cost=cost)
        # What one rule, or one clue, refutes by itself is not told again by its opposite.
        clues = {group.clues for group in reason.groups if group not in reason.further}
        short = 1, 1 + (len(clues) == 1 and () not in clues)
        if reason.how and reason.follows and len(inner) not in short:
            step = replace(step, denied=self._meaning[-reason.follows[0]], inner=tuple(inner))
        step = replace(step, technique=reason.technique, words=reason.words, cells=reason.cells)
        groups = [group for group in groups if group not in reason.further]
        why, cells = self._wording.why(step, groups, told)
        return replace(step, why=why, cells=cells)

    def _cited(self, group: Group, further: bool) -> Cited:
        """Return a rule at its place."""
        board, program = self._program.board, self._program
        size, elements, by, apart = self._solver.parted(group)
        elements = [] if group.whole else elements
        return Cited(
            group.rule,
            group.text,
            tuple(board.names(sort)[i] for sort, i in group.place),
            element_names(program, elements),
            tuple(
                (given, board.names(program.given_sorts[given])[i], program.givens[given][i])
                for given, i in group.clues
                if given not in self._rooms
            ),
            bool(group.ring),
            group.is_cut,
            "" if group.place or group.ring else self._room(elements),
            element_names(program, by),
            element_names(program, apart),
            size,
            further,
            not all(self._shown[name] for name, _ in self._solver.elements(group)),
            tuple(re.findall(r"\w+=(\d+)", group.name)) if self._plain else (),
        )

    def _room(self, elements: Sequence[Place]) -> str:
        """Return the first cell of the only room to which all elements belong, if there is one."""
        program, names = self._program, self._program.board.names(Sort.CELL)
        cells = [name.split("-") for name in element_names(program, elements)]
        for given in self._rooms:
            texts = program.givens[given]
            if cells and program.given_sorts[given] is Sort.CELL and len(texts) == len(names):
                room_of = {name: texts[i] for i, name in enumerate(names)}
                rooms = [{room_of[x] for x in one if x in room_of} for one in cells]
                if len(shared := set.intersection(*rooms)) == 1:
                    return next(name for name in names if room_of[name] in shared)
        return ""


class Wording:
    """Words why steps follow, each in one sentence: the clues, rules and drawn things looked at."""

    def __init__(self, solver: GroupSolver, sure: Collection[Fact]) -> None:
        self._solver, self._program, self._sure = solver, solver.program, sure
        self._names = {v.name for v in variables(solver.program) if v.shown}

    def why(
        self, step: Step, groups: Groups, told: Collection[Fact] = ()
    ) -> tuple[str, tuple[str, ...]]:
        """Return why a step follows, and the cells that show it if no clue or drawn thing does.

        Args:
            step: the step.
            groups: that it takes.
            told: of a link within a step, what the links before it conclude; it is told shorter.
        """
        known = [f for f in step.known if f.variable in self._names and f not in told]
        sure, known = ([f for f in known if (f in self._sure) == at] for at in (True, False))
        if step.words:
            # The values in the other cells of a unit need no words.
            value = step.facts[0].value if step.technique in SINGLES[:-1] else None
            every = step.technique in (SINGLES[-1], *SUMS)
            unsaid = [f for f in known if f.value == value or (every and f.value != ABSENT)]
            since = facts_text(self._program, unsaid)
            return f"{step.technique}: {step.words}" + f"; since {since}" * bool(since), step.cells
        plain = [each for each in step.rules if not each.further]
        spread = [each for each in step.rules if each.further]
        parts, cells = list[str](), step.cells
        near = {f.element for f in step.known if not f.value and any(each.hidden for each in plain)}
        if step.facts and not any(x.clues or x.ring or x.values for x in plain):
            place, told_at = self._beside(step.facts, near)
            if not known or place.startswith("between"):
                parts, cells = [place] * bool(place), told_at
        named = bool(step.technique)
        count = self._counted(step, groups[0]) if len(groups) == 1 else ""
        if count.startswith(RUNS):
            parts = [f"{self._place(plain[0])}: {count}"]
        else:
            plain = [x for x in plain if x.clues or x.ring or x.values] or plain if named else plain
            parts = [*(parts or dict.fromkeys(self._cited(plain, named or bool(told)))), count]
        said = ", ".join(filter(None, parts)) or "it can be nothing else"
        said = f"{step.technique}: {said}" if named else said
        here = clued(self._program)  # what is sure at a clue needs no words, nor what is no way
        at = {f: sorts_of(self._program)[f.variable] for f in sure if f.holds}
        clear = (f for f in at if at[f] is not Sort.LINK and (at[f], f.element) not in here)
        none = facts_text(self._program, clear)
        texts = [facts_text(self._program, known), f"clearly {none}" * bool(none)]
        if since := "; ".join(filter(None, texts)):
            said += f"; since {since}"
        spread *= not any(begins_pair(self._program, fact) for fact in step.facts)
        if spread and re.search("[,;]", facts_text(self._program, step.facts)):
            new = dict.fromkeys(each.text for each in spread if each.text not in said)
            said += "; and so on" + f": {', '.join(new)}" * bool(new)
        return said, cells

    # ---------- rules and clues ----------

    def _cited(self, rules: Sequence[Cited], short: bool) -> Iterator[str]:
        """Yield rules with their places, in short each place once; what only defines something goes
        where others say more."""
        telling = [each for each in rules if each.clues or each.ring or not each.hidden]
        telling = telling or [each for each in rules if each.room]
        once = {(short and self._place(each)) or each: each for each in telling or rules}
        for name, text in dict.fromkeys((each.rule, each.text) for each in once.values()):
            same = [each for each in once.values() if (each.rule, each.text) == (name, text)]
            between = "; " if any(each.cut or each.size for each in same) else ", "
            places = listed(filter(None, dict.fromkeys(map(self._place, same))), between)
            places = places.replace(f"; {NO_WAY}", ", nor")
            yield places if short and places else text + (f": {places}" if places else "")

    def _place(self, cited: Cited) -> str:
        by, apart = cited.cut_by, cited.apart
        if cited.size and len(cited.elements) > cited.size:
            return f"{listed(cited.elements)}, too many for one group of {cited.size}"
        if cited.size:
            closed = f" if closed in by {listed(by)}" if by else ""
            return f"{listed(cited.elements)}, whose group of {cited.size} has no room{closed}"
        if by and len(apart) == 2:
            return f"else {apart[0]} is cut off from {apart[1]}"
        if cited.cut and not by and len(cited.elements) > 1:
            first, *others = cited.elements
            return f"{NO_WAY if cited.hidden else 'nothing joins'} {first} to {listed(others)}"
        if cited.cut and (islands := self._islands(by)):
            return f"else {listed(islands)} {'is' if len(islands) == 1 else 'are'} cut off"
        if cited.cut:
            return f"else a part is cut off at {listed(cited.elements, ' ')}".removesuffix(" at ")
        if cited.ring:
            return "a ring would close"
        clues = defaultdict[str, str](str)
        numbers = Counter(element for _, element, value in cited.clues if value.isdecimal())
        for given, element, value in cited.clues:
            text = f"{given} {value}" if numbers[element] > 1 else self._clue(given, value)
            clues[element] += ", " * bool(clues[element] and text[:1].isalnum()) + text
        at = [name for name in cited.place if "-" not in name] if clues else cited.place
        where = place_words(self._program.board, at or cited.place, clues)
        where = where or (f"the room of {cited.room}" if cited.room else "")
        if not where:
            return " and ".join(cited.values)
        return f"{where} ({', '.join(cited.values)})" if cited.values and not clues else where

    def _islands(self, shut: Iterable[str]) -> list[str]:
        """Return the cells with clues on the smaller side of links that are shut, if there are."""
        board, names = self._program.board, self._program.board.names(Sort.CELL)
        links = [found[1] for name in shut if (found := board.find(name, Sort.LINK))]
        part = components(len(names), np.delete(board.link_cells, links, axis=0))
        cells = sorted(i for sort, i in clued(self._program) if sort is Sort.CELL)
        sides = [[names[i] for i in cells if part[i] == one] for one in np.unique(part[cells])]
        return min(sides, key=lambda some: len(some)) if links and sides[1:] else []

    def _clue(self, given: str, value: str) -> str:
        """Return a clue as pictures of text show it."""
        word = self._program.clue_marks.get(given, {}).get(value)
        if self._program.value_kinds.get(given) == "side":
            return STYLES["unicode"].arrow(value)
        if word in SHAPES:
            return SHAPES[word][1]
        return given if value == "true" else value

    # ---------- what no number reaches ----------

    def _beside(self, facts: Facts, islands: Collection[int]) -> tuple[str, tuple[str, ...]]:
        """Return why no clue, or only one, reaches the place of facts, and these clues' cells; or
        which clues or other cells of islands it is between."""
        program, board = self._program, self._program.board
        names = board.names(Sort.CELL)
        here = {f.element for f in facts if sorts_of(program)[f.variable] is Sort.CELL}
        owned = [d for d in program.domains.values() if set(d.values) <= set(names) and d.values]
        if not (owned and here):
            return "", ()
        if any(domain.shown for domain in owned):
            return "nothing else fits there", tuple(names[i] for i in sorted(here))
        of_cells = (g for g, sort in program.given_sorts.items() if sort is Sort.CELL)
        given = [program.givens[g] for g in of_cells if not program.is_rooms(g)]
        clued = {i: text for texts in given for i, text in texts.items()}

        def told(cell: int) -> str:
            text = clued.get(cell, "")
            return names[cell] + f" ({text})" * (text not in ("true", ""))

        ends = board.link_cells.tolist()
        beside = {b for pair in ends for a, b in (pair, pair[::-1]) if a in here}
        near = sorted(beside & {*clued, *islands})
        if len(near) > 1:
            return f"between {' and '.join(map(told, near))}", tuple(names[i] for i in near)
        why = "nothing reaches there"
        if near:
            full = clued[near[0]] == "1"
            why = f"beside {told(near[0])}, {'which is full' if full else f'and {why}'}"
        return why, tuple(names[i] for i in near or sorted(here))

    # ---------- counts and runs ----------

    @cached_property
    def _rows(self) -> dict[tuple[str, frozenset[Place]], tuple[Exactly | Runs, int, list[Atom]]]:
        """The counts and runs, with the number of a row and what is in it, by rule and places."""
        out, of = {}, atoms(self._program)
        for node in (*self._program.nodes, *self._program.runs):
            if isinstance(node, Exactly | Runs) and not node.guard.shape[1]:
                for number, row in enumerate(node.lits.tolist()):
                    if of.keys() >= {*row}:
                        here = [of[x] for x in row]
                        places = frozenset(atom[:2] for atom in here)
                        out[node.origin.rule, places] = node, number, here
        return out

    def _counted(self, step: Step, group: Group) -> str:
        """Return what is left of a count, or of the runs of a line."""
        found = self._rows.get((group.rule, frozenset(self._solver.elements(group))))
        if found is None or group.ring or group.whole or not step.facts:
            return ""
        node, number, row = found
        new, old = ([_held(atom, facts) for atom in row] for facts in (step.facts, step.known))
        if isinstance(node, Runs):
            return "" if node.ring else self._overlap(node.lengths[number], row, new, old)
        least, most = min(node.counts), max(node.counts)
        if least == len(row) - old.count(False) < len(row) and True in new:
            return f"just {least} of its places {'is' if least == 1 else 'are'} left"
        if node.counts.intervals[1:] or not (old.count(True) == most > 0 and False in new):
            return ""
        return f"all {most} are there" if most > 1 else "the one is there"

    def _overlap(self, lengths: Sequence[object], row: Sequence[Atom], new: Held, old: Held) -> str:
        """Return which runs lie where, at the earliest and at the latest: those that have a new
        place by overlap, and those that are drawn in part where others are out of reach."""
        names = self._program.board.names(Sort.CELL)
        runs = [x for x in lengths if isinstance(x, int)]
        if len(runs) < len(lengths):
            return ""
        least, most = leftmost(runs, old), leftmost(runs[::-1], old[::-1])
        if least is None or most is None:
            return ""
        parts, reached = list[str](), set[int]()
        for length, begin, back in zip(runs, least, most[::-1], strict=True):
            end = len(old) - back
            reached.update(range(begin, end))
            is_drawn = False in new and True in old[begin:end]
            if is_drawn or any(new[end - length : begin + length]):
                where = " to ".join(dict.fromkeys(names[row[i][1]] for i in (begin, end - 1)))
                how = "lies within" if end - begin > length else "is at"
                parts.append(f"the {length} {how} {where}")
        if any(new[i] is False for i in reached):
            parts.append("else the runs do not fit")
        elif False in new:
            all_there = old.count(True) == sum(runs)
            parts = ["all runs are there"] if all_there else [*parts, "no run reaches the rest"]
        return RUNS[True in new] + ", ".join(parts)


def leftmost(runs: Sequence[int], known: Held) -> tuple[int, ...] | None:
    """Return where runs of a line begin that lie as far to the left as they can; None: nowhere.

    Args:
        runs: lengths, in order.
        known: of each place whether it is in a run; None: not known.
    """

    @cache
    def starts(j: int, first: int) -> tuple[int, ...] | None:
        if j == len(runs):
            return None if True in known[first:] else ()
        for i in range(first, len(known) - runs[j] + 1):
            if True in known[first:i]:
                return None
            end = i + runs[j]
            fits = False not in known[i:end] and True not in known[end : end + 1]
            if fits and (rest := starts(j + 1, end + 1)) is not None:
                return (i, *rest)
        return None

    return starts(0, 0)


def _held(atom: Atom, facts: Iterable[Fact]) -> bool | None:
    """Return whether facts say that a variable has a value, or has not; None: neither."""
    *place, value = atom
    here = [f for f in facts if f.place == tuple(place) and (f.holds or f.value == value)]
    return (here[0].value == value) == here[0].holds if here else None
