"""``nlc prove``: check a proof that there is no solution, or no other solution."""

from __future__ import annotations

import argparse
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.cli import common
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_json, print_message
from nlc.cli.parser import positive
from nlc.cli.progress import Progress
from nlc.cli.solutions import load_solutions
from nlc.cnf import Cnf
from nlc.cnf.read import read_cnf
from nlc.cnf.write import write_cnf
from nlc.encode.lower import lower
from nlc.encode.policy import require_all
from nlc.encode.spec import Encoding
from nlc.errors import fail
from nlc.files import atomic_writer, formula_form
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.ir.objective import at_most
from nlc.proof.certify import Certificate, certify
from nlc.proof.files import load_proof_file, write_drat, write_lrat
from nlc.proof.formula import block_board, clause_list
from nlc.proof.steps import Lrat

_STATUS = {True: "PROVED", False: "NOT PROVED", None: "UNKNOWN"}


class _Claim(Struct, frozen=True, eq=False):
    """A claim that is to be proved."""

    cnf: Cnf
    subject: str
    text: str
    name: str
    encoding: str | None = None


EPILOG = """\
examples:
  nlc run --proof out.drat puzzle.nl            a puzzle without a solution, and the proof of it
  nlc prove puzzle.nl out.drat                  check that proof
  nlc run --unique --proof one.drat --format json puzzle.nl > one.json
  nlc prove --unique one.json puzzle.nl one.drat
                                                check that there is no other solution
  nlc run --minimize 'count line' --proof best.drat puzzle.nl
  nlc prove --minimize 'count line' --better-than 29 puzzle.nl best.drat
                                                check that no solution has less than 29
  nlc prove formula.cnf proof.lrat              any CNF, and any solver's proof

A puzzle is compiled again, so --encoding, --set and --from must be what they were. A DRAT proof
goes to nlc's DRAT checker, what that makes of it to nlc's LRAT checker, and the proof itself to
drat-trim where that is on PATH. The first two must accept, and drat-trim must not refuse.

exit status: 0 proved, 1 not a proof, or the solution is wrong, 2 the input is wrong,
3 undecided within the time, 130 interrupted
"""


KINDS = {"better_than": int, "timeout": positive}


