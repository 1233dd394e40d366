"""Sudoku: its boxes are rooms."""

from nlc.formats.parts import IGNORED, Parts

PARTS = Parts(number="num", unknown=IGNORED, room="box", value="number")
