"""Country Road."""

from nlc.formats.parts import Parts

PARTS = Parts(room="room", room_number="size", line="line")
