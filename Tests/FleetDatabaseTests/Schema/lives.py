"""Random lives of a fleet against schema-1.sql, and a checker over what the machines believed.

  python3 lives.py [--seed N] [--lives N]     interleaved lives in virtual time; a seed replays
  python3 lives.py --threads SECONDS          machines in threads, with a lease of two seconds
  python3 lives.py --mutations                the checker finds each planted fault (Mutations/*.patch)

Virtual time is real time for the database: to let d seconds pass, all dates in its tables move back by d. A machine
lives by rule 2: its runs are stopped, at the latest, 50 s (of 60) after it SENT its last good exchange.
"""

import argparse
import glob
import json
import os
import random
import shutil
import tempfile
import threading
import time
import uuid

import psycopg

from cluster import HERE, SCHEMA, Cluster, mutant
from fleetclient import AGAIN

LEASE, STOP, KILL = 60, 30, 50
BUSY = AGAIN + (psycopg.errors.LockNotAvailable,)


class Broken(Exception):
    """What the checker found."""


class Log:
    """What happened, append-only: starts and ends of runs, and what the database answered (heard or not)."""

    def __init__(self):
        self.events = []
        self.lock = threading.Lock()

    def add(self, at, kind, machine, **more):
        with self.lock:
            self.events.append({"at": at, "kind": kind, "machine": machine, **more})


