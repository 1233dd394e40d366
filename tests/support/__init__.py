"""What several tests share; tests do not import each other."""
