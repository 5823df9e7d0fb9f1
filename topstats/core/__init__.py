"""What every game needs and no game owns: compilation, chance, the contract of a room."""