class Machine:
    """An agent with its daemon. Runs are in the daemon, and outlive the agent; the disk outlives both."""

    def __init__(self, name, log, rng, connection, capacity=2):
        self.name, self.log, self.rng, self.connection, self.capacity = name, log, rng, connection, capacity
        self.machine = uuid.uuid5(uuid.NAMESPACE_DNS, name).hex
        self.disk = None  # the last session and sequence sent
        self.runs = {}  # (occurrence, epoch): [start, planned end, task]
        self.outbox = {}  # (occurrence, epoch): report
        self.blocked_until = 0  # no way to the database
        self.held = None  # an exchange whose transaction is open
        self.arriving = None  # an answer on its way
        self.start_agent()

    def start_agent(self):
        self.session = uuid.UUID(int=self.rng.getrandbits(128)).hex
        self.sequence, self.knows, self.classes = 0, 0, []
        self.good = -1e9  # when the last good exchange was sent
        self.pending = None  # the request without an answer
        self.unbegun, self.releases, self.begun = {}, [], []
        self.old_texts = []

    # The daemon

    def settle(self, now):
        """Ends the runs that have ended by now: by themselves, or because the lease was not renewed."""
        for key, (start, end, task) in list(self.runs.items()):
            until = max(self.good, self.trusted.get(key, -1e9)) + KILL
            if min(end, until) <= now:
                self.finish(key, min(end, until), "completed" if end <= until else "leaseLost")

    trusted = {}

    def finish(self, key, at, outcome):
        start, _, task = self.runs.pop(key)
        self.log.add(at, "end", self.name, occurrence=key[0], epoch=key[1], task=task, outcome=outcome)
        self.outbox[key] = {"occurrence": key[0], "epoch": key[1], "outcome": outcome, "success": outcome == "completed",
                            "runId": f"{self.name}.{key[0]}.{key[1]}"}

    def crash_agent(self, now):
        self.settle(now)
        # The daemon's leases on the runs go on from the last renewal.
        self.trusted = {key: max(self.good, self.trusted.get(key, -1e9)) for key in self.runs}
        self.drop()
        self.start_agent()

    def crash(self, now):
        self.settle(now)
        for key in list(self.runs):
            self.finish(key, now, "interrupted")
        self.crash_agent(now)

    def drop(self):
        """The connection is gone: what was not committed is not done."""
        if self.held:
            self.connection.execute("ROLLBACK")
        self.held = self.arriving = None

    # The agent

    def request(self, now):
        if self.pending:
            return self.pending
        self.sequence += 1
        request = {"machine": self.machine, "session": self.session, "sequence": self.sequence, "knows": self.knows}
        if self.sequence == 1:
            request.update(name=self.name, groups=["lab"], allows=["ops"])
            request["holds"] = [{"occurrence": o, "epoch": e} for o, e in sorted({**self.runs, **self.outbox})]
            if self.disk:
                request["succeeds"] = self.disk
        if self.outbox:
            request["reports"] = list(self.outbox.values())
        if self.releases:
            request["releases"] = self.releases
        if self.begun:
            request["begun"] = self.begun
        room = self.capacity - len(self.runs) - len(self.unbegun)
        if room > 0 and self.classes and self.rng.random() < 0.8:
            request["claim"] = {"classes": self.rng.sample(self.classes, len(self.classes)), "most": room}
        self.disk = {"session": self.session, "sequence": self.sequence}
        self.pending = json.dumps(request)
        self.sent_lists = (list(self.outbox), len(self.releases), len(self.begun))
        self.old_texts.append(self.pending)
        return self.pending

    def hear(self, answer, sent, now):
        """Takes in the answer to the pending exchange, which was sent at that moment."""
        request = json.loads(self.pending)
        self.settle(now)
        self.pending = None
        if "refused" in answer:
            self.crash_agent(now)
            # Nothing can be said before the lease of the other session is over.
            self.blocked_until = now + self.rng.choice([5, 20])
            return
        self.good = max(self.good, sent)
        self.trusted = {}
        self.knows = answer["changed"]
        for result in answer.get("reports", []):
            self.outbox.pop((result["occurrence"], result["epoch"]), None)
        if not answer.get("busy"):  # else it is said again
            self.releases = self.releases[len(request.get("releases", [])):]
            self.begun = self.begun[len(request.get("begun", [])):]
        if "classes" in answer:
            self.classes = [c["class"] for c in answer["classes"]]
        for stop in answer.get("stops", []):
            key = (stop["occurrence"], stop["epoch"])
            self.unbegun.pop(key, None)
            if key in self.runs:
                self.finish(key, now, "cancelled")
            elif stop["code"] == "cancelled" and key not in self.outbox:
                self.outbox[key] = {"occurrence": key[0], "epoch": key[1], "outcome": "cancelled", "success": False}
        for grant in answer.get("grants", []):
            key = (grant["occurrence"], grant["epoch"])
            if key not in self.runs and key not in self.outbox:
                self.unbegun[key] = (grant["task"], sent)

    def begin(self, now):
        """Begins what was granted, or gives it back: also when the lease is not good for long any more."""
        for key, (task, sent) in list(self.unbegun.items()):
            del self.unbegun[key]
            if now - self.good >= STOP or self.rng.random() < 0.1:
                self.releases.append({"occurrence": key[0], "epoch": key[1], "code": "conditions"})
            else:
                self.log.add(now, "start", self.name, occurrence=key[0], epoch=key[1], task=task)
                self.runs[key] = [now, now + self.rng.choice([1, 5, 15, 40, 90]), task]
                self.begun.append({"occurrence": key[0], "epoch": key[1], "runId": f"{self.name}.{key[0]}.{key[1]}"})

    def note(self, answer, now):
        """The log of the database's side: what it has answered and committed, whether or not it is heard."""
        for result in answer.get("reports", []):
            self.log.add(now, "answer", self.name, **result)
        for grant in answer.get("grants", []):
            self.log.add(now, "grant", self.name, occurrence=grant["occurrence"], epoch=grant["epoch"])

    def ask(self, text):
        return self.connection.execute("SELECT bgtask_fleet.exchange_1(%s::jsonb)", (text,), prepare=True).fetchone()[0]


