"""The makers of the reconstructed data of Top Race: `python -m tests.making` writes data/top_race anew."""

import json
from pathlib import Path
from typing import Any


def dump(data: dict[str, Any], path: Path) -> None:
    """Plain JSON with one entry of each long list in a line, so that a person can read and edit it."""
    parts = []
    for key, value in data.items():
        if isinstance(value, list) and value and isinstance(value[0], (dict, list)):
            rows = ",\n".join("  " + json.dumps(one, ensure_ascii=False) for one in value)
            parts.append(f" {json.dumps(key)}: [\n{rows}\n ]")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    path.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
