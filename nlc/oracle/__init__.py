"""An independent brute force for small formulas: it shares no code with the compiler.

Nothing else of nlc is imported here, so that a mistake of the compiler cannot be repeated.
"""