class Life:
    """One life in virtual time, in one thread."""

    def __init__(self, cluster, database, seed, pool):
        self.rng = random.Random(seed)
        self.seed, self.cluster, self.database, self.pool = seed, cluster, database, pool
        self.now = 0.0
        self.log = Log()
        self.root = pool[0]
        self.tasks = {}
        # The machines that have to do a task for every machine. Work that all have done is over: a machine that joins
        # later has none of it.
        self.owed = {}
        self.joined = set()
        rng = self.rng
        # Each life leaves some kinds of trouble out.
        trouble = ["lose", "crash", "reboot", "cut", "hold", "late", "old", "cancel", "clone", "change"]
        self.trouble = {t for t in trouble if rng.random() < 0.6}
        reset(self.root, skip_locked=rng.random() < 0.7, notify=rng.random() < 0.2)
        count = rng.randint(2, 5)
        for number, connection in enumerate(pool[2:2 + count]):
            connection.execute("RESET ALL; SET lock_timeout = '60ms'")
        self.machines = [Machine(f"m{n}", self.log, rng, pool[2 + n]) for n in range(count)]

    def submit(self):
        rng = self.rng
        request = {"identifier": f"org.t{len(self.tasks)}", "group": "lab", "request": {},
                   "requirements": rng.choice(["", "idle", "external"]), "attempts": rng.choice([1, 2, 3, 50])}
        if rng.random() < 0.4:
            request.update(mode="everywhere", atMost=rng.choice([1, 2]))
        if len(self.tasks) % 2:
            request.update(file=f"/tasks.d/{request['identifier']}.task", onConflict="update")
        self.hand_in(request)

    def change(self):
        """A file says something else, or the same again."""
        files = [r for r in self.tasks.values() if "file" in r]
        if not files:
            return
        request = {k: v for k, v in self.rng.choice(files).items() if k != "cancelled"}
        request.update(requirements=self.rng.choice(["", "idle"]))
        if "atMost" in request:
            request.update(atMost=self.rng.choice([1, 2]))
        self.hand_in(request)

    def hand_in(self, request):
        self.pool[1].execute("SET lock_timeout = '60ms'")
        try:
            answer = self.pool[1].execute("SELECT bgtask_fleet.submit_1(%s::jsonb)", [json.dumps(request)]).fetchone()[0]
            known = self.tasks.get(answer["task"], {"cancelled": False})
            self.owed.setdefault(answer["task"], set(self.joined))
            most = max(request.get("atMost", 0), known.get("atMost", 0))
            self.tasks[answer["task"]] = {**known, **request, **({"atMost": most} if most else {})}
        except psycopg.errors.InvalidParameterValue as error:
            if "atMost" not in error.diag.message_primary:
                raise
        except BUSY:
            pass

    def cancel(self):
        task = self.rng.choice(list(self.tasks))
        try:
            self.pool[1].execute("SELECT bgtask_fleet.cancel_1(%s::jsonb)", [json.dumps({"task": task})])
            self.tasks[task]["cancelled"] = True
        except BUSY:
            pass

    def advance(self, seconds):
        if any(m.held for m in self.machines):
            return
        self.now += seconds
        step = f"interval '{seconds} s'"
        self.root.execute(
            f"UPDATE session SET lease_until = lease_until - {step}, seen_at = seen_at - {step}, "
            f"check_at = check_at - {step};"
            f"UPDATE housekeeping SET next_at = next_at - {step}, swept_all_at = swept_all_at - {step},"
            f" swept = swept - {step}, grace_until = grace_until - {step}, old_from = old_from - {step};"
            f"UPDATE occurrence SET not_before = not_before - {step};"
            f"UPDATE class SET checked_at = checked_at - {step};"
            f"UPDATE claim_mark SET not_before = not_before - {step}, full_at = full_at - {step}")
        for machine in self.machines:
            machine.settle(self.now)

    def note(self, m, answer, now):
        m.note(answer, now)
        if "refused" not in answer and m.name not in self.joined:
            self.joined.add(m.name)
            for task, in self.root.execute("SELECT task FROM open_task WHERE mode = 'everywhere'"):
                self.owed[task].add(m.name)

    def exchange(self, m, healing=False):
        rng, now = self.rng, self.now
        if m.held:
            answer, sent = m.held
            if healing or rng.random() < 0.7:
                m.connection.execute("COMMIT")
                m.held = None
                self.note(m, answer, now)
                if healing or rng.random() < 0.7:
                    m.hear(answer, sent, now)
            else:
                m.drop()
            return
        if m.arriving:
            answer, sent = m.arriving
            m.arriving = None
            m.hear(answer, sent, now)
            return
        if now < m.blocked_until:
            return
        text = m.request(now)
        if not healing and "lose" in self.trouble and rng.random() < 0.1:
            return  # it did not arrive
        try:
            if not healing and "hold" in self.trouble and rng.random() < 0.15:
                m.connection.execute("BEGIN")
                try:
                    m.held = (m.ask(text), now)
                except BUSY:
                    m.connection.execute("ROLLBACK")
                return
            answer = m.ask(text)
        except BUSY:
            return  # it is sent again
        self.note(m, answer, now)
        fate = 1 if healing else rng.random()
        if "lose" in self.trouble and fate < 0.1:
            return  # the answer is lost, and the exchange repeated
        if "late" in self.trouble and fate < 0.2:
            m.arriving = (answer, now)
            return
        m.hear(answer, now, now)

    def step(self):
        rng = self.rng
        m = rng.choice(self.machines)
        what = rng.random()
        if what < 0.03 and len(self.tasks) < 14:
            self.submit()
        elif what < 0.05 and "change" in self.trouble:
            self.change()
        elif what < 0.15:
            self.advance(rng.choice([1, 3, 10, 10, 25, 70]))
        elif what < 0.17 and "crash" in self.trouble:
            m.crash_agent(self.now)
        elif what < 0.19 and "reboot" in self.trouble:
            m.crash(self.now)
        elif what < 0.22 and "cut" in self.trouble:
            m.drop()
            m.blocked_until = self.now + rng.choice([20, 45, 90, 200])
        elif what < 0.24 and "old" in self.trouble and m.old_texts and not m.held:
            # An exchange of the past comes once more, from somewhere in the network.
            try:
                m.note(m.ask(rng.choice(m.old_texts)), self.now)
            except BUSY:
                pass
        elif what < 0.25 and "cancel" in self.trouble and self.tasks:
            self.cancel()
        elif what < 0.26 and "clone" in self.trouble and not m.held:
            clone = json.dumps({"machine": m.machine, "session": uuid.UUID(int=rng.getrandbits(128)).hex, "sequence": 1,
                                "name": m.name, "groups": ["lab"], "allows": ["ops"]})
            try:
                if self.now - m.good < LEASE - 5 and m.good > 0 and "refused" not in m.ask(clone):
                    raise Broken(f"a clone of {m.name} was let in at {self.now}")
            except BUSY:
                pass
        elif what < 0.6:
            m.settle(self.now)
            m.begin(self.now)
        else:
            m.settle(self.now)
            self.exchange(m)

    def live(self):
        for _ in range(self.rng.randint(2, 6)):
            self.submit()
        for _ in range(self.rng.randint(80, 250)):
            self.step()
        for m in self.machines:
            m.blocked_until = 0
        for round_number in range(60):
            for m in self.machines:
                for _ in range(2):
                    m.blocked_until = 0 if round_number > 8 else m.blocked_until
                    m.settle(self.now)
                    m.begin(self.now)
                    self.exchange(m, healing=True)
            self.advance(12)
            if self.done():
                break
        check(self.log, self.root, self.tasks, lambda task: max(len(self.owed.get(task, ())), 1))

    def done(self):
        return (self.root.execute("SELECT count(*) FROM occurrence").fetchone()[0] == 0
                and not any(m.runs or m.outbox or m.unbegun for m in self.machines))


