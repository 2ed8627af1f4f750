"""A soak of real daemons, agents and PostgreSQL under faults, and a checker over what their programs really did.

  soak.py [--machines N] [--each N] [--seed N] [--lease S] [--faults KIND,…]   plans faults by the seed, and lives on
  soak.py --plan FILE                                                           lives through a plan that was kept
  soak.py --long [--seed N]                                                     the long form, about an hour and a half
  soak.py --check DIRECTORY                                                     checks a record that was kept

Needs root, for network namespaces; else the exit status is 77. Exit status 1: the promise was broken; the record is kept.
"""

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import psycopg

import faults
from checker import Check
from record import Events, Watcher
from stage import HERE, Stage, programs
from cluster import SCHEMA, mutant, pause, wait  # noqa: E402

ISOLATED = "BGTASK_SOAK_ISOLATED"
# The exit status of a program that could not test anything.
UNABLE = 77
# The long form. In the last one all is crowded: each machine has less of the processor than it would like.
LONG = [
    ["--lease", "60"],
    ["--lease", "12", "--machines", "6", "--faults", ",".join(faults.LOCAL)],
    ["--lease", "12", "--faults", "clone,kill-agent"],
    ["--lease", "12", "--faults", "server-full"],
    ["--lease", "12", "--faults", "pooler,cut,terminate,kill-server,kill-agent", "--pooler"],
    ["--lease", "12", "--faults", "fail-over,kill-agent,cut", "--standby", "sync"],
    ["--lease", "12", "--faults", "fail-over", "--standby", "async"],
    ["--lease", "12", "--set", "skip_locked=false", "--set", "notify=false"],
    ["--lease", "60", "--machines", "50"],
]


def isolate(arguments):
    """Runs the program with these arguments in namespaces of its own, so that all that it starts ends with it.

    Returns its exit status; in those namespaces, nothing.
    """
    if os.environ.get(ISOLATED):
        return None
    if os.geteuid() != 0:
        print("soak.py needs root, for network namespaces")
        return UNABLE
    for name, package in (("nft", "nftables"), ("pgbouncer", "pgbouncer")):
        if not shutil.which(name) and (name == "nft" or "--pooler" in arguments):
            print(f"soak.py needs {name}: apt-get install {package}")
            return UNABLE
    words = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    refused = subprocess.run([*words, "true"], capture_output=True, text=True)
    if refused.returncode:
        print(f"soak.py needs namespaces, which are not allowed here: {refused.stderr.strip()}")
        return UNABLE
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
    # The shell is the first process of the namespace, and takes in those whose parents have died.
    process = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", *words, "sh", "-c", '"$@"; exit $?', "sh", sys.executable, "-B", __file__,
         *arguments], env={**os.environ, ISOLATED: "1"})
    try:
        return process.wait()
    finally:
        process.kill()


