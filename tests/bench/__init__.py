"""What `make bench` runs: speed as ratios and CPU times, never as a test."""