def reset(root, **settings):
    """The tables as a new schema has them."""
    root.execute("SET search_path = bgtask_fleet, public")
    root.execute("TRUNCATE settings, attention, group_change, fleet_group, named_group, declared, class, machine, session, task, "
                 "open_task, occurrence, slot, history, taken, verdict, claim_mark, housekeeping RESTART IDENTITY")
    root.execute("INSERT INTO settings DEFAULT VALUES; INSERT INTO housekeeping DEFAULT VALUES; "
                 "INSERT INTO fleet_group (name) VALUES ('all')")
    for name, value in settings.items():
        root.execute(f"UPDATE settings SET {name} = %s", [value])


def check(log, root, tasks, owed):
    """The promise, over the log: one accepted end an occurrence, rising epochs, no overlap, slots, nothing lost.
    owed: on how many machines a task for every machine has to be done."""
    granted, accepted = {}, {}
    for e in log.events:
        key = e.get("occurrence")
        if e["kind"] == "grant":
            holder = granted.setdefault((key, e["epoch"]), e["machine"])
            if holder != e["machine"]:
                raise Broken(f"occurrence {key} epoch {e['epoch']} was granted to {holder} and {e['machine']}")
        elif e["kind"] == "answer":
            if e["result"] == "accepted":
                if key in accepted:
                    raise Broken(f"occurrence {key} has two accepted ends: {accepted[key]} and {e}")
                accepted[key] = e
                newer = [g for g in granted if g[0] == key and g[1] > e["epoch"]]
                if newer:
                    raise Broken(f"occurrence {key}: the end of epoch {e['epoch']} was accepted after grant {newer}")
            elif e["result"] == "countedAlready" and accepted.get(key, {}).get("epoch") != e["epoch"]:
                raise Broken(f"occurrence {key} epoch {e['epoch']} counts already, and was never accepted: {e}")
            elif e["result"] == "unknown":
                raise Broken(f"occurrence {key} is unknown: {e}")
    runs = {}  # (occurrence, epoch): machine, task, start, end
    for e in log.events:
        key = (e.get("occurrence"), e.get("epoch"))
        if e["kind"] == "start":
            if granted.get(key) != e["machine"]:
                raise Broken(f"{e['machine']} began occurrence {key[0]} without a grant")
            if key in runs:
                raise Broken(f"occurrence {key[0]} epoch {key[1]} began twice")
            runs[key] = [e["machine"], e["task"], e["at"], float("inf")]
        elif e["kind"] == "end":
            runs[key][3] = e["at"]
    points = sorted((at, order, key) for key, r in runs.items() if r[3] > r[2] for at, order in ((r[2], 1), (r[3], 0)))
    running, epochs = {}, {}
    for at, begins, key in points:
        if not begins:
            del running[key]
            continue
        if key[1] <= epochs.get(key[0], 0):
            raise Broken(f"occurrence {key[0]}: epoch {key[1]} began after epoch {epochs[key[0]]}")
        epochs[key[0]] = key[1]
        if any(k[0] == key[0] for k in running):
            raise Broken(f"occurrence {key[0]} ran twice at {at}: {[k for k in running if k[0] == key[0]]} and {key}")
        running[key] = runs[key]
        task = runs[key][1]
        most = tasks[task].get("atMost") if task in tasks else None
        others = [k for k, r in running.items() if r[1] == task]
        if most and len(others) > most:
            raise Broken(f"task {task} ran on {len(others)} machines of {most} at {at}: {others}")
    left = root.execute("SELECT id, task, mode, waiting, holder, epoch, cancelled FROM occurrence").fetchall()
    if left:
        raise Broken(f"not done after healing: {left}")
    ends = dict(root.execute("SELECT occurrence, task FROM history").fetchall())
    for task, request in tasks.items():
        found = sum(t == task for t in ends.values())
        expected = 1
        if request.get("mode") == "everywhere" and not request["cancelled"]:
            expected = owed(task)
        if found < expected and not (request["cancelled"] and request.get("mode") == "everywhere"):
            raise Broken(f"task {task} {request} has {found} ends of {expected}")
    for key, e in accepted.items():
        if key not in ends:
            raise Broken(f"the accepted end of occurrence {key} is not in history")
    taken = root.execute("SELECT * FROM slot WHERE occurrence IS NOT NULL").fetchall()
    if taken:
        raise Broken(f"slots are taken after all is done: {taken}")
    still = root.execute("SELECT task, mode FROM open_task WHERE mode = 'once'").fetchall()
    if still:
        raise Broken(f"open tasks without occurrences: {still}")