class Work:
    """Hands in tasks as a person does, as long as it lasts."""

    def __init__(self, stage, events, seed, rate):
        self.stage, self.events, self.rng, self.rate = stage, events, random.Random(seed), rate
        self.at_most, self.count = {}, 0
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.go_on, daemon=True)
        self.nightly = []

    def request(self):
        rng = self.rng
        self.count += 1
        kind = "nightly" if self.count <= 2 else rng.choices(["once", "everywhere"], [9, 1])[0]
        name = f"org.soak.{kind}-{self.count}"
        seconds = rng.choices([rng.uniform(0.1, 2), rng.uniform(3, 8), rng.uniform(8, 20)], [4, 5, 2])[0]
        request = {"identifier": name, "group": "lab", "mode": kind, "attempts": 100, "onConflict": "keep"}
        if kind == "everywhere":
            seconds = rng.uniform(0.1, 1)
            request["atMost"] = rng.choice([1, 2])
        elif kind == "nightly":
            seconds = rng.uniform(0.5, 4)
            request["calendar"] = {"expressions": ["*:*:0/7"]}
        self.at_most[name] = request.get("atMost", 1)
        # Some later grants are at work when the machine that had the first one comes back.
        later = rng.choices([seconds, rng.uniform(self.stage.lease, self.stage.lease * 1.5)], [4, 1])[0]
        arguments = [name, f"{seconds:.2f}", f"{later:.2f}", str(rng.choices([0, 3], [9, 1])[0]),
                     str(rng.choices([0, 1], [4, 1])[0])]
        request["request"] = {"identifier": name, "kind": "processing",
                              "command": {"argv": [os.path.join(HERE, "work.sh"), *arguments]}}
        return request

    def go_on(self):
        connection = None
        request = self.request()
        while not self.ended.is_set():
            try:
                connection = connection or self.stage.server.connect("ops")
                if self.stage.backlog() > 5 * len(self.stage.machines):
                    self.ended.wait(1)
                    continue
                answer, = connection.execute("SELECT bgtask_fleet.submit_1(%s::jsonb)", [json.dumps(request)]).fetchone()
            except psycopg.Error as error:
                # Whether it was taken in is not known: it is handed in again, under the same name.
                self.events.add("unanswered", name=request["identifier"], cause=str(error).split("\n")[0])
                connection = None
                self.ended.wait(0.3)
                continue
            self.events.add("submitted", name=request["identifier"], task=answer["task"],
                            ends=answer["occurrences"] if request["mode"] == "everywhere" else 1)
            if request["mode"] == "nightly":
                self.nightly.append(request["identifier"])
            request = self.request()
            self.ended.wait(self.rng.expovariate(self.rate))

    def end(self, bound):
        """Hands in no more, and ends the nightly tasks once each has gone on after the last fault.

        Returns those that have not within the bound.
        """
        self.ended.set()
        self.thread.join(30)
        before, until = self.nights(), time.monotonic() + bound
        still = self.nightly
        while still and time.monotonic() < until:
            pause(0.5)
            now = self.nights()
            still = [name for name in self.nightly if now.get(name, 0) <= before.get(name, 0)]
        for name in self.nightly:
            self.stage.server.ask("SELECT bgtask_fleet.cancel_1(%s::jsonb)", [json.dumps({"identifier": name})])
        return [f"{name} does not go on" for name in still]

    def nights(self):
        """The number of ends of each nightly task."""
        return dict(self.stage.server.ask(
            "SELECT t.identifier, count(*) FROM bgtask_fleet.history h JOIN bgtask_fleet.task t ON t.id = h.task "
            "WHERE t.mode = 'nightly' GROUP BY 1"))


HISTORY = """SELECT h.occurrence, h.task, t.identifier, h.epoch, m.name AS machine, h.outcome, h.success, h.exit_status,
    h.by_report, t.mode = 'nightly' AS nightly FROM bgtask_fleet.history h JOIN bgtask_fleet.task t ON t.id = h.task
    LEFT JOIN bgtask_fleet.machine m ON m.id = h.machine"""


class Ends(threading.Thread):
    """Writes down each accepted end when it is seen first, so that one which changes or is lost later is found."""

    def __init__(self, stage, events):
        super().__init__(daemon=True)
        self.stage, self.events, self.seen = stage, events, {}
        self.ended = threading.Event()

    def run(self):
        while not self.ended.wait(1):
            try:
                with self.stage.server.connect() as connection:
                    for number, _, _, epoch, machine, outcome, _, _, by_report, _ in connection.execute(HISTORY):
                        end = (epoch, machine, outcome)
                        if by_report and self.seen.get(number) != end:
                            self.seen[number] = end
                            self.events.add("accepted", occurrence=number, epoch=epoch, machine=machine, outcome=outcome)
            except psycopg.OperationalError:
                pass


def left_over(stage, watcher):
    """What is not done yet, in words."""
    left = [f"occurrence {row}" for row in stage.server.ask(
        "SELECT id, task, waiting, epoch, cancelled FROM bgtask_fleet.occurrence LIMIT 20")]
    left += [f"open task {row}" for row in stage.server.ask(
        "SELECT identifier FROM bgtask_fleet.open_task WHERE mode <> 'everywhere' LIMIT 20")]
    left += [f"taken slot {row}" for row in stage.server.ask(
        "SELECT * FROM bgtask_fleet.slot WHERE occurrence IS NOT NULL")]
    if not left:
        left += [f"{machine.name} has {name}" for machine in stage.machines for name in machine.left()]
    if watcher.count():
        left.append(f"{watcher.count()} programs at work")
    return left


