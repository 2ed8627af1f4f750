"""The checker of a soak: it reads the record (record.py) and says each way in which the promise was broken.

The promise: work starts at least once, one end of it is accepted at most, and exclusive work never overlaps while clock
rates are sane and commits survive failover. Faults that break those two conditions say so in the record ("beyond"): what
follows from them is counted apart.
"""

import collections
import json
import os

from record import lines


class Run:
    """One start of a program, for one grant."""

    def __init__(self, machine, start):
        self.machine, self.start, self.name, self.pid = machine, start["at"], start["name"], start["pid"]
        _, occurrence, epoch = start["grant"].split(".")
        self.occurrence, self.epoch, self.fence = int(occurrence), int(epoch), start["fence"]
        self.end = self.status = self.stopped = self.alive = None

    @property
    def over(self):
        """The last moment at which it certainly was at work."""
        return next(at for at in (self.end, self.stopped, self.alive, self.start) if at is not None)

    def __str__(self):
        return f"{self.name} epoch {self.epoch} on {self.machine} from {self.start:.2f} to {self.over:.2f}"


def read_runs(directory, machines):
    """The runs of these machines, by (machine, grant), and the lines that fit to none."""
    runs, strange = collections.defaultdict(list), []
    for machine in machines:
        for line in lines(os.path.join(directory, machine, "runs.log")):
            found = runs[machine, line["grant"]]
            if line["kind"] == "start":
                found.append(Run(machine, line))
                continue
            run = next((r for r in found if r.pid == line["pid"]), None)
            if run is None:
                strange.append(f"{machine} says the end of {line['grant']}, which did not begin")
            elif line["kind"] == "end":
                run.end, run.status = line["at"], line["status"]
            else:
                run.stopped = line["at"]
    return runs, strange


