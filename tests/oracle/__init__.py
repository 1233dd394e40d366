"""The stock genres by their definitions: nothing of nlc is imported but its own brute force."""
