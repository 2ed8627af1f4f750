"""Measures schema-1.sql on a PostgreSQL of its own, beside procrastinate and pgqueuer.

  python3 bench.py [throughput] [waiting] [renewals] [snapshot] [--jobs N] [--seconds N] [--minutes N]

CPU is that of PostgreSQL's processes, from /proc/PID/stat; "core" is one core of this machine.
"""

import argparse
import asyncio
import json
import os
import random
import time
import uuid

import asyncpg

from cluster import Cluster, cpu

EXCHANGE = "SELECT bgtask_fleet.exchange_1($1::text::jsonb)::text"


def fsync_rate(cluster, seconds=2):
    """How often a second the disk makes a page durable (fdatasync), one after the other."""
    path = os.path.join(cluster.directory, "fsync")
    file = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    page, count = os.urandom(8192), 0
    os.write(file, page * 16)
    until = time.monotonic() + seconds
    began = time.monotonic()
    while time.monotonic() < until:
        os.pwrite(file, page, 8192 * (count % 16))
        os.fdatasync(file)
        count += 1
    os.close(file)
    os.unlink(path)
    return count / (time.monotonic() - began)


def connect(cluster, role="m1", dbname="fleet", **settings):
    return asyncpg.connect(host=cluster.directory, port=cluster.port, user=role, database=dbname,
                           server_settings={"jit": "off", **settings})


class Agent:
    """A machine that claims, and reports the ends in the next exchange. One statement, prepared."""

    def __init__(self, connection, name):
        self.connection, self.name = connection, name
        self.machine = uuid.uuid5(uuid.NAMESPACE_DNS, name).hex
        self.session, self.sequence, self.knows = uuid.uuid4().hex, 0, 0
        self.classes, self.reports = [], []

    async def begin(self):
        self.statement = await self.connection.prepare(EXCHANGE)
        await self.say(name=self.name, groups=["lab"], allows=["ops"])
        await self.say()

    async def say(self, **more):
        self.sequence += 1
        request = {"machine": self.machine, "session": self.session, "sequence": self.sequence, "knows": self.knows,
                   **more}
        answer = json.loads(await self.statement.fetchval(json.dumps(request)))
        if "refused" in answer:
            raise SystemExit(answer)
        self.knows = answer["changed"]
        if "classes" in answer:
            self.classes = [c["class"] for c in answer["classes"]]
        return answer

    async def round(self, most):
        """Reports what the last round granted and claims again; says how many it was granted."""
        more = {"claim": {"classes": self.classes, "most": most}}
        if self.reports:
            more["reports"] = self.reports
        answer = await self.say(**more)
        if any(r["result"] != "accepted" for r in answer.get("reports", [])):
            raise SystemExit(answer)
        grants = answer.get("grants", [])
        self.reports = [{"occurrence": g["occurrence"], "epoch": g["epoch"], "outcome": "completed", "success": True}
                        for g in grants]
        return len(grants)


def load(root, count, requirements="", first=0, age=None):
    """Puts once tasks into the tables as submit_1 does, many at a time."""
    root.execute("""
        WITH c AS (SELECT bgtask_fleet.make_class((SELECT id FROM bgtask_fleet.fleet_group WHERE name = 'lab'),
            'lab', 'ops', %s) AS id),
          t AS (INSERT INTO bgtask_fleet.task (fleet_user, identifier, group_id, mode, attempts, class, requirements,
              request, not_before)
            SELECT 'ops', 'org.t' || n, 2, 'once', 3, c.id, %s, '{"kind":"processing"}',
              clock_timestamp() - %s::interval
            FROM c, generate_series(%s::bigint, %s) AS s (n) RETURNING *),
          o AS (INSERT INTO bgtask_fleet.open_task (task, fleet_user, identifier, group_id, class, mode)
            SELECT id, fleet_user, identifier, group_id, class, mode FROM t)
        INSERT INTO bgtask_fleet.occurrence (task, class, not_before, attempts, mode, key)
          SELECT id, class, not_before, attempts, mode, 'once' FROM t ORDER BY id""",
                 [requirements, requirements, age or "1 s", first, first + count - 1])


