"""Small puzzles by the definitions of their genres: nothing of nlc is imported here."""
