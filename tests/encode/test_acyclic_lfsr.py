"""The shift registers have the period that the encoding counts on."""

from __future__ import annotations

from nlc.encode.acyclic.labels import TAPS


def times(a: int, b: int, polynomial: int, degree: int) -> int:
    """Multiply polynomials over GF(2), modulo another."""
    out = 0
    while b:
        if b & 1:
            out ^= a
        a, b = a << 1, b >> 1
        if a >> degree:
            a ^= polynomial
    return out


def power(exponent: int, polynomial: int, degree: int) -> int:
    """Return x to a power, modulo a polynomial."""
    out, square = 1, 2
    while exponent:
        if exponent & 1:
            out = times(out, square, polynomial, degree)
        square, exponent = times(square, square, polynomial, degree), exponent >> 1
    return out


def primes(n: int) -> set[int]:
    """Return the prime factors."""
    found, p = set(), 2
    while p * p <= n:
        if n % p:
            p += 1
        else:
            n //= p
            found.add(p)
    return found | {n} - {1}


def test_every_polynomial_is_primitive():
    for degree in range(2, len(TAPS)):
        polynomial = 1 << degree | 1 | sum(1 << t for t in TAPS[degree])
        period = 2**degree - 1
        assert power(period, polynomial, degree) == 1, degree
        for p in primes(period):
            assert power(period // p, polynomial, degree) != 1, degree
