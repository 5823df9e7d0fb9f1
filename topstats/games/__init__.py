"""One folder a game: its rules, its engine, its strategies, its columns."""
