"""Country Road."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(room="room", room_number="size", line="line")

JANKO = Janko(("countryroad",))
