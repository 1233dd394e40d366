"""Binary adders, and comparators of the bits of the total with each bound.

Source: Eén and Sörensson, Translating pseudo-Boolean constraints into SAT (JSAT 2006), section 5.3;
Warners (1998). Both directions are encoded.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product

from nlc.encode.base import declared
from nlc.encode.sums import Shape
from nlc.encode.template import Template

MAX_BITS = 40
"""The most bits of a total."""


class Adder:
    """Each number becomes bits; full adders add three bits of one weight until one is left."""

    declaration = declared("sums", "adder")

    def refusal(self, shape: Shape) -> str | None:
        """Return why the encoding does not apply to a shape, or None."""
        if shape.op != "+":
            return "it encodes sums, and no products"
        span = sum(levels[-1] - levels[0] for levels in shape.levels)
        return f"the total has more than {MAX_BITS} bits" if span >> MAX_BITS else None

    def template(self, shape: Shape) -> Template:
        """Return the clauses of bits, adders and comparators."""
        return _Network(shape).template()


class _Network:
    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._last = shape.inputs + len(shape.bounds)
        self._clauses: list[list[int]] = []

    def template(self) -> Template:
        shape, at = self._shape, 0
        buckets: dict[int, list[int]] = defaultdict(list)
        for levels in shape.levels:
            lits = list(range(at + 1, at := at + len(levels)))
            at -= 1
            for bit, literal in self._bits([level - levels[0] for level in levels], lits):
                buckets[bit].append(literal)
        total: list[int | None] = []
        bit = 0
        while any(bits for position, bits in buckets.items() if position >= bit):
            waiting = buckets[bit]
            while len(waiting) > 1:
                some = [waiting.pop(0) for _ in range(min(3, len(waiting)))]
                carry, left = self._add_bits(some)
                buckets[bit + 1].append(carry)
                waiting.append(left)
            total.append(waiting[0] if waiting else None)
            bit += 1
        least = sum(levels[0] for levels in shape.levels)
        for j, bound in enumerate(shape.bounds, 1):
            self._reaches(total, bound - least, shape.inputs + j)
        return shape.template(self._last, self._clauses)

    def _fresh(self) -> int:
        self._last += 1
        return self._last

    def _bits(self, levels: list[int], lits: list[int]) -> list[tuple[int, int]]:
        """Return the true bits of a number from 0 on, with their literals."""
        if len(levels) == 2:
            return [(bit, lits[0]) for bit in range(levels[1].bit_length()) if levels[1] >> bit & 1]
        out = []
        for bit in range(levels[-1].bit_length()):
            held = [level >> bit & 1 for level in levels]
            if not any(held):
                continue
            literal = self._fresh()
            start = 0
            for i in range(1, len(levels) + 1):
                if i == len(levels) or held[i] != held[start]:
                    within = [-lits[start - 1]] if start else []
                    within += [lits[i - 1]] if i < len(levels) else []
                    self._clauses.append([*within, literal if held[start] else -literal])
                    start = i
            out.append((bit, literal))
        return out

    def _add_bits(self, bits: list[int]) -> tuple[int, int]:
        """Return the carry and the sum of two or three bits."""
        carry, left = self._fresh(), self._fresh()
        for signs in product((False, True), repeat=len(bits)):
            given = [-x if held else x for x, held in zip(bits, signs, strict=True)]
            self._clauses.append([*given, left if sum(signs) % 2 else -left])
        for i in range(len(bits) if len(bits) == 3 else 0):
            pair = [x for j, x in enumerate(bits) if j != i]
            self._clauses += [[*(-x for x in pair), carry], [*pair, -carry]]
        if len(bits) == 2:
            self._clauses += [[-bits[0], -bits[1], carry], [bits[0], -carry], [bits[1], -carry]]
        return carry, left

    def _reaches(self, total: list[int | None], bound: int, output: int) -> None:
        """Add "the output is true if and only if a binary number is at least a bound"."""
        if bound <= 0 or bound >> len(total):
            self._clauses.append([output if bound <= 0 else -output])
            return
        before: int | bool = True
        for bit, literal in enumerate(total):
            wanted = bound >> bit & 1
            if literal is None:
                before = False if wanted else before
            elif isinstance(before, bool):
                # The lower bits always reach the bound, or never do.
                before = literal if before == bool(wanted) else not wanted
            else:
                held, sign = self._fresh(), 1 if wanted else -1
                one, other, both = sign * literal, sign * before, sign * held
                self._clauses += [[-one, -other, both], [one, -both], [other, -both]]
                before = held
        if isinstance(before, bool):
            self._clauses.append([output if before else -output])
        else:
            self._clauses += [[-before, output], [before, -output]]


ADDER = Adder()