def live(options, directory):
    """Lives through the faults, and leaves a record in the directory."""
    os.chmod(directory, 0o711)
    schema = mutant(options.mutation, directory) if options.mutation else SCHEMA
    stage = Stage(directory, options, schema)
    events = Events(directory)
    names = [f"m{number + 1}" for number in range(options.machines)]
    for _ in names:
        stage.join()
    wait("the machines' joining", lambda: stage.members() >= len(names), 60)
    actions = options.actions or faults.plan(options.seed, options.faults.split(","), options.each, names, options.lease)
    with open(os.path.join(directory, "plan"), "w") as file:
        file.writelines(json.dumps(action) + "\n" for action in actions)
    watcher = Watcher(events, directory, names)
    ends = Ends(stage, events)
    work = Work(stage, events, options.seed, options.rate)
    for thread in (watcher, ends, work.thread):
        thread.start()
    faults.Faults(stage, events, watcher).carry_out(actions)
    events.add("healed")
    # The end of a lease, the longest pause of an agent, the longest work, and time to share it out.
    bound = options.lease * 3 + 60
    healed = time.monotonic()
    stopped = work.end(bound)
    while (left := stopped + left_over(stage, watcher)) and time.monotonic() < healed + bound:
        pause(0.5)
    events.add("done", seconds=round(time.monotonic() - healed, 1))
    for thread in (ends, watcher):
        thread.ended.set()
        thread.join(30)
    with stage.server.connect() as connection:
        cursor = connection.execute(HISTORY)
        rows = [dict(zip([c.name for c in cursor.description], row)) for row in cursor]
    with open(os.path.join(directory, "history.json"), "w") as file:
        json.dump({"machines": [m.name for m in stage.machines], "clones": [c.name for c in stage.clones],
                   "history": rows, "left": left, "bound": bound, "atMost": work.at_most,
                   "losesCommits": options.standby == "async"}, file)
    stage.end()


def say(check):
    for text in check.beyond[:20]:
        print(f"beyond the promise: {text}")
    for text in check.problems[:20]:
        print(f"PROBLEM: {text}")
    print(f"{check.figures()}; {len(check.problems)} problems, {len(check.beyond)} beyond the promise", flush=True)
    return not check.problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machines", type=int, default=5)
    parser.add_argument("--each", type=int, default=20, help="how often each fault happens")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lease", type=int, default=60, help="the lease in seconds")
    parser.add_argument("--rate", type=float, default=2, help="tasks a second")
    parser.add_argument("--faults", default=",".join(faults.MACHINE + faults.SERVER))
    parser.add_argument("--set", action="append", default=[], metavar="SETTING=VALUE", help="a setting of the fleet")
    parser.add_argument("--pooler", action="store_true", help="the machines connect through PgBouncer")
    parser.add_argument("--standby", choices=["sync", "async"], help="the server has a standby, to which it fails over")
    parser.add_argument("--long", action="store_true", help="all of it: what make fleet-soak runs")
    parser.add_argument("--plan", metavar="FILE")
    parser.add_argument("--mutation", metavar="NAME", help="a planted fault, Mutations/NAME.patch: it has to be found")
    parser.add_argument("--programs", default=None, metavar="DIRECTORY")
    parser.add_argument("--check", metavar="DIRECTORY")
    parser.add_argument("--keep", metavar="DIRECTORY", help="keeps the record there")
    options = parser.parse_args()
    if options.check:
        raise SystemExit(0 if say(Check(options.check)) else 1)
    if options.long:
        raise SystemExit(max(isolate([*arguments, "--seed", str(options.seed)]) for arguments in LONG))
    if (status := isolate(sys.argv[1:])) is not None:
        raise SystemExit(status)
    options.programs = options.programs or programs()
    options.actions = None
    if options.plan:
        with open(options.plan) as file:
            options.actions = [json.loads(line) for line in file]
        options.faults = ",".join({action["fault"] for action in options.actions})
    directory = tempfile.mkdtemp(prefix="soak.")
    print(f"--- {' '.join(sys.argv[1:])}: seed {options.seed}, {options.machines} machines, a lease of {options.lease} s",
          flush=True)
    began = time.monotonic()
    try:
        live(options, directory)
        fine = say(Check(directory))
        print(f"{time.monotonic() - began:.0f} s", flush=True)
    except BaseException:
        print(f"the record is in {directory}", flush=True)
        raise
    if options.keep or not fine:
        where = options.keep or directory
        if where != directory:
            shutil.copytree(directory, where, ignore=shutil.ignore_patterns("data", "socket", ".s.*"), dirs_exist_ok=True)
        print(f"the record is in {where}", flush=True)
    if fine or options.keep:
        shutil.rmtree(directory)
    raise SystemExit(0 if fine else 1)


if __name__ == "__main__":
    main()
