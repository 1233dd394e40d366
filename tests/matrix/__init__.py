"""Every kind of clue and variable through every door of nlc, held against brute force."""
