#!/usr/bin/env python3
"""Propose techniques of a genre: what deductions of made puzzles take most often without a name.

    python scripts/propose_techniques.py heyawake                 # a thousand puzzles
    python scripts/propose_techniques.py lits 6x6 --count 30      # fewer, and smaller
    python scripts/propose_techniques.py lits --files lits.nl     # those of a file

It prints lines for the file of the genre, the most used first, each with how many deductions take
these rules, on how many puzzles, and the cells of one of them. An author names those that have one
idea, and leaves out the others. A rule with a number or sign is listed with it where a genre has
few of them.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import nlc
from nlc.language.catalogue import stock_rules
from nlc.language.wishes import usual_side
from nlc.process.pool import Pool
from nlc.process.usage import cores
from nlc.reasons.facts import Group, variables
from nlc.reasons.steps.deduction import Deduction, deduce
from nlc.reasons.steps.hint import Telling
from nlc.reasons.steps.reason import Reason, without_forbidding

MOST, FEW_VALUES, QUESTIONS = 10, 4, 30_000
"""Lines; values of a clue that are listed one by one; assumptions after which a puzzle is left."""

Line = tuple[str, ...]
"""What a technique takes, as the file of a genre writes it."""


def puzzles(args: argparse.Namespace) -> Iterator[nlc.Puzzle]:
    """Yield the puzzles: of files, or as few clues as can be, for many kinds of deductions."""
    for path in args.files or ():
        yield from nlc.load(path)
    if not args.files:
        rules = stock_rules(args.genre)
        assert rules is not None, "no stock genre"
        side = usual_side(rules)
        size = args.size or f"{side}x{side}"
        made = nlc.generate(args.genre, size, seed=1, count=args.count)
        yield from (each.puzzle for each in made)


def deductions(puzzle: nlc.Puzzle) -> list[tuple[Line, str]]:
    """Return what each deduction without a name takes, and what follows where: those that grades
    count, and those that steps tell."""
    out = []
    with deduce(puzzle) as deduction:
        if deduction is None:
            return []
        telling, told = Telling(deduction), set[int]()
        for wave in deduction.waves(every=True):
            steps = telling.path(filter(telling.is_told, wave.literals), told)
            for reason in {each.groups: each for each in (*wave.reasons, *steps)}.values():
                if reason.follows and reason.groups and not reason.technique:
                    out.append((uses(deduction, reason), place(deduction, reason)))
            if deduction.refutation.questions > QUESTIONS:
                break
    return out


def uses(deduction: Deduction, reason: Reason) -> Line:
    """Return the rules of a deduction; of three or more at places like each other one stands."""
    named = without_forbidding(each for each in reason.groups if each not in reason.further)
    counted = Counter(use(deduction, each) for each in named)
    line = [text for name, n in sorted(counted.items()) for text in [name] * min(n, 2)]
    line = [f"{text} .." if counted[text] > 2 else text for text in line]
    return tuple(dict.fromkeys(line) if max(counted.values()) > 2 else line)


def use(deduction: Deduction, group: Group) -> str:
    """Return a rule with how it is used, and with the value of its clue if there are few."""
    if group.ring:
        return f"{'part' if group.is_cut else 'ring'} {group.rule}"
    givens = deduction.propagation.program.givens
    values = {givens[clue.given][clue.element] for clue in group.clues}
    few = len({value for clue in group.clues for value in givens[clue.given].values()})
    (value,) = values if len(values) == 1 and few <= FEW_VALUES else ("",)
    return f"{group.rule} = {value}" if value else group.rule


def place(deduction: Deduction, reason: Reason) -> str:
    """Return of what the first conclusion is."""
    program, fact = deduction.propagation.program, deduction.goal[reason.follows[0]]
    (sort,) = {each.sort for each in variables(program) if each.name == fact.variable}
    return f"{fact.variable} of {program.board.names(sort)[fact.element]}"


def main() -> None:
    """Print the lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("genre")
    parser.add_argument("size", nargs="?")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--files", nargs="*", type=Path)
    lines, on, example = Counter[Line](), Counter[Line](), dict[Line, str]()
    with Pool(cores()) as pool:
        for done in pool.as_completed(deductions, list(puzzles(parser.parse_args()))):
            found = done.future.result()
            lines.update(line for line, _ in found)
            on.update({line for line, _ in found})
            example |= dict(found)
    for line, count in lines.most_common(MOST):
        told = f"{count} deductions on {on[line]} puzzles, such as {example[line]}"
        print(f'  technique "": {", ".join(line)};  // {told}')


if __name__ == "__main__":
    main()