def prepare(cluster, name="fleet"):
    cluster.create(name)
    root = cluster.connect(dbname=name)
    root.execute("SET search_path = bgtask_fleet, public")
    root.execute("INSERT INTO bgtask_fleet.fleet_group (name) VALUES ('lab')")
    return root


async def drain(cluster, agents, most, dbname="fleet", seconds=None):
    """Agents on connections of their own work until nothing is left; jobs and seconds."""
    machines = [Agent(await connect(cluster, dbname=dbname), f"a{n}.{random.random()}") for n in range(agents)]
    for machine in machines:
        await machine.begin()
    began = time.monotonic()

    async def work(machine):
        done = 0
        while seconds is None or time.monotonic() - began < seconds:
            count = await machine.round(most)
            done += count
            if not count and not machine.reports:
                break
        if machine.reports:
            await machine.round(0)
            machine.reports = []
        return done

    return await worked(machines, work, began)


async def worked(machines, work, began):
    """Lets all machines work, and leave. How much they have done, and in how much time."""
    done = sum(await asyncio.gather(*[work(m) for m in machines]))
    took = time.monotonic() - began
    for machine in machines:
        await machine.say(leaving=True)
        await machine.connection.close()
    return done, took


def throughput(arguments):
    cluster = Cluster(fsync=True)
    try:
        cluster.role("m1")
        cluster.role("ops")
        print(f"fsync (fdatasync of 8 kB): {fsync_rate(cluster):.0f}/s before", flush=True)
        root = prepare(cluster)
        with cluster.connect(dbname="postgres") as c:
            c.execute("GRANT bgtask_fleet_machine TO m1; GRANT bgtask_fleet_user TO ops")

        def measure(name, jobs, work):
            root.execute("CHECKPOINT")
            before = cpu(cluster)
            done, took = work()
            cost = (cpu(cluster) - before) / done * 1e6
            print(f"  {name:45} {done / took:7.0f} jobs/s  {cost:6.0f} us of PostgreSQL's CPU a job", flush=True)
            assert done >= jobs, (name, done, jobs)

        first = 0
        for concurrency in (1, 10):
            measure(f"procrastinate, 1 worker, concurrency {concurrency}", arguments.jobs // 6,
                    lambda: asyncio.run(procrastinate(cluster, arguments.jobs // 6, concurrency)))
        # In turns, because other work on this machine and its disk changes.
        for turn in range(2):
            for most in (1, 4, 10, 64):
                jobs = arguments.jobs // (3 if most == 1 else 1)
                for agents in (1, 4):
                    load(root, jobs, first=first)
                    first += jobs
                    root.execute("VACUUM ANALYZE")
                    measure(f"exchange_1, {most} a claim, machines: {agents}", jobs,
                            lambda: asyncio.run(drain(cluster, agents, most)))
                measure(f"pgqueuer, batches of {most}, 1 manager", jobs,
                        lambda: asyncio.run(pgqueuer(cluster, jobs, most, turn)))
            print(f"fsync: {fsync_rate(cluster):.0f}/s")
    finally:
        cluster.stop()


async def procrastinate(cluster, jobs, concurrency):
    """As many jobs of a task that does nothing, fetched and finished by a worker of procrastinate."""
    import logging

    import procrastinate as p
    logging.getLogger("procrastinate").setLevel(logging.CRITICAL)
    name = f"procrastinate{concurrency}"
    cluster.create(name, schema=None)
    app = p.App(connector=p.PsycopgConnector(conninfo=cluster.url(dbname=name), min_size=concurrency + 2,
                                             max_size=concurrency + 4))
    done = 0

    @app.task(queue="q", name="nothing")
    async def nothing(n):
        nonlocal done
        done += 1

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        for start in range(0, jobs, 1000):
            await nothing.batch_defer_async(*[{"n": n} for n in range(start, min(start + 1000, jobs))])
        began = time.monotonic()
        await app.run_worker_async(queues=["q"], wait=False, concurrency=concurrency, install_signal_handlers=False,
                                   listen_notify=False)
        return done, time.monotonic() - began


async def pgqueuer(cluster, jobs, batch, turn):
    """The same with pgqueuer."""
    from datetime import timedelta

    from pgqueuer.db import AsyncpgDriver
    from pgqueuer.qm import QueueManager
    from pgqueuer.queries import Queries
    from pgqueuer.types import QueueExecutionMode
    name = f"pgqueuer{batch}_{turn}"
    cluster.create(name, schema=None)
    connection = await connect(cluster, "postgres", name)
    manager = QueueManager(Queries(AsyncpgDriver(connection)))
    await manager.queries.install()
    done = 0

    @manager.entrypoint("nothing")
    async def nothing(job):
        nonlocal done
        done += 1

    for start in range(0, jobs, 1000):
        count = min(1000, jobs - start)
        await manager.queries.enqueue(["nothing"] * count, [None] * count, [0] * count)
    began = time.monotonic()
    await manager.run(dequeue_timeout=timedelta(seconds=5), batch_size=batch, mode=QueueExecutionMode.drain)
    took = time.monotonic() - began
    await connection.close()
    return done, took


def waiting(arguments):
    """Claims a second with none, and with a million occurrences waiting that this machine cannot match."""
    cluster = Cluster(fsync=True)
    try:
        cluster.role("m1")
        cluster.role("ops")
        root = prepare(cluster)
        with cluster.connect(dbname="postgres") as c:
            c.execute("GRANT bgtask_fleet_machine TO m1; GRANT bgtask_fleet_user TO ops")
        jobs, first, rates = arguments.jobs // 2, 0, {}
        for others in (0, arguments.waiting):
            if others:
                for part in range(10):
                    load(root, others // 10, f"never{part}", first=first)
                    first += others // 10
            for turn in range(3):
                load(root, jobs, "", first=first)
                first += jobs
                if turn == 0:
                    root.execute("VACUUM ANALYZE")
                    root.execute("CHECKPOINT")
                done, took = asyncio.run(drain_matching(cluster, 4, 4, seconds=60))
                rates.setdefault(others, []).append(done / took)
        none, many = (sorted(r)[1] for r in rates.values())
        print(f"claims and ends a second: {none:.0f} with none waiting, {many:.0f} with {arguments.waiting} waiting "
              f"that this machine cannot match: {none / many:.2f} times as many (goal at most 1.5)")
    finally:
        cluster.stop()


async def drain_matching(cluster, agents, most, seconds):
    """As drain, by machines for which only the class without requirements holds."""
    machines = [Agent(await connect(cluster), f"w{n}.{random.random()}") for n in range(agents)]
    for machine in machines:
        machine.statement = await machine.connection.prepare(EXCHANGE)
        answer = await machine.say(name=machine.name, groups=["lab"], allows=["ops"])
        machine.classes = [c["class"] for c in answer["classes"] if c["requirements"] == ""]
    began = time.monotonic()

    async def work(machine):
        done = 0
        while time.monotonic() - began < seconds:
            count = await machine.round(most)
            done += count
            if not count:
                break
        return done

    return await worked(machines, work, began)


def renewals(arguments):
    """PostgreSQL's CPU for the exchanges of 10,000 machines in which nothing has changed."""
    cluster = Cluster(fsync=True)
    try:
        cluster.role("m1")
        root = prepare(cluster)
        with cluster.connect(dbname="postgres") as c:
            c.execute("GRANT bgtask_fleet_machine TO m1")
        root.execute("SET search_path = bgtask_fleet, public")
        root.execute("INSERT INTO machine (id, name, role, groups, allows) SELECT md5(n::text)::uuid, 'm' || n, 'm1', "
                     "'{1,2}', '{ops}' FROM generate_series(1, 10000) s (n)")
        root.execute("INSERT INTO session (machine, session, sequence, lease_until, began_at, groups, role) "
                     "SELECT id, id, 1, now() + interval '1 min', now(), groups, role FROM machine")
        root.execute("VACUUM ANALYZE")
        root.execute("SELECT housekeep(NULL)")
        pause, = root.execute("SELECT (idle_said ->> 'askAfterUSec')::float / 1e6 FROM settings").fetchone()
        rate = 10_000 / pause
        print(f"10,000 machines that hold nothing are to ask every {pause:.0f} s: {rate:.0f}/s")
        for label, statement in (
                ("exchange_1", EXCHANGE),
                ("a bare UPDATE of the row", "UPDATE bare SET sequence = sequence + 1, lease_until = "
                 "clock_timestamp() + interval '1 min' WHERE machine = $1 RETURNING sequence"),
                ("SELECT 1, the floor", "SELECT 1 WHERE $1::uuid IS NOT NULL")):
            if "bare" in statement:
                root.execute("CREATE TABLE bare (LIKE session INCLUDING ALL); INSERT INTO bare SELECT * FROM session; "
                             "GRANT ALL ON bare TO m1")
                root.execute("VACUUM ANALYZE bare")
                statement = statement.replace("bare", "bgtask_fleet.bare")
            for connections in (2, 8, 100) if label == "exchange_1" else (2, 8):
                used, count, took = asyncio.run(renew(cluster, statement, rate, connections, arguments.seconds))
                print(f"{label}, {connections} connections: {count / took:.0f}/s for {took:.0f} s take "
                      f"{used / took * 100:.1f} % of a core of PostgreSQL ({used / count * 1e6:.0f} us each), "
                      f"load {os.getloadavg()[0]:.1f}", flush=True)
            used, count, took = asyncio.run(back_to_back(cluster, statement, 5))
            print(f"{label}, back to back on one connection: {count / took:.0f}/s, {used / count * 1e6:.0f} us each: "
                  f"{rate:.0f}/s are {used / count * rate * 100:.1f} % of a core with warm caches", flush=True)
        root.execute("SELECT pg_stat_force_next_flush()")
        print("session rows: {} updates, {} of them HOT; {} MB".format(*root.execute(
            "SELECT n_tup_upd, n_tup_hot_upd, pg_table_size(relid) / 1e6::numeric(9,1) FROM pg_stat_user_tables "
            "WHERE relname = 'session'").fetchone()))
        print(f"fsync: {fsync_rate(cluster):.0f}/s")
    finally:
        cluster.stop()


sequences = {}


async def renew(cluster, statement, rate, count, seconds):
    """Sends at a steady rate over some connections, as through a pooler; CPU, number, time of the measured part."""
    import hashlib
    connections = [await connect(cluster) for _ in range(count)]
    prepared = [await c.prepare(statement) for c in connections]
    machines = [hashlib.md5(str(n).encode()).hexdigest() for n in range(1, 10001)]
    random.shuffle(machines)
    exchange = statement == EXCHANGE
    sent = failed = 0

    async def one(p, lock, machine):
        nonlocal failed
        async with lock:
            if exchange:
                number = sequences[machine] = sequences.get(machine, 1) + 1
                answer = await p.fetchval(
                    f'{{"machine":"{machine}","session":"{machine}","sequence":{number},"knows":2}}')
                failed += '"changed": 2' not in answer
            else:
                await p.fetchval(uuid.UUID(machine))

    locks = [asyncio.Lock() for _ in connections]
    began = time.monotonic()
    warm, before, tasks = 5, None, set()
    loop = asyncio.get_running_loop()
    while (date := began + sent / rate) < began + warm + seconds:
        # Each exchange has a date of its own.
        due = loop.create_future()
        loop.call_later(date - time.monotonic(), due.set_result, None)
        await due
        if before is None and date >= began + warm:
            before, base, start = cpu(cluster), sent, time.monotonic()
        place = sent % count
        task = asyncio.create_task(one(prepared[place], locks[place], machines[sent % len(machines)]))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        sent += 1
    result = cpu(cluster) - before, sent - base, time.monotonic() - start
    await asyncio.gather(*tasks)
    if failed:
        raise SystemExit(f"{failed} exchanges were refused")
    for c in connections:
        await c.close()
    return result


async def back_to_back(cluster, statement, seconds):
    """The same without pauses on one connection: what it costs when the caches are warm."""
    import hashlib
    connection = await connect(cluster)
    prepared = await connection.prepare(statement)
    machines = [hashlib.md5(str(n).encode()).hexdigest() for n in range(1, 10001)]
    random.shuffle(machines)
    before, began, count = cpu(cluster), time.monotonic(), 0
    while time.monotonic() - began < seconds:
        machine = machines[count % len(machines)]
        if statement == EXCHANGE:
            number = sequences[machine] = sequences.get(machine, 1) + 1
            await prepared.fetchval(
                f'{{"machine":"{machine}","session":"{machine}","sequence":{number},"knows":2}}')
        else:
            await prepared.fetchval(uuid.UUID(machine))
        count += 1
    result = cpu(cluster) - before, count, time.monotonic() - began
    await connection.close()
    return result


def snapshot(arguments):
    """Claims and ends while somebody has forgotten a snapshot (idle in transaction, repeatable read), in turns with a
    second database without one: other work on this machine slows both."""
    cluster = Cluster(fsync=True)
    try:
        cluster.role("m1")
        cluster.role("ops")
        roots = {name: prepare(cluster, name) for name in ("fleet", "control")}
        for root in roots.values():
            # Each window has machines of its own, all of one role.
            root.execute("UPDATE bgtask_fleet.settings SET role_machines = 100000")
        with cluster.connect(dbname="postgres") as c:
            c.execute("GRANT bgtask_fleet_machine TO m1; GRANT bgtask_fleet_user TO ops")
        first, total, rates, forgotten = 0, 0, {"fleet": [], "control": []}, None
        began = time.monotonic()
        while time.monotonic() - began < arguments.minutes * 60:
            for name, root in roots.items():
                load(root, 16000, first=first)
                if not rates[name]:
                    root.execute("VACUUM ANALYZE")
            if forgotten is None:
                forgotten = cluster.connect()
                forgotten.execute("BEGIN ISOLATION LEVEL REPEATABLE READ")
                forgotten.execute("SELECT count(*) FROM pg_class")
            first += 16000
            for name in roots:
                # Forty machines of ten claims each window, as many as one would have in an hour.
                done, took = asyncio.run(drain_many(cluster, name, 4, 10, 10, 5))
                rates[name].append(done / took)
                total += done if name == "fleet" else 0
        for name, found in rates.items():
            print(f"{name:8} claims and ends a second, in windows: " + " ".join(f"{r:.0f}" for r in found))
        slow = sum(rates["control"][-4:]) / sum(rates["fleet"][-4:])
        marks = roots["fleet"].execute("SELECT count(*) FROM bgtask_fleet.claim_mark").fetchone()[0]
        print(f"after {total} jobs under the snapshot: {slow:.2f} times as slow as without, at that time (goal at most 2); "
              f"{marks} mark(s); as many jobs as an hour at {total / 3600:.0f}/s; fsync {fsync_rate(cluster):.0f}/s")
        forgotten.close()
    finally:
        cluster.stop()


async def drain_many(cluster, dbname, connections, machines, most, seconds):
    """As drain for some seconds, with several machines on each connection, in turns."""
    groups = []
    for _ in range(connections):
        c = await connect(cluster, dbname=dbname)
        groups.append([Agent(c, f"d{random.random()}") for _ in range(machines)])
        for machine in groups[-1]:
            await machine.begin()
    began, ended = time.monotonic(), []

    async def work(group):
        done = 0
        while time.monotonic() - began < seconds:
            before = done
            for machine in group:
                done += await machine.round(most)
            if done == before:
                break
        ended.append(time.monotonic())
        for machine in group:
            await machine.round(0)
            await machine.say(leaving=True)
        return done

    done = sum(await asyncio.gather(*[work(g) for g in groups]))
    took = min(ended) - began
    for group in groups:
        await group[0].connection.close()
    return done, took


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="*", default=[])
    parser.add_argument("--jobs", type=int, default=12000)
    parser.add_argument("--waiting", type=int, default=1000000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--minutes", type=float, default=3)
    arguments = parser.parse_args()
    for part in arguments.parts or ["throughput", "waiting", "renewals", "snapshot"]:
        print(f"== {part}", flush=True)
        {"throughput": throughput, "waiting": waiting, "renewals": renewals, "snapshot": snapshot}[part](arguments)
