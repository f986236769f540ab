"""The games in plain Python: their names, their guesses and feedbacks, and how people write these."""