class Check:
    """What the checker found: problems, what lies beyond the promise, and figures."""

    def __init__(self, directory):
        with open(os.path.join(directory, "history.json")) as file:
            self.last = json.load(file)
        self.events = lines(os.path.join(directory, "events.log"))
        found, self.problems = read_runs(directory, self.last["machines"] + self.last["clones"])
        self.runs = sorted((run for runs in found.values() for run in runs), key=lambda r: r.start)
        self.beyond = []
        for event in self.events:
            if event["kind"] == "gone":
                for run in found[event["machine"], event["grant"]]:
                    if run.pid == event["pid"]:
                        run.alive = max(event["alive"], run.start)
        self.limits = [e for e in self.events if e["kind"] == "beyond"]
        self.history = {row["occurrence"]: row for row in self.last["history"]}
        self.check_overlaps()
        self.check_epochs()
        self.check_ends()
        self.check_acknowledged()
        self.check_healing()
        if self.last["losesCommits"] and not self.beyond:
            self.problems.append("failovers that lose commits, and no loss was found")
        self.problems += [f"the clone {e['machine']} did not say that it is refused" for e in self.events
                          if e["kind"] == "clone" and not e["said"]]

    def find(self, text, *runs):
        """Notes a finding about runs: one that a fault beyond the promise explains is no problem of it."""
        start, end = min((r.start for r in runs), default=0), max((r.over for r in runs), default=0)
        for limit in self.limits:
            concerned = any(limit["machine"] in ("*", r.machine) for r in runs)
            if concerned and limit["from"] <= end and start <= limit["until"]:
                return self.beyond.append(f"{limit['why']}: {text}")
        self.problems.append(text)

    def lose(self, text):
        """Notes something that is lost: with asynchronous replication a failover loses what was committed last."""
        (self.beyond if self.last["losesCommits"] else self.problems).append(text)

    def check_overlaps(self):
        """No two runs of an occurrence, or of an exclusive task, at a time; slots at most N."""
        tasks = collections.defaultdict(list)
        for run in self.runs:
            tasks[run.name].append(run)
        for name, runs in tasks.items():
            most = self.last["atMost"].get(name, 1)
            running = []
            for run in runs:
                running = [r for r in running if r.over > run.start]
                same = [r for r in running if r.occurrence == run.occurrence]
                if same:
                    self.find(f"two runs of one occurrence at a time: {same[0]}; {run}", same[0], run)
                elif len(running) >= most:
                    self.find(f"{len(running) + 1} runs at a time, at most {most} allowed: "
                              + "; ".join(map(str, [*running, run])), *running, run)
                running.append(run)

    def check_epochs(self):
        """Epochs rise, and the program is told its own."""
        last = {}
        for run in self.runs:
            if run.machine in self.last["clones"]:
                self.find(f"a clone got work: {run}", run)
            if run.fence != run.epoch:
                self.find(f"the fence {run.fence} is not that of the grant: {run}", run)
            before = last.get(run.occurrence)
            if before and run.epoch <= before.epoch:
                self.find(f"an epoch does not rise: {before}; then {run}", before, run)
            last[run.occurrence] = run

    def check_ends(self):
        """An accepted end is that of a run which had this end, and nothing begins or changes after it."""
        accepted, owned, of = {}, {}, collections.defaultdict(list)
        for run in self.runs:
            owned[run.occurrence, run.epoch, run.machine] = run
            of[run.occurrence].append(run)
        for event in self.events:
            if event["kind"] == "accepted":
                number = event["occurrence"]
                end = (event["epoch"], event["machine"], event["outcome"])
                if accepted.setdefault(number, (end, event["at"]))[0] != end:
                    self.lose(f"occurrence {number} has two accepted ends: {accepted[number][0]} and {end}")
        for number, (end, at) in accepted.items():
            row = self.history.get(number)
            if row is None or (row["epoch"], row["machine"], row["outcome"]) != end:
                self.lose(f"the accepted end {end} of occurrence {number} is lost; now it is {row}")
                continue
            for run in of[number]:
                if run.start > at:
                    self.find(f"it began after its accepted end: {run}", run)
        for row in self.history.values():
            if not row["by_report"] or row["outcome"] not in ("completed", "failed"):
                continue
            run = owned.get((row["occurrence"], row["epoch"], row["machine"]))
            if run is None:
                self.lose(f"the accepted end of {row['identifier']}, epoch {row['epoch']} on {row['machine']}, is of no "
                          f"run: {[str(r) for r in of[row['occurrence']]]}")
            elif run.end is None and run.stopped is None or run.end is not None and run.status != row["exit_status"]:
                self.find(f"the accepted end ({row['outcome']}, {row['exit_status']}) is not that of {run}: {run.status}",
                          run)

    def check_acknowledged(self):
        """Nothing that a submission was answered for is lost."""
        rows = collections.Counter(row["task"] for row in self.history.values())
        self.acknowledged = [e for e in self.events if e["kind"] == "submitted"]
        for event in self.acknowledged:
            expected = event["ends"]
            if rows[event["task"]] < expected:
                self.lose(f"{event['name']}, acknowledged, has {rows[event['task']]} ends of {expected}")
        for row in self.history.values():
            # Only the nightly tasks are cancelled, at the end.
            if row["outcome"] not in ("completed", "failed") and not (row["outcome"] == "cancelled" and row["nightly"]):
                self.lose(f"{row['identifier']} ended as {row['outcome']} although attempts were left")

    def check_healing(self):
        """All is done within the bound after the last fault, and nothing is left anywhere."""
        for what in self.last["left"]:
            self.problems.append(f"left {self.last['bound']} s after healing: {what}")

    def figures(self):
        """What happened, in numbers."""
        ends = collections.Counter(row["outcome"] for row in self.history.values())
        faults = collections.Counter(e["fault"] for e in self.events if e["kind"] == "fault")
        again = sum(1 for run in self.runs if run.epoch > 1)
        killed = sum(1 for run in self.runs if run.end is None)
        return (f"{len(self.acknowledged)} submissions, {len(self.runs)} runs ({again} of a later grant, {killed} cut "
                f"short), {len(self.history)} ends ({', '.join(f'{n} {k}' for k, n in sorted(ends.items()))}); faults: "
                + (", ".join(f"{n} {k}" for k, n in sorted(faults.items())) or "none"))
