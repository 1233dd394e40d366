"""Families of formulas for solvers and proofs, each a model of a few lines.

They are those of `cnfgen`, with which a test compares them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from itertools import combinations

import networkx as nx
import numpy as np

import nlc


def pigeonhole(pigeons: int, holes: int) -> nlc.Model:
    m = nlc.Model("each pigeon has a hole, no hole two pigeons")
    p = m.bools("p", (pigeons, holes))
    m.add(p.any(axis=1), name="somewhere")
    m.add(nlc.at_most(1, p, axis=0), name="alone")
    return m


def ramsey(s: int, k: int, n: int) -> nlc.Model:
    m = nlc.Model("n people, no s of them all strangers, no k all friends")
    g = m.graph(combinations(range(n), 2), "friends")
    for size, wrong in ((s, ~g), (k, g)):
        places = {pair: i for i, pair in enumerate(g.edges)}
        for few in combinations(range(n), size):
            group = wrong[[places[pair] for pair in combinations(few, 2)]]
            m.add(~group.all(), name="friends" if wrong is g else "strangers")
    return m


def van_der_waerden(n: int, k: int, other: int) -> nlc.Model:
    m = nlc.Model("two colours of 1 to n without a progression of k or of another length")
    x = m.bools("x", n)
    for length, wrong in ((k, x), (other, ~x)):
        for step in range(1, n // (length - 1) + 1):
            starts = range(n - step * (length - 1))
            m.add([nlc.any(wrong[first : first + step * length : step]) for first in starts])
    return m


def parity(n: int) -> nlc.Model:
    m = nlc.Model("n people in pairs")
    g = m.graph(combinations(range(n), 2), "pair")
    m.add([nlc.exactly(1, g.at(i)) for i in range(n)], name="once")
    return m


def counting(n: int, size: int) -> nlc.Model:
    m = nlc.Model("n elements in sets of a size")
    sets = list(combinations(range(n), size))
    x = m.bools("x", len(sets))
    m.add([nlc.exactly(1, x[[i in each for each in sets]]) for i in range(n)], name="once")
    return m


def ordering(n: int) -> nlc.Model:
    m = nlc.Model("n elements in order, of which none is the least")
    less = m.bools("less", (n, n))
    m.add(~less.diagonal(), [less[i, j] ^ less[j, i] for i, j in combinations(range(n), 2)])
    for i, j, k in itertools.permutations(range(n), 3):
        m.add((less[i, j] & less[j, k]) >> less[i, k], name="transitive")
    m.add(less.any(axis=0), name="no_least")
    return m


def pebbling(graph: nx.DiGraph) -> nlc.Model:
    m = nlc.Model("sources have pebbles, pebbles go on, the sink has none")
    nodes = {node: i for i, node in enumerate(graph)}
    x = m.bools("pebble", len(nodes))
    for node, i in nodes.items():
        m.add(x[[nodes[each] for each in graph.predecessors(node)]].all() >> x[i], name="on")
        if not graph.out_degree(node):
            m.add(~x[i], name="sink")
    return m


def colouring(graph: nx.Graph, colours: int) -> nlc.Model:
    m = nlc.Model("a colour for each node, ends of an edge differ")
    one, other = np.array(graph.edges).T
    colour = m.ints("colour", len(graph), 1, colours)
    m.add(colour[one] != colour[other], name="edges")
    return m


def tseitin(graph: nx.Graph, charges: Sequence[int]) -> nlc.Model:
    m = nlc.Model("each node has an odd or an even number of edges")
    g = m.graph(graph)
    for node, charge in zip(g.nodes, charges, strict=True):
        m.add(nlc.odd(g.at(node)) == bool(charge), name="charges")
    return m


def clique(graph: nx.Graph, size: int) -> nlc.Model:
    m = nlc.Model("as many nodes, each two of which are joined")
    x = m.bools("x", len(graph))
    m.add(nlc.exactly(size, x), name="size")
    m.add([~(x[a] & x[b]) for a, b in nx.complement(graph).edges], name="joined")
    return m


def even_colouring(graph: nx.Graph) -> nlc.Model:
    m = nlc.Model("half of the edges at each node are chosen")
    g = m.graph(graph)
    m.add([nlc.exactly(graph.degree(node) // 2, g.at(node)) for node in g.nodes], name="half")
    return m


def pythagorean_triples(n: int) -> nlc.Model:
    m = nlc.Model("two colours of 1 to n, no a² + b² = c² in one colour")
    x = m.bools("x", n + 1)
    squares = [(a, b, math.isqrt(a * a + b * b)) for a, b in combinations(range(1, n + 1), 2)]
    triples = [x[list(t)] for t in squares if t[0] ** 2 + t[1] ** 2 == t[2] ** 2 and t[2] <= n]
    m.add(~x[0], [nlc.exactly([1, 2], triple) for triple in triples], name="triples")
    return m


def isomorphism(one: nx.Graph, other: nx.Graph) -> nlc.Model:
    m = nlc.Model("the second graph as a picture of the first")
    image = m.ints("image", len(one), 0, len(other) - 1)
    m.add(nlc.all_different(image), name="one_to_one")
    for a, b in combinations(range(len(one)), 2):
        edge = nlc.any([(image[a] == c) & (image[b] == d) for c, d in nx.DiGraph(other).edges])
        m.add(edge == one.has_edge(a, b), name="edges")
    return m