ARGUMENTS = f"""
FILE  DIMACS, or a puzzle, or -
PROOF  DRAT, text or binary, or LRAT as text, or -
--unique SOLUTION  the proof says that there is no solution but this one, given in JSON as nlc run
    or nlc decode prints it; the rules judge it first
--better-than N  the proof says that no solution is better than N, by the puzzle's objective
{common.OBJECTIVE}{common.ENCODING}
--timeout S  seconds of wall-clock time for all checkers
--lrat OUT  write the proof, trimmed, with hints, as LRAT
--drat OUT  write the proof, trimmed, as DRAT
--cnf OUT  write the formula that the proof refutes, for other checkers
--format text|json [text]  output
{common.PUZZLES}
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    common.refuse_twice([args.file, args.proof, args.unique])
    for option, target in {"--lrat": args.lrat, "--drat": args.drat, "--cnf": args.cnf}.items():
        common.keep_inputs(option, target, [args.file, args.proof, args.unique])
    claim = _dimacs(args) if formula_form(args.file) else _puzzle(args)
    if claim is None:
        return EXIT_FAILED
    if args.cnf is not None:
        with atomic_writer(args.cnf) as stream:
            write_cnf(claim.cnf, stream)
    file = load_proof_file(args.proof)
    with Progress(1) as progress:
        progress.step(args.file)
        found = certify(claim.cnf, file, args.timeout, progress.detail)
    if args.format == "json":
        print_json(_to_json(args, claim, found))
    else:
        _show(claim, found)
    if found.proved and found.lrat is not None:
        _write(args, claim.cnf, found.lrat)
    if found.proved is None:
        return EXIT_UNDECIDED
    return EXIT_DECIDED if found.proved else EXIT_FAILED


def _write(args: argparse.Namespace, cnf: Cnf, proof: Lrat) -> None:
    """Write the proof in the formats that are wanted."""
    if args.lrat is not None:
        with atomic_writer(args.lrat) as stream:
            write_lrat(proof, stream)
    if args.drat is not None:
        with atomic_writer(args.drat) as stream:
            write_drat(clause_list(cnf), proof, stream)


def _dimacs(args: argparse.Namespace) -> _Claim:
    """Read the formula from a DIMACS file."""
    about = "unique set puzzle from genre encoding better-than"
    common.refuse(args, about, f"{{}} is about a puzzle, and {args.file} is a DIMACS file")
    if (form := formula_form(args.file)) != "cnf":
        message = f"a proof is about clauses alone, and {args.file} is {form.upper()}"
        raise fail(message, None, "nlc compile -o out.cnf writes the clauses of a puzzle")
    cnf = read_cnf(args.file, ordered=True, projected=False)
    return _Claim(cnf, args.file, "unsatisfiable", "unsatisfiable")


def _puzzle(args: argparse.Namespace) -> _Claim | None:
    """Compile the puzzle; return None if the solution that it is to have alone is wrong."""
    program = elaborate(common.load_one(args, args.file, "a proof"))
    spec = Encoding.parse(args.encoding)
    require_all(spec)
    if args.better_than is not None:
        program = _better(program, args)
    lowered = lower(replace(program, objective=None), spec)
    subject = f"{program.title}  ({args.file}, {program.genre})"
    encoding = str(lowered.encoding)
    if args.better_than is not None:
        claim = f"no solution better than {args.better_than}"
        return _Claim(lowered.cnf, subject, claim, "no better solution", encoding)
    if args.unique is None:
        return _Claim(lowered.cnf, subject, "no solution", "no solution", encoding)
    solution = _solution(args.unique, program)
    if solution is None:
        return None
    cnf = block_board(lowered.cnf, solution)
    return _Claim(cnf, subject, "exactly one solution", "unique", encoding)


def _better(program: Program, args: argparse.Namespace) -> Program:
    """Return the program of the solutions that are better than a number."""
    if program.objective is None:
        hint = "such as --minimize 'count line'"
        raise fail(
            f"{program.title} has no objective that --better-than could be about", None, hint
        )
    if args.unique is not None:
        raise fail("--better-than and --unique are two claims, each with a proof of its own")
    return at_most(program, max(program.objective.cost(args.better_than), 0) - 1)


def _solution(path: str, program: Program) -> dict[str, Any] | None:
    """Return the only solution of a file if it is right, else print why it is not."""
    given = [one for one in load_solutions(path) if one.title in (None, program.title)]
    if len(given) != 1:
        raise fail(f"{path} holds {len(given)} solutions of '{program.title}', and one is needed")
    board = given[0].board(program)
    broken = violations(program, board)
    if broken:
        print_message(f"nlc: {program.title}: the solution is wrong: {broken[0].message}")
        return None
    return program.solution_json(board)


def _to_json(args: argparse.Namespace, claim: _Claim, found: Certificate) -> dict[str, Any]:
    drat = found.drat
    return {
        "file": args.file,
        "proof": args.proof,
        "claim": claim.name,
        "status": _STATUS[found.proved],
        "problem": found.problem,
        "encoding": claim.encoding,
        "variables": claim.cnf.variables,
        "clauses": claim.cnf.clauses,
        "format": found.format,
        "steps": found.steps,
        "additions": drat and drat.additions,
        "core_lemmas": drat and drat.lemmas,
        "core_clauses": drat and drat.clauses,
        "rat_lemmas": drat and drat.rat,
        "deletions_passed_over": drat and drat.kept + drat.unknown,
        "checkers": list(found.agreed),
        "unanswered": list(found.unanswered),
        "seconds": {name: round(value, 6) for name, value in found.seconds.items()},
    }


def _show(claim: _Claim, found: Certificate) -> None:
    print(claim.subject)
    outcome = {True: "proved", False: "not proved", None: "undecided: the time is over"}
    print(f"{claim.text}: {outcome[found.proved]}")
    if found.problem is not None:
        print(f"  {found.problem}")
    print(f"{found.format} proof of {found.steps} steps", end="")
    drat = found.drat
    if drat is not None and drat.proved:
        print(
            f"; needed: {drat.lemmas} of {drat.additions} lemmas ({drat.rat} by RAT), "
            f"{drat.clauses} of {claim.cnf.clauses} clauses",
            end="",
        )
    print()
    if drat is not None and drat.unknown:
        print(f"{drat.unknown} deletions name clauses that are not there")
    if found.agreed:
        each = [f"{name} ({found.seconds[name]:.3f} s)" for name in found.agreed]
        print(f"accepted by: {', '.join(each)}")
    for name in found.unanswered:
        print(f"{name} gave no answer")
    if found.proved is False and claim.encoding is not None:
        print(
            f"the puzzle was compiled with {claim.encoding}; "
            "the proof must be of the same encoding, options and claim"
        )
