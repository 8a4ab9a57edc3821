"""Makes the folder of an experiment as `skerry experiment` does: two instances with two variants of three runs."""

import json
from pathlib import Path

from make_trace import sample, write


def experiment(folder: Path, runs: int = 3, **content) -> Path:
    """Islands end at 50 on `easy` and 60 on `hard`, one population at 55 and 65. `content` changes experiment.json."""
    folder.mkdir(parents=True, exist_ok=True)
    variants = []
    for instance, end in (("easy", 50.0), ("hard", 60.0)):
        for label, islands, worse in (("5 islands", 5, 0.0), ("one population", 1, 5.0)):
            name = f"{instance}-{islands}"
            files = [f"{name}-{seed}.h5" for seed in range(1, runs + 1)]
            for seed, file in enumerate(files):
                write(folder / file, sample(islands=islands, seed=seed, end=end + worse), target=end)
            variants.append({"name": name, "instance": instance, "label": label, "islands": islands, "runs": files})
    written = {"format": "skerry-experiment", "version": 1, "name": "islands", "title": "Islands against one population"}
    written |= {"source": "a paper", "variants": variants}
    (folder / "experiment.json").write_text(json.dumps(written | content))
    return folder
