"""Which clues contradict each other, by which rules, and what would mend it."""
