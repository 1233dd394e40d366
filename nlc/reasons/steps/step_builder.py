"""Builds steps: facts and rules at places from literals and groups; checks each, and words why.

What the board does not show is never named. Counts and runs are told by what is left of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, pairwise

from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.ir.nodes import Exactly, Runs
from nlc.reasons.facts import Fact, Group, Place, element_names, is_rooms, sorts_of, variables
from nlc.reasons.groups import GroupSolver
from nlc.reasons.phrases import facts_text, listed, place_words, ring_words
from nlc.reasons.steps.candidates import SINGLES, TECHNIQUES
from nlc.reasons.steps.deduction import CONFIRMER, Deduction
from nlc.reasons.steps.reason import WHOLE, Reason, without_forbidding
from nlc.reasons.steps.steps import Cited, Step
from nlc.render.glyphs import SHAPES

CUT = " is cut off from "
OVERLAP = "by overlap, "

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

    def check(
        self, facts: Sequence[Fact], groups: Sequence[Group], follows: Sequence[Fact]
    ) -> None:
        """Check a step.

        Raises:
            RuntimeError: it does not follow.
        """
        names = {group.name for group in groups if not group.ring}
        rings = {group.rule for group in groups if group.ring}
        names.update(group.name for rule in rings for group in self._solver.wholes[rule])

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


def without_excluded(facts: Sequence[Fact], filled: Collection[Place] = ()) -> Iterator[Fact]:
    """Yield facts, but no exclusions at a place whose value is among them, or known before."""
    placed = {fact.place for fact in facts if fact.holds}.union(filled)
    return (fact for fact in facts if fact.holds or fact.place not in placed)


class StepBuilder:
    """Turns reasons into steps, and checks each."""

    def __init__(self, deduction: Deduction) -> None:
        self._solver = solver = deduction.propagation
        self._checker = StepChecker(deduction.stated, deduction.together)
        self._program = solver.program
        self._meaning = solver.meaning
        self._wording = Wording(solver)
        self._rings: dict[int, list[Place]] = {}
        self._sorts = sorts_of(solver.program)
        self._shown = {v.name: v.shown for v in variables(solver.program)}
        self._rooms = {
            name
            for name, given in solver.puzzle.rules.givens.items()
            if given.type.kind == "name" and not given.optional
        }

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
        rings = [group.selector for group in reason.groups if group.ring]
        found = self._round((*reason.facts, *(-x for x in reason.follows))) if rings else []
        if found and len(rings) == 1:
            self._rings[rings[0]] = found
        # What one rule refutes by itself is not told again by its opposite.
        denied = bool(reason.how and reason.follows and len(inner) != 1)
        rules = tuple(self._cited_of(reason))
        cost = max(1, reason.cost)
        if self._solver.is_whole(reason.groups):
            cost = len(rules) * WHOLE
        elif reason.technique in TECHNIQUES:
            cost = int(TECHNIQUES[reason.technique])
        known, follows = ([self._meaning[x] for x in xs] for xs in (reason.facts, reason.follows))
        step = Step(tuple(without_excluded(follows)), tuple(known), rules, cost=cost)
        if denied:
            step = replace(step, denied=self._meaning[-reason.follows[0]], inner=tuple(inner))
        step = replace(step, technique=reason.technique, words=reason.words, cells=reason.cells)
        groups = [each for each in without_forbidding(reason.groups) if each not in reason.further]
        why, cells = self._wording.why(step, groups, told)
        return replace(step, why=why, cells=cells)

    def _cited_of(self, reason: Reason) -> Iterator[Cited]:
        """Yield the rules at their places; of the board as a whole each rule once."""
        if self._solver.is_whole(reason.groups):
            for rule, text in dict.fromkeys((group.rule, group.text) for group in reason.groups):
                yield Cited(rule, text, (), (), (), False)
        else:
            for group in without_forbidding(reason.groups):
                yield self._cited(group, group in reason.further)

    def _cited(self, group: Group, further: bool) -> Cited:
        board, program = self._program.board, self._program
        size, elements, by, apart = self._solver.parted(group)
        if group.whole:
            elements = []
        elif group.ring and not (size or group.is_cut):
            elements = self._rings.get(group.selector, [])
        clues = (clue for clue in group.clues if clue.given not in self._rooms)
        return Cited(
            group.rule,
            group.text,
            tuple(board.names(sort)[i] for sort, i in group.place),
            element_names(program, elements),
            tuple(
                (given, board.names(program.given_sorts[given])[i], program.givens[given][i])
                for given, i in clues
            ),
            bool(group.ring),
            group.is_cut,
            "" if group.place or group.ring else self._room(elements),
            element_names(program, by),
            element_names(program, apart),
            size,
            further,
            not all(self._shown[name] for name, _ in self._solver.elements(group)),
        )

    def _room(self, elements: Sequence[Place]) -> str:
        """Return the first cell of the only room to which all elements belong, if there is one."""
        names = self._program.board.names(Sort.CELL)
        number = {name: i for i, name in enumerate(names)}
        cells = [
            {number[x] for x in name.split("-") if x in number}
            for name in element_names(self._program, elements)
        ]
        for given in self._rooms:
            texts = self._program.givens[given]
            if self._program.given_sorts[given] is Sort.CELL and len(texts) == len(names):
                shared = [{texts[cell] for cell in one} for one in cells]
                rooms = set.intersection(*shared) if shared else set()
                if len(rooms) == 1:
                    return names[next(i for i in sorted(texts) if texts[i] in rooms)]
        return ""

    def _round(self, literals: Sequence[int]) -> list[Place]:
        """Return the edges of the only ring that is drawn, in their order; nothing if there are
        none or several."""
        board = self._program.board
        graphs = {Sort.LINK: board.link_graph, Sort.BORDER: board.border_graph}
        ends: dict[Place, list[int]] = {}
        for fact in sorted(self._meaning[x] for x in literals):
            sort = self._sorts[fact.variable]
            if sort in graphs and fact.value == 1 and fact.holds:
                ends[fact.place] = graphs[sort].ends[fact.element].tolist()
        degree = Counter(node for pair in ends.values() for node in pair)
        while loose := [edge for edge, pair in ends.items() if min(degree[x] for x in pair) == 1]:
            for edge in loose:
                degree.subtract(ends.pop(edge))
        if {*degree.values()} - {0} != {2}:
            return []
        out = [next(iter(ends))]
        node = ends[out[0]][1]
        while (edge := next(e for e in ends if node in ends[e] and e != out[-1])) != out[0]:
            out.append(edge)
            node = sum(ends[edge]) - node
        return out if len(out) == len(ends) else []


class Wording:
    """Words why steps follow, each in one sentence: the clues, rules and drawn things looked at."""

    def __init__(self, solver: GroupSolver) -> None:
        self._solver, self._program = solver, solver.program
        self._names = {v.name for v in variables(solver.program) if v.shown}
        self._on_cells = {v.name for v in variables(self._program) if v.sort is Sort.CELL}
        self._rows: dict[str, dict[frozenset[Place], tuple[Exactly | Runs, int]]] = {}

    def why(
        self, step: Step, groups: Sequence[Group], told: Collection[Fact] = ()
    ) -> tuple[str, tuple[str, ...]]:
        """Return why a step follows, and the cells that show it if no clue or drawn thing does.

        Args:
            step: the step.
            groups: that it takes.
            told: of a link within a step, what the links before it conclude; it is told shorter.
        """
        known = [f for f in step.known if f.variable in self._names and f not in told]
        if step.words:
            since = facts_text(self._program, _unsaid(step))
            said = f"{step.technique}: {step.words}" + f"; since {since}" * bool(since)
            return said, step.cells
        plain = [each for each in step.rules if not each.further]
        spread = [each for each in step.rules if each.further]
        parts, cells = list[str](), step.cells
        if step.facts and not (known or any(each.clues or each.ring for each in plain)):
            place, cells = self._beside(step.facts)
            parts += [place] * bool(place)
        named = bool(step.technique)
        count = self._counted(step, groups[0]) if len(groups) == 1 else ""
        if count.startswith(OVERLAP):
            parts = [f"{self._place(plain[0])}: {count}"]
        else:
            plain = [each for each in plain if each.clues or each.ring] or plain if named else plain
            parts = [*(parts or self._cited(plain, named or bool(told)))]
            parts += filter(None, (count, self._equal(step, groups)))
        said = ", ".join(parts) or "it can be nothing else"
        if step.technique:
            said = f"{step.technique}: {said}"
        if known:
            said += f"; since {facts_text(self._program, known)}"
        if spread:
            said += f"; and so on: {', '.join(text for text, _ in self._by_rule(spread))}"
        return said, cells

    # ---------- rules and clues ----------

    def _cited(self, rules: Sequence[Cited], short: bool) -> Iterator[str]:
        """Yield rules with their places; what only defines something goes where others say more."""
        telling = [each for each in rules if each.clues or each.ring or not each.hidden]
        telling = telling or [each for each in rules if each.room]
        for text, places in self._by_rule(telling or rules):
            yield places if short and places else text + (f": {places}" if places else "")

    def _by_rule(self, rules: Sequence[Cited]) -> Iterator[tuple[str, str]]:
        """Yield the texts of rules, each once, and the places where they are needed."""
        for name, text in dict.fromkeys((each.rule, each.text) for each in rules):
            same = [each for each in rules if (each.rule, each.text) == (name, text)]
            between = "; " if any(each.cut or each.size for each in same) else ", "
            parts = [each for each in same if each.cut and not (each.size or each.cut_by)]
            if len(parts) > 1:  # what nothing joins is told once
                every = Counter(chain.from_iterable(each.elements for each in parts))
                elements = tuple(name for name, _ in every.most_common())
                same = [each for each in same if each not in parts]
                same.append(replace(parts[0], elements=elements))
            yield text, listed(filter(None, map(self._place, same)), between)

    def _place(self, cited: Cited) -> str:
        by, apart = cited.cut_by, cited.apart
        if cited.size and len(cited.elements) > cited.size:
            return f"{listed(cited.elements)}, too many for one group of {cited.size}"
        if cited.size:
            closed = f" if closed in by {listed(by)}" if by else ""
            return f"{listed(cited.elements)}, whose group of {cited.size} has no room{closed}"
        if by and len(apart) == 2:
            return f"else {apart[0]}{CUT}{apart[1]}"
        if cited.cut and not by and len(cited.elements) > 1:
            first, *others = cited.elements
            return f"nothing joins {first} to {listed(others)}"
        if cited.cut:
            return f"else a part is cut off at {listed(cited.elements, ' ')}"
        if cited.ring:
            return f"the ring {ring_words(cited.elements)}" if cited.elements else "a ring"
        where = place_words(self._program.board, cited.place)
        clues = [self._clue(given, value) for given, _, value in cited.clues]
        where = where or (f"the room of {cited.room}" if cited.room else "")
        return f"{where} ({', '.join(clues)})" if clues else where

    def _clue(self, given: str, value: str) -> str:
        """Return a clue as pictures of text show it."""
        words = self._program.clue_marks.get(given, {})
        return (
            SHAPES[words[value]][1]
            if words.get(value) in SHAPES
            else given
            if value == "true"
            else value
        )

    def _equal(self, step: Step, groups: Sequence[Group]) -> str:
        """Return the clue that the cells of a rule share where its own place has none."""
        if len(groups) != 1 or groups[0].clues:
            return ""
        here = {place for place in self._solver.elements(groups[0]) if place[0] in self._on_cells}
        new, old = (
            [fact.element for fact in facts if fact.place in here]
            for facts in (step.facts, step.known)
        )
        for texts in self._clued:
            text = texts.get((*old, *new, -1)[0], "")
            count = len(old) + sum(texts.get(i) == text for i in new)
            if text not in ("", "true") and count > 1 and all(texts.get(i) == text for i in old):
                return f"all are {text}" if count > 2 else f"both are {text}"
        return ""

    @cached_property
    def _clued(self) -> list[Mapping[int, str]]:
        """The clues of cells, without rooms, of each given."""
        program = self._program
        givens = program.givens.items()
        cell = [(g, texts) for g, texts in givens if program.given_sorts[g] is Sort.CELL]
        return [texts for given, texts in cell if not is_rooms(program, given)]

    # ---------- what no number reaches ----------

    def _beside(self, facts: Sequence[Fact]) -> tuple[str, tuple[str, ...]]:
        """Return why no clue, or only one, reaches the place of facts, and these clues' cells."""
        program, board = self._program, self._program.board
        names = board.names(Sort.CELL)
        here = {fact.element for fact in facts if fact.variable in self._on_cells}
        owned = [d for d in program.domains.values() if set(d.values) <= set(names) and d.values]
        if not (owned and here):
            return "", ()
        clued = {i: text for texts in self._clued for i, text in texts.items()}

        def told(cell: int) -> str:
            return names[cell] + (f" ({clued[cell]})" if clued[cell] not in ("true", "") else "")

        shown = [d for d in owned if d.shown]
        if shown:
            number = {name: i for i, name in enumerate(names)}
            own = {number[shown[0].values[f.value]] for f in facts if f.value >= 0 and f.holds}
            return "nothing else reaches there", tuple(names[i] for i in sorted(own or here))
        ends = board.link_cells.tolist()
        near = sorted({b for pair in ends for a, b in (pair, pair[::-1]) if a in here} & {*clued})
        if len(near) > 1:
            return f"between {' and '.join(map(told, near))}", tuple(names[i] for i in near)
        why = "nothing reaches there"
        if near:
            full = clued[near[0]] == "1"
            why = f"beside {told(near[0])}, {'which is full' if full else f'and {why}'}"
        return why, tuple(names[i] for i in near or sorted(here))

    # ---------- counts and runs ----------

    def _row(self, group: Group) -> tuple[Exactly | Runs, int] | None:
        """Return the count, or the runs, that a group states, and its row."""
        if group.ring or group.whole:
            return None
        if group.rule not in self._rows:
            found = self._rows[group.rule] = {}
            for node in (*self._program.nodes, *self._program.runs):
                if node.origin.rule == group.rule and isinstance(node, Exactly | Runs):
                    for number, row in enumerate(node.lits.tolist()):
                        places = [self._atoms.get(x) for x in row]
                        if None not in places and not node.guard.shape[1]:
                            found[frozenset(p[:2] for p in places if p)] = node, number
        return self._rows[group.rule].get(frozenset(self._solver.elements(group)))

    @cached_property
    def _atoms(self) -> dict[int, tuple[str, int, int]]:
        """What boolean variables, and values, of the board stand behind IR literals."""
        out = {
            var.base + i: (var.name, i, 1) for var in self._program.bools for i in range(var.size)
        }
        for block in self._program.atoms:
            pairs = zip(block.elements.tolist(), block.values.tolist(), strict=True)
            out |= {block.base + i: (block.variable, *pair) for i, pair in enumerate(pairs)}
        return out

    def _counted(self, step: Step, group: Group) -> str:
        """Return what is left of a count, or of the runs of a line."""
        if (found := self._row(group)) is None or not step.facts:
            return ""
        node, number = found
        atoms = [self._atoms[x] for x in node.lits[number].tolist()]
        new, old = ([_held(atom, facts) for atom in atoms] for facts in (step.facts, step.known))
        if isinstance(node, Runs):
            if node.ring:
                return ""
            return self._overlap(node.lengths[number], atoms, new, old)
        least, most = min(node.counts), max(node.counts)
        if least == len(atoms) - old.count(False) < len(atoms) and True in new:
            return f"just {least} of its places {'is' if least == 1 else 'are'} left"
        if not (old.count(True) == most > 0 and False in new):
            return ""
        return f"all {most} are there" if most > 1 else "the one is there"

    def _overlap(
        self,
        lengths: Sequence[object],
        atoms: Sequence[tuple[str, int, int]],
        new: Sequence[bool | None],
        old: Sequence[bool | None],
    ) -> str:
        """Return which runs lie where, at the earliest and at the latest."""
        names = self._program.board.names(Sort.CELL)
        runs = [x for x in lengths if isinstance(x, int)]
        if len(runs) < len(lengths):
            return ""
        least, most = leftmost(runs, old), leftmost(runs[::-1], old[::-1])
        if least is None or most is None:
            return ""
        parts = list[str]()
        for length, begin, back in zip(runs, least, most[::-1], strict=True):
            end = len(old) - back
            if any(new[end - length : begin + length]):
                first, last = names[atoms[begin][1]], names[atoms[end - 1][1]]
                where = f"{first} to {last}" if first != last else first
                parts.append(f"the {length} lies {'within' if first != last else 'at'} {where}")
        if False in new:
            there = sum(a is True and b is not True for a, b in pairwise([*old, None]))
            all_there = there == len(runs) and old.count(True) == sum(runs)
            parts.append("all runs are there" if all_there else "no run reaches the rest")
        return OVERLAP + ", ".join(parts)


def leftmost(runs: Sequence[int], known: Sequence[bool | None]) -> tuple[int, ...] | None:
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


def _held(atom: tuple[str, int, int], facts: Iterable[Fact]) -> bool | None:
    """Return whether facts say that a variable has a value, or has not; None: neither."""
    *place, value = atom
    here = [f for f in facts if f.place == tuple(place) and (f.holds or f.value == value)]
    return (here[0].value == value) == here[0].holds if here else None


def _unsaid(step: Step) -> list[Fact]:
    """Return those facts of a technique that its words do not mention.

    The values in the other cells of a unit need no words.
    """
    if step.technique not in SINGLES:
        return []
    hidden = step.technique != SINGLES[-1]
    value = step.facts[0].value
    return [f for f in step.known if (f.value == value if hidden else f.holds)]
