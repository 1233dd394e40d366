"""The grammar of the puzzle language and the stock genres."""
