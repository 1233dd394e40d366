"""From a program to checked boards, by a plan: solving, counting, uniqueness."""