def lives(schema, seed, count, quiet=False):
    """Runs lives; returns the first seed whose life broke the promise, with what was found, or None."""
    cluster = Cluster(statement_timeout="'30s'")
    try:
        cluster.create("fleet", schema)
        cluster.role("m1", "bgtask_fleet_machine")
        cluster.role("ops", "bgtask_fleet_user")
        pool = [cluster.connect("postgres"), cluster.connect("ops")] + [cluster.connect("m1") for _ in range(5)]
        # One thread plays all: whoever waits for a transaction that stays open waits in vain.
        for function in ("exchange_whole", "submit_1", "cancel_1"):
            pool[0].execute(f"ALTER FUNCTION bgtask_fleet.{function}(jsonb) SET lock_timeout = '60ms'")
        kinds, began = {}, time.monotonic()
        for number in range(seed, seed + count):
            life = Life(cluster, "fleet", number, pool)
            try:
                life.live()
            except Broken as broken:
                return number, str(broken)
            finally:
                for connection in pool[2:]:
                    if connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                        connection.execute("ROLLBACK")
            for e in life.log.events:
                kind = e.get("result") or e.get("outcome") or e["kind"]
                kinds[kind] = kinds.get(kind, 0) + 1
        if not quiet:
            print(f"{count} lives from seed {seed} in {time.monotonic() - began:.0f} s: "
                  + ", ".join(f"{k} {n}" for k, n in sorted(kinds.items())))
        return None
    finally:
        cluster.stop()


