"""What is written from the tables: each part gives the texts of its files, by their paths."""

from . import python, reference, typescript

PARTS = [python.files, typescript.files, reference.files]
