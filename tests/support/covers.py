"""All covers of a small board by paths, by plain enumeration of sets of links."""

from __future__ import annotations

from collections.abc import Iterator


def covers(links: list[tuple[int, int]], cells: int, paths: int, least: int) -> set[frozenset[int]]:
    """Return the covers by so many paths of at least so many cells, as sets of link numbers."""
    found = set()
    for chosen in _forests(links, cells, cells - paths):
        size = [1] * cells
        root = list(range(cells))
        for i in chosen:
            a, b = (_root(root, cell) for cell in links[i])
            root[a] = b
            size[b] += size[a]
        if all(size[_root(root, cell)] >= least for cell in range(cells)):
            found.add(chosen)
    return found


def _forests(links: list[tuple[int, int]], cells: int, count: int) -> Iterator[frozenset[int]]:
    degree = [0] * cells

    def search(i: int, chosen: tuple[int, ...], root: list[int]) -> Iterator[frozenset[int]]:
        if len(chosen) == count:
            yield frozenset(chosen)
        elif len(links) - i >= count - len(chosen):
            a, b = links[i]
            p, q = _root(root, a), _root(root, b)
            if p != q and degree[a] < 2 and degree[b] < 2:
                degree[a] += 1
                degree[b] += 1
                yield from search(i + 1, (*chosen, i), [q if r == p else r for r in root])
                degree[a] -= 1
                degree[b] -= 1
            yield from search(i + 1, chosen, root)

    yield from search(0, (), list(range(cells)))


def _root(root: list[int], cell: int) -> int:
    while root[cell] != cell:
        cell = root[cell]
    return cell