def threads(seconds, schema=SCHEMA, count=8, isolation="read committed", skip_locked=True):
    """Machines in threads, real concurrency, a lease of two seconds (thirty times as fast)."""
    scale = LEASE / 2
    cluster = Cluster(statement_timeout="'30s'")
    try:
        cluster.create("fleet", schema)
        cluster.role("m1", "bgtask_fleet_machine")
        cluster.role("ops", "bgtask_fleet_user")
        root = cluster.connect("postgres")
        root.execute(f"ALTER DATABASE fleet SET default_transaction_isolation = '{isolation}'")
        reset(root, lease="2 s", housekeep_every="100 ms", skip_locked=skip_locked)
        log, tasks, origin = Log(), {}, time.monotonic()
        clock = lambda: (time.monotonic() - origin) * scale
        healing = threading.Event()
        finished = threading.Event()
        errors = []

        def run(m, rng):
            try:
                while not finished.is_set():
                    m.settle(clock())
                    m.begin(clock())
                    trouble = 1 if healing.is_set() else rng.random()
                    if trouble < 0.01:
                        m.crash_agent(clock())
                    elif trouble < 0.02:
                        m.crash(clock())
                    elif trouble < 0.04:
                        finished.wait(rng.choice([0.5, 1.2, 2.5]))
                    if clock() >= m.blocked_until:
                        text, sent = m.request(clock()), clock()
                        try:
                            answer = m.ask(text)
                            m.note(answer, clock())
                            if healing.is_set() or rng.random() > 0.05:
                                m.hear(answer, sent, clock())
                        except AGAIN:
                            log.add(clock(), "again", m.name)
                    finished.wait(rng.random() * 0.03)
            except Exception as error:
                errors.append(error)

        machines = [Machine(f"m{n}", log, random.Random(n), cluster.connect("m1")) for n in range(count)]
        works = [threading.Thread(target=run, args=(m, random.Random(100 + n))) for n, m in enumerate(machines)]
        for work in works:
            work.start()
        ops, rng = cluster.connect("ops"), random.Random(1)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            request = {"identifier": f"org.t{len(tasks)}", "group": "lab", "request": {}, "attempts": 50,
                       "requirements": rng.choice(["", "idle"])}
            if rng.random() < 0.1:
                request.update(mode="everywhere", atMost=2)
            try:
                task = ops.execute("SELECT bgtask_fleet.submit_1(%s::jsonb)", [json.dumps(request)]).fetchone()[0]["task"]
                tasks[task] = {**request, "cancelled": False}
            except AGAIN:
                pass
            healing.wait(0.1)
        healing.set()
        until = time.monotonic() + 90
        while time.monotonic() < until and not errors:
            left = root.execute("SELECT count(*) FROM occurrence").fetchone()[0]
            if left == 0 and not any(m.runs or m.outbox or m.unbegun for m in machines):
                break
            finished.wait(0.2)
        finished.set()
        for work in works:
            work.join(30)
        if errors:
            raise errors[0]
        check(log, root, tasks, lambda task: count)
        kinds = {}
        for e in log.events:
            kind = e.get("result") or e.get("outcome") or e["kind"]
            kinds[kind] = kinds.get(kind, 0) + 1
        print(f"{count} machines in threads for {seconds} s, {isolation}, SKIP LOCKED {'on' if skip_locked else 'off'}, "
              f"{len(tasks)} tasks: " + ", ".join(f"{k} {n}" for k, n in sorted(kinds.items())))
    finally:
        cluster.stop()


def mutations(seed, count, which):
    """Each planted fault is found by the checker, and the schema without one is not."""
    failed = False
    for patch in sorted(glob.glob(os.path.join(HERE, "Mutations", which + ".patch"))):
        directory = tempfile.mkdtemp(prefix="fleet-mutation.")
        try:
            name = os.path.basename(patch)
            found = lives(mutant(name.removesuffix(".patch"), directory), seed, count, quiet=True)
            print(f"{name}: " + (f"found by seed {found[0]}: {found[1][:160]}" if found else "NOT FOUND"), flush=True)
            failed |= found is None
        finally:
            shutil.rmtree(directory)
    if failed:
        raise SystemExit("a planted fault was not found")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lives", type=int, default=100)
    parser.add_argument("--threads", type=float, metavar="SECONDS")
    parser.add_argument("--mutations", nargs="?", const="*", metavar="NAME")
    arguments = parser.parse_args()
    if arguments.mutations:
        mutations(arguments.seed, arguments.lives, arguments.mutations)
    elif arguments.threads:
        for isolation, skip in (("read committed", True), ("read committed", False), ("serializable", True)):
            threads(arguments.threads, isolation=isolation, skip_locked=skip)
    else:
        found = lives(SCHEMA, arguments.seed, arguments.lives)
        if found:
            raise SystemExit(f"seed {found[0]}: {found[1]}")
