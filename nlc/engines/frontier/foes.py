"""Pieces that must stay apart, since an edge between them is left out and paths may not touch."""

from __future__ import annotations

import numpy as np

from nlc.engines.frontier.state import ONE, Bools, Bytes, Columns, Layer, Masks

NONE = np.uint64(0)


def foes_of(layer: Layer, slot: int) -> Masks:
    """Return the foes of the piece of a node; none where it has a label or no name."""
    first = layer.piece[slot].astype(np.intp) - 1
    return np.where(first >= 0, layer.foes[first, np.arange(layer.size)], NONE)


def bit_of(layer: Layer, slot: int) -> Masks:
    """Return the number of the bit for the piece of a node: by its label, else by its name."""
    bits: Masks = layer.piece[slot].astype(np.uint64) - ONE
    if not layer.shape.labels:
        return bits
    return np.where(layer.labelled(slot), label_bit(layer, layer.label[slot]), bits)


def label_bit(layer: Layer, label: Bytes) -> Masks:
    """Return the number of the bit for the pieces of labels (from 1)."""
    return label.astype(np.uint64) + np.uint64(layer.shape.width - 1)


def are_foes(layer: Layer, a: int, b: int, *, one_label: bool) -> Bools:
    """Return in which states two pieces must not be joined.

    Args:
        a: slot of a node.
        b: slot of another.
        one_label: all that is drawn has label 1, so that a foe of it must stay undrawn.
    """
    foes_a, foes_b = foes_of(layer, a), foes_of(layer, b)
    found = (foes_a >> bit_of(layer, b)) | (foes_b >> bit_of(layer, a))
    if one_label:
        found |= (foes_a | foes_b) >> np.uint64(layer.shape.width)
    return (found & ONE) > 0


def part(layer: Layer, a: int, b: int) -> None:
    """Make foes of the pieces of two nodes, where both can still grow or be joined."""
    matters = (layer.piece[a] > 0) | layer.labelled(a)
    matters &= (layer.piece[b] > 0) | layer.labelled(b)
    for one, other in ((a, b), (b, a)):
        columns = np.flatnonzero(matters & ~layer.labelled(one) & (layer.piece[one] > 0))
        first = layer.piece[one, columns].astype(np.intp) - 1
        layer.foes[first, columns] |= ONE << bit_of(layer, other)[columns]


def join(layer: Layer, old: tuple[Bytes, Bytes], foes: Masks, new: Bytes, label: Bytes) -> None:
    """Make one of two pieces in the lists of foes.

    Args:
        layer: the states, in which the pieces are joined already.
        old: the names that the two pieces had.
        foes: of both before.
        new: the name of the piece that they are now.
        label: its label, or 0.
    """
    everyone = np.arange(layer.size)
    bits = [piece.astype(np.uint64) - ONE for piece in old]
    for bit in bits:
        layer.foes[bit.astype(np.intp), everyone] = NONE
    now = np.where(label > 0, label_bit(layer, label), new.astype(np.uint64) - ONE)
    _replace(layer, (ONE << bits[0]) | (ONE << bits[1]), ONE << now)
    columns = np.flatnonzero(label == 0)
    layer.foes[new[columns].astype(np.intp) - 1, columns] = foes[columns]


def leave(layer: Layer, slot: int, new: Bytes) -> None:
    """Let the piece that a slot named be named `new`; where that is 0, it has gone."""
    foes = layer.foes[slot].copy()
    layer.foes[slot] = NONE
    stays = np.flatnonzero(new)
    bit = np.zeros(layer.size, np.uint64)
    bit[stays] = ONE << (new[stays].astype(np.uint64) - ONE)
    _replace(layer, np.full(layer.size, ONE << np.uint64(slot)), bit)
    layer.foes[new[stays].astype(np.intp) - 1, stays] = foes[stays]


def forget_label(layer: Layer, columns: Columns, label: Bytes) -> None:
    """Take a label that is done out of the lists of some states; `label` is theirs, from 1."""
    layer.foes[:, columns] &= ~(ONE << label_bit(layer, label))


def _replace(layer: Layer, old: Masks, new: Masks) -> None:
    """Let `new` stand for the bits of `old` in every list that has one of them."""
    met = (layer.foes & old) > 0
    layer.foes &= ~old
    layer.foes |= np.where(met, new, NONE)
