"""Tests of schema-1.sql, rule by rule of the design. Run: python3 test_schema.py [-v] [Class.test]"""

import atexit
import itertools
import json
import re
import threading
import time
import unittest
import uuid

import psycopg

from cluster import Cluster, SCHEMA
from fleetclient import Machine, Person, call, report

ROLES = [("m1", "bgtask_fleet_machine"), ("m2", "bgtask_fleet_machine"), ("m3", "bgtask_fleet_machine"),
         ("ops", "bgtask_fleet_user"), ("eva", "bgtask_fleet_user"), ("boss", "bgtask_fleet_admin"), ("nobody",)]
numbers = itertools.count(1)
cluster = None


def server():
    """The cluster of this run, started when the first test needs it."""
    global cluster
    if cluster is None:
        cluster = Cluster(statement_timeout="'60s'")
        atexit.register(cluster.stop)
        cluster.create("pattern")
        cluster.apply(dbname="pattern")  # twice: it is idempotent
        for role in ROLES:
            cluster.role(*role)
    return cluster


class Case(unittest.TestCase):
    """A database for each class, emptied before each test. Connections are used again: their functions are planned."""
    settings = {}
    isolation = "read committed"

    @classmethod
    def setUpClass(cls):
        cls.database = f"fleet{next(numbers)}"
        cls.free = {}
        with server().connect(dbname="postgres") as c:
            c.execute(f"CREATE DATABASE {cls.database} TEMPLATE pattern")
            c.execute(f"ALTER DATABASE {cls.database} SET default_transaction_isolation = '{cls.isolation}'")

    @classmethod
    def tearDownClass(cls):
        for connection in sum(cls.free.values(), []):
            connection.close()
        with server().connect(dbname="postgres") as c:
            c.execute(f"DROP DATABASE {cls.database} WITH (FORCE)")

    def setUp(self):
        self.used = []
        self.root = self.connect("postgres")
        self.root.execute("SET search_path = bgtask_fleet, public")
        tables = [r[0] for r in self.root.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'bgtask_fleet'::regnamespace AND relkind = 'r'")]
        self.root.execute(f"TRUNCATE {', '.join(tables)} RESTART IDENTITY")
        self.root.execute("INSERT INTO settings DEFAULT VALUES; INSERT INTO housekeeping DEFAULT VALUES; "
                          "INSERT INTO fleet_group (name) VALUES ('all'); INSERT INTO meta (version) VALUES (1)")
        self.set(housekeep_every="0 s", **self.settings)
        self.ops = Person(self.connect("ops"))
        self.boss = Person(self.connect("boss"))

    def tearDown(self):
        for role, connection in self.used:
            if role is None or connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
                connection.close()
            else:
                self.free.setdefault(role, []).append(connection)

    def connect(self, role, fresh=False):
        """A connection for this test. fresh: it is not used again, because the test changes its session."""
        connection = None if fresh or not self.free.get(role) else self.free[role].pop()
        connection = connection or server().connect(role, self.database)
        self.used.append((None if fresh else role, connection))
        return connection

    def machine(self, name, role="m1", **more):
        """A machine that has begun its session."""
        machine = Machine(self.connect(role), name, **more)
        self.assertNotIn("refused", machine.say())
        return machine

    def set(self, **values):
        for name, value in values.items():
            self.root.execute(f"UPDATE bgtask_fleet.settings SET {name} = %s", [value])

    def value(self, query, *arguments):
        row = self.root.execute(query, arguments).fetchone()
        return row[0] if row else None

    def expire(self, machine):
        """The lease of a machine is over, without waiting for it."""
        self.root.execute(
            "UPDATE session SET lease_until = clock_timestamp() - interval '1 ms', check_at = CASE WHEN check_at "
            "IS NOT NULL THEN clock_timestamp() - interval '1 ms' END WHERE machine = %s", [machine.machine])

    def together(self, *works):
        """Runs works in threads at once; the results in order."""
        results = [None] * len(works)
        barrier = threading.Barrier(len(works))

        def run(number, work):
            barrier.wait()
            try:
                results[number] = work()
            except Exception as error:
                results[number] = error

        threads = [threading.Thread(target=run, args=w) for w in enumerate(works)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
        for result in results:
            if isinstance(result, Exception):
                raise result
        return results

    def outcome(self, occurrence):
        return self.value("SELECT outcome FROM history WHERE occurrence = %s", occurrence)

    def refused(self, answer):
        self.assertIn("refused", answer)
        self.assertGreater(len(answer["refused"]["message"]), 20)
        return answer["refused"]["code"]


class Rules(Case):
    """The rules with the switches as they are delivered; the classes below repeat them with others."""

    # Rules 1 and 2: clocks and leases

    def test_rule01_only_the_database_clock_decides(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        left = self.value("SELECT extract(epoch FROM lease_until - clock_timestamp()) FROM bgtask_fleet.session")
        self.assertTrue(55 < left <= 60, left)
        # A machine that lives in 1970 is as good as any.
        self.assertEqual(a.end(grant, startedUSec=1, endedUSec=2), "accepted")

    def test_rule02_the_lease_is_in_the_answer_and_is_renewed(self):
        self.set(lease="7 s")
        a = self.machine("a")
        answer = a.say()
        self.assertEqual(answer["leaseUSec"], 7_000_000)
        self.assertEqual(answer["askAfterUSec"], 20_000_000)
        self.expire(a)
        self.assertNotIn("refused", a.say())
        self.assertTrue(self.value("SELECT lease_until > clock_timestamp() FROM bgtask_fleet.session"))

    def test_rule02_in_a_large_fleet_machines_that_hold_nothing_ask_less_often(self):
        self.set(idle_rate=1)
        a = self.machine("a")
        self.root.execute(
            "INSERT INTO bgtask_fleet.session (machine, session, sequence, lease_until, began_at, groups, role)"
            " SELECT gen_random_uuid(), gen_random_uuid(), 1, now() + interval '1 h', now(), '{1}', 'm1'"
            " FROM generate_series(1, 49)")
        self.root.execute("UPDATE bgtask_fleet.housekeeping SET swept_all_at = '-infinity'")
        a.say()
        seen = "SELECT extract(epoch FROM seen_at - clock_timestamp()) FROM bgtask_fleet.session WHERE machine = %s"
        left = "SELECT extract(epoch FROM lease_until - clock_timestamp()) FROM bgtask_fleet.session WHERE machine = %s"
        for answer in (a.say(), a.say(verdicts=[])):
            self.assertEqual((answer["leaseUSec"], answer["askAfterUSec"]), (150_000_000, 50_000_000))
            self.assertTrue(145 < self.value(left, a.machine) <= 150)
            self.assertTrue(-5 < self.value(seen, a.machine) <= 0)
        # What a machine holds goes to another as soon as in a small fleet.
        self.ops.submit("org.x", group="lab")
        a.say()
        answer = a.say(claim={"classes": a.ids(), "most": 1})
        grant, = answer["grants"]
        for answer in (answer, a.repeat(), a.say(), a.restart(holds=[(grant["occurrence"], grant["epoch"])])):
            self.assertEqual((answer["leaseUSec"], answer["askAfterUSec"]), (60_000_000, 20_000_000))
            self.assertTrue(55 < self.value(left, a.machine) <= 60)
        # A number that stays the same to a tenth is not written.
        wrote = self.value("SELECT xmin::text FROM bgtask_fleet.settings")
        self.root.execute("DELETE FROM bgtask_fleet.session WHERE machine IN (SELECT machine FROM "
                          "bgtask_fleet.session WHERE machine <> %s LIMIT 4)", [a.machine])
        self.root.execute("UPDATE bgtask_fleet.housekeeping SET swept_all_at = '-infinity'")
        a.say()
        self.assertEqual(self.value("SELECT xmin::text FROM bgtask_fleet.settings"), wrote)

    # Rule 3: reaping

    def test_rule03_a_lost_machines_occurrence_goes_to_another_with_a_higher_epoch(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        first, = a.claim()
        self.assertEqual(b.claim(), [])
        self.expire(a)
        second, = b.claim()
        self.assertEqual(second["occurrence"], first["occurrence"])
        self.assertEqual((first["epoch"], second["epoch"]), (1, 2))
        self.assertEqual(second["attempt"], 2)
        # The lost machine is told, until it has heard it; its report comes too late.
        self.assertEqual(a.say()["stops"], [{"occurrence": 1, "epoch": 1, "code": "notYours"}])
        self.assertEqual(a.repeat()["stops"], [{"occurrence": 1, "epoch": 1, "code": "notYours"}])
        self.assertNotIn("stops", a.say())
        self.assertEqual(a.end(first), "fenced")
        self.assertEqual(b.end(second), "accepted")

    def test_rule03_a_late_copy_of_an_exchange_takes_no_stop_away(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        a.claim()
        a.say()
        self.expire(a)
        b.claim()
        # The machine has had the answer without the stop, and never hears this one.
        stops = [{"occurrence": 1, "epoch": 1, "code": "notYours"}]
        self.assertEqual(a.repeat()["stops"], stops)
        self.assertEqual(a.say()["stops"], stops)
        self.assertNotIn("stops", a.say())

    def test_rule03_begun_and_without_an_attempt_left_it_ends_as_lease_lost(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab", attempts=2)
        for attempt in (1, 2):
            grant, = a.claim()
            self.assertEqual(grant["attempt"], attempt)
            a.say(begun=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "runId": "r"}])
            self.expire(a)
            b.say(draining=True)
        self.assertEqual(self.outcome(grant["occurrence"]), "leaseLost")
        self.assertEqual(self.ops.show(identifier="org.x")["task"]["state"], "ended")

    def test_rule03_what_was_not_begun_always_comes_back(self):
        a, b = self.machine("a"), self.machine("b", "m2", allows=[])
        self.ops.submit("org.x", group="lab", attempts=1)
        for _ in range(3):
            self.assertEqual(len(a.claim()), 1)
            self.expire(a)
            b.say(draining=True)
        self.assertEqual(len(a.claim()), 1)

    def test_rule03_one_reaps_and_the_others_go_on(self):
        machines = [self.machine(f"a{n}") for n in range(8)]
        for n in range(8):
            self.ops.submit(f"org.x{n}", group="lab")
        for machine in machines:
            self.assertEqual(len(machine.claim()), 1)
        for machine in machines[:6]:
            self.expire(machine)
        self.together(machines[6].say, machines[7].say)
        self.together(machines[6].say, machines[7].say)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence WHERE waiting"), 6)
        self.assertEqual(self.value("SELECT sum(attempt) FROM bgtask_fleet.occurrence"), 14)

    def test_rule03_reaping_is_bounded_and_goes_on(self):
        a = self.machine("a")
        self.root.execute(
            "INSERT INTO bgtask_fleet.session (machine, session, sequence, lease_until, began_at, check_at, groups, role)"
            " SELECT gen_random_uuid(), gen_random_uuid(), 1, now() - interval '1 h', now(), now() - interval '1 s',"
            " '{1}', 'm1' FROM generate_series(1, 150)")
        self.set(housekeep_every="1 h")
        self.root.execute("UPDATE bgtask_fleet.housekeeping SET next_at = now()")
        for left in (86, 22, 0, 0):
            a.say()
            self.assertEqual(
                self.value("SELECT count(*) FROM bgtask_fleet.session WHERE check_at IS NOT NULL"), left)

    def test_rule03_the_machine_that_keeps_house_is_reaped_in_time_as_well(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        self.assertEqual(len(a.claim()), 1)
        # Its lease is looked at by its own passes for minutes, while it renews it.
        for age in (40, 100, 300):
            self.root.execute("UPDATE session SET check_at = clock_timestamp() - %s * interval '1 s' "
                              "WHERE check_at IS NOT NULL", [age])
            a.say()
        self.root.execute("UPDATE session SET lease_until = clock_timestamp() WHERE machine = %s", [a.machine])
        self.assertEqual(len(b.claim()), 1)

    def test_rule03_after_the_database_was_away_machines_have_time_to_come_back(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.expire(a)
        self.root.execute("UPDATE housekeeping SET next_at = clock_timestamp() - interval '61 s'")
        self.assertEqual(b.claim(), [])
        self.assertEqual(a.end(grant), "accepted")
        # The time ends.
        self.ops.submit("org.y", group="lab")
        self.assertEqual(len(a.claim()), 1)
        self.expire(a)
        self.assertEqual(b.claim(), [])
        self.root.execute("UPDATE housekeeping SET grace_until = clock_timestamp()")
        self.assertEqual(len(b.claim()), 1)

    # The number that guards what the work writes

    def test_a_fence_never_falls_when_a_machine_leaves_and_comes_back(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab", mode="everywhere")
        for epoch in (1, 2):
            grant, = a.claim()
            self.assertEqual(grant["epoch"], epoch)
            a.say(releases=[{"occurrence": grant["occurrence"], "epoch": epoch, "code": "conditions"}])
        a.say(groups=["other"])
        a.say(groups=["lab"])
        self.assertEqual([g["epoch"] for g in a.claim()], [3])

    def test_a_fence_never_falls_when_a_file_moves_its_task_and_back(self):
        a, b = self.machine("a"), self.machine("b", "m2", groups=["den"])
        submit = lambda group: self.ops.submit("org.x", group=group, mode="everywhere", onConflict="update", file="x.task")
        submit("lab")
        grant, = a.claim()
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": 1, "code": "conditions"}])
        submit("den")
        self.assertEqual([g["epoch"] for g in b.claim()], [2])
        submit("lab")
        self.assertEqual([g["epoch"] for g in a.claim()], [2])

    def test_a_fence_goes_on_from_the_task_that_is_replaced(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        for _ in range(2):
            grant, = a.claim()
            a.say(releases=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        grant, = a.claim()
        self.ops.submit("org.x", group="lab")
        other, = b.claim()
        self.assertEqual((grant["epoch"], other["epoch"]), (3, 4))
        # Also when it has ended long ago.
        self.assertEqual(b.end(other), "accepted")
        self.ops.submit("org.x", group="lab", mode="everywhere")
        self.assertEqual([g["epoch"] for g in b.claim()], [5])

    # Shares

    def test_no_request_is_nested_deeper_than_machines_read(self):
        def nested(levels):
            return {"kind": "processing", "x": json.loads("[" * levels + "]" * levels)}
        self.assertEqual(self.ops.submit("org.x", request=nested(14))["change"], "submitted")
        for levels in (16, 600):
            with self.assertRaisesRegex(psycopg.errors.InvalidParameterValue, "request: found .16 levels"):
                self.ops.submit("org.y", request=nested(levels))

    def test_users_are_told_to_machines_in_turns(self):
        a = self.machine("a", allows=["ops", "eva"])
        eva = Person(self.connect("eva"))
        for number in range(3):
            eva.submit(f"eva.{number}", group="lab", requirements=f'network "n{number}"')
        self.root.execute("INSERT INTO class (id, group_id, fleet_user, requirements) SELECT gen_random_uuid(), "
                          "(SELECT id FROM fleet_group WHERE name = 'lab'), 'eva', n::text FROM generate_series(1, 1500) s (n)")
        self.ops.submit("org.x", group="lab")
        a.say()
        self.assertEqual(len(a.classes), 1001)
        self.assertEqual([c["user"] for c in a.classes].count("ops"), 1)

    def test_nightly_tasks_of_a_user_are_bounded(self):
        nightly = dict(mode="nightly", calendar={"expressions": ["02:00"], "zone": "UTC"})
        self.ops.submit("org.a", **nightly)
        self.root.execute("INSERT INTO open_task SELECT n + 10, 'ops', 'org.n' || n, 1, gen_random_uuid(), 'nightly' "
                          "FROM generate_series(1, 999) s (n)")
        with self.assertRaisesRegex(psycopg.errors.InvalidParameterValue, "at most 1000 nightly tasks"):
            self.ops.submit("org.b", **nightly)
        self.ops.submit("org.b")
        # Its own place is free again.
        self.assertEqual(self.ops.submit("org.a", **nightly)["change"], "replaced")
        with self.assertRaisesRegex(psycopg.errors.InvalidParameterValue, "at most 1024 bytes together"):
            self.ops.submit("org.a", mode="nightly", calendar={"expressions": ["02:00" + " " * 240] * 5, "zone": "UTC"})

    def test_machines_and_groups_of_a_role_are_bounded(self):
        self.set(role_machines=2)
        a = self.machine("a")
        self.machine("b")
        more = Machine(self.connect("m1"), "c")
        self.assertEqual(self.refused(more.say()), "name")
        self.machine("d", "m2")
        self.assertNotIn("refused", a.restart())
        self.boss.drain(machine="b")
        self.root.execute("UPDATE session SET over = true WHERE machine <> %s", [a.machine])
        self.boss.forget_machine(machine="b")
        self.machine("c")
        for n in range(0, 96, 24):
            self.assertNotIn("refused", a.say(groups=[f"g{i}" for i in range(n, n + 24)]))
        a.say(groups=["lab"])
        with self.assertRaisesRegex(psycopg.errors.InvalidParameterValue, "one of the 100 without a machine"):
            a.say(groups=[f"h{i}" for i in range(24)])

    def test_a_forgotten_identity_speaks_for_nothing_before(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab", attempts=1)
        self.ops.submit("org.y", group="lab")
        lost, waits = a.claim(2)
        a.say(begun=[{"occurrence": lost["occurrence"], "epoch": 1, "runId": "r"}])
        self.expire(a)
        self.boss.forget_machine(machine="a")
        self.assertEqual(self.outcome(lost["occurrence"]), "leaseLost")
        thief = Machine(self.connect("m2"), "thief", machine=a.machine)
        self.assertNotIn("refused", thief.say())
        for grant in (lost, waits):
            self.assertEqual(thief.end(grant), "fenced")
        self.assertEqual([g["identifier"] for g in b.claim()], ["org.y"])

    def test_an_administrator_finds_what_others_have_ended(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        self.assertEqual(a.end(*a.claim()), "accepted")
        self.assertEqual(self.boss.show(identifier="org.x")["task"]["user"], "ops")
        self.assertTrue(self.boss.cancel(identifier="org.x")["hadEnded"])
        self.assertEqual([e["outcome"] for e in self.boss.history(identifier="org.x")["entries"]], ["completed"])

    # Open transactions of others

    def held(self, role, function, request):
        """Calls a function in a transaction that stays open."""
        connection = self.connect(role, fresh=True)
        connection.execute("BEGIN")
        return call(connection, function, request)

    def meanwhile(self, machine, work, **says):
        """Does something while an exchange of a machine is not committed yet; both results."""
        machine.connection.execute("BEGIN")
        answer = machine.say(**says)
        result = []
        thread = threading.Thread(target=lambda: result.append(work()))
        thread.start()
        waits = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        while thread.is_alive() and not self.value(waits):
            thread.join(0.01)
        machine.connection.execute("COMMIT")
        thread.join(30)
        return answer, result[0]

    def test_a_cancellation_meets_what_is_given_back_at_that_moment(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.meanwhile(a, lambda: self.ops.cancel(identifier="org.x"), releases=[
            {"occurrence": grant["occurrence"], "epoch": 1, "code": "conditions"}])
        self.assertEqual(b.claim(), [])
        self.assertEqual(self.outcome(grant["occurrence"]), "cancelled")
        # Also one that another takes the place of.
        self.ops.submit("org.y", group="lab")
        grant, = a.claim()
        self.meanwhile(a, lambda: self.ops.submit("org.y", group="lab"), releases=[
            {"occurrence": grant["occurrence"], "epoch": 1, "code": "conditions"}])
        self.assertEqual(len(b.claim(9)), 1)

    def test_a_cancellation_meets_a_machine_that_joins_at_that_moment(self):
        a = Machine(self.connect("m1"), "a")
        for name in ("org.x", "org.y"):
            self.ops.submit(name, group="lab", mode="everywhere")
        self.meanwhile(a, lambda: self.ops.cancel(identifier="org.x"))
        self.assertEqual([g["identifier"] for g in a.claim(9)], ["org.y"])

    def test_a_join_that_meets_a_held_task_is_looked_at_again(self):
        if not self.value("SELECT skip_locked FROM settings"):
            return  # It waits until the task is free.
        self.ops.submit("org.x", group="lab", mode="everywhere")
        self.ops.submit("org.y", group="lab", mode="everywhere")
        holder = self.connect("ops", fresh=True)
        holder.execute("BEGIN")
        call(holder, "cancel_1", {"identifier": "org.x"})
        a = self.machine("a")
        self.assertEqual([g["identifier"] for g in a.claim(9)], ["org.y"])
        holder.execute("ROLLBACK")
        a.say()
        self.assertIn("org.x", [g["identifier"] for g in a.claim(9)])

    def test_more_open_tasks_than_one_exchange_adds_come_with_the_next(self):
        self.ops.submit("org.x", group="lab", mode="everywhere")
        self.root.execute("INSERT INTO task (fleet_user, identifier, group_id, mode, attempts, class, requirements, "
                          "request, not_before) SELECT fleet_user, 'org.n' || n, group_id, mode, attempts, class, "
                          "requirements, request, not_before FROM task, generate_series(1, 1050) s (n)")
        self.root.execute("INSERT INTO open_task SELECT id, fleet_user, identifier, group_id, class, mode FROM task "
                          "WHERE id > 1")
        a = self.machine("a")
        a.say()
        self.assertEqual(self.value("SELECT count(*) FROM occurrence"), 1051)

    def test_history_of_an_open_everywhere_task_says_who_has_done_it_for_as_long_as_it_is_open(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab", mode="everywhere")
        self.ops.submit("org.y", group="lab")
        for grant in a.claim(9):
            self.assertEqual(a.end(grant), "accepted")
        self.root.execute("UPDATE history SET recorded_at = recorded_at - interval '91 days'")
        self.root.execute("UPDATE housekeeping SET swept_all_at = '-infinity'")
        a.say()
        self.assertEqual(self.value("SELECT count(*) FROM history"), 1)
        a.restart()
        self.assertEqual(a.claim(9), [])
        self.assertEqual(b.end(*b.claim(9)), "accepted")
        for _ in range(3):
            self.root.execute("UPDATE housekeeping SET swept_all_at = '-infinity'")
            a.say()
        self.assertEqual(self.value("SELECT count(*) FROM history"), 1)  # b's

    def test_a_cancellation_says_what_it_met(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()

        def cancel():
            answer = self.ops.cancel(identifier="org.x")
            return answer["cancelled"], answer["stopping"], answer["hadEnded"]

        _, result = self.meanwhile(a, cancel, reports=[report(grant)])
        self.assertEqual(result, (0, 0, True))
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        _, result = self.meanwhile(a, cancel, releases=[
            {"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        self.assertEqual(result, (1, 0, False))

    def test_a_clock_that_was_ahead_puts_nothing_off(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab", deadlineUSec=int(time.time() * 1e6) + 300_000)
        self.ops.submit("org.y", group="lab")
        a.claim(classes=[], most=1)
        self.root.execute("UPDATE housekeeping SET next_at = clock_timestamp() + interval '1 day', swept = "
                          "clock_timestamp() + interval '1 day', swept_all_at = clock_timestamp() + interval '1 day', "
                          "grace_until = '-infinity'")
        while not self.value("SELECT bool_or(deadline <= clock_timestamp()) FROM occurrence"):
            pass
        b.say()
        self.assertEqual(self.outcome(1), "missed")
        self.assertLess(self.value("SELECT next_at FROM housekeeping"), self.value("SELECT now() + interval '1 s'"))

    def test_a_setting_without_measure_is_refused(self):
        for name in ("history_keep", "event_keep", "quiet_after", "housekeep_every", "lease", "ask_after"):
            with self.assertRaises(psycopg.errors.InvalidParameterValue):
                self.set(**{name: "100000 years"})
        self.set(history_keep="1000 years", event_keep="1000 years")
        self.machine("a").say(draining=False)

    def test_old_ends_that_stay_keep_no_others_from_being_removed(self):
        # 62 tasks that 100 machines have done wait for one that was not seen for months.
        a = self.machine("a")
        self.ops.submit("org.open", group="lab", mode="everywhere")
        self.ops.submit("org.old")
        self.ops.cancel(identifier="org.old")
        self.root.execute("INSERT INTO history (occurrence, task, recorded_at, epoch, attempt, by_report, success, "
                          "outcome, key) SELECT 1000 + n, 1, clock_timestamp() - interval '92 days' + n * "
                          "interval '1 s', 1, 1, true, true, 'completed', 'k' || n "
                          "FROM generate_series(1, 6200) AS s (n)")
        self.root.execute("UPDATE history SET recorded_at = clock_timestamp() - interval '91 days' WHERE task = 2")
        for _ in range(60):  # 5 s each
            self.root.execute("UPDATE housekeeping SET swept_all_at = swept_all_at - interval '5 s'")
            a.say(draining=False)
        self.assertEqual(self.value("SELECT count(*) FROM history"), 6200)
        # Those that stay are looked at again: their task may have ended since.
        self.ops.cancel(identifier="org.open")
        self.root.execute("UPDATE history SET recorded_at = '2001-01-01' WHERE task = 1")
        for _ in range(2 * 6200 // 256 + 4):
            self.root.execute("UPDATE housekeeping SET swept_all_at = swept_all_at - interval '5 s'")
            a.say(draining=False)
        self.assertEqual(self.value("SELECT count(*) FROM history"), 0)

    def test_a_machine_that_comes_back_at_that_moment_is_not_forgotten(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        a.say()
        self.expire(a)

        def forget():
            try:
                return self.boss.forget_machine(machine="a")
            except psycopg.Error as error:
                return error.sqlstate

        answer, result = self.meanwhile(a, forget, claim={"classes": a.ids(), "most": 1})
        self.assertEqual(result, "55000")
        self.assertEqual(a.end(*answer["grants"]), "accepted")

    def test_a_machine_that_joins_at_that_moment_keeps_a_task_open(self):
        a, b = self.machine("a"), Machine(self.connect("m2"), "b")
        self.ops.submit("org.x", group="lab", mode="everywhere")
        a.end(*a.claim())
        self.root.execute("UPDATE housekeeping SET next_at = 'infinity'")
        closer = self.connect("postgres", fresh=True)
        closed = "SELECT bgtask_fleet.close_everywhere(1)"
        closer.execute("SET search_path = bgtask_fleet, public")

        def close():
            try:
                return closer.execute(closed).fetchone()[0]
            except psycopg.errors.SerializationFailure:
                return closer.execute(closed).fetchone()[0]

        _, result = self.meanwhile(b, close)
        self.assertFalse(result)
        self.assertEqual(self.ops.show(identifier="org.x")["task"]["state"], "waiting")
        self.assertEqual(b.end(*b.claim()), "accepted")
        self.assertTrue(close())

    def test_a_task_waits_for_no_machine_that_went_while_it_was_submitted(self):
        if self.isolation == "serializable":
            return  # One of the two is taken back.
        a, b, c = self.machine("a"), self.machine("b", "m2"), self.machine("c", "m3")
        self.expire(b)
        person = self.connect("ops", fresh=True)
        person.execute("BEGIN")
        call(person, "submit_1", {"identifier": "org.x", "group": "lab", "mode": "everywhere",
                                  "request": {"kind": "processing"}})
        self.boss.forget_machine(machine="b")
        c.say(groups=["other"])
        person.execute("COMMIT")
        self.assertEqual(self.value("SELECT count(*) FROM occurrence"), 3)
        a.end(*a.claim())
        a.say(draining=False)
        self.assertEqual(self.ops.show(identifier="org.x")["task"]["state"], "ended")

    def test_many_held_at_once_cost_no_other_machine_its_lease(self):
        if not self.value("SELECT skip_locked FROM settings"):
            return
        a, b = self.machine("a"), self.machine("b", "m2", groups=["other"])
        self.ops.submit("org.x", group="lab")
        self.root.execute("INSERT INTO task (fleet_user, identifier, group_id, mode, attempts, class, requirements, "
                          "request, not_before) SELECT fleet_user, 'org.n' || n, group_id, mode, attempts, class, "
                          "requirements, request, not_before FROM task, generate_series(1, 4000) s (n)")
        self.root.execute("INSERT INTO open_task SELECT id, fleet_user, identifier, group_id, class, mode FROM task "
                          "WHERE id > 1")
        self.root.execute("INSERT INTO occurrence (task, class, not_before, attempts, mode, key, waiting, holder, "
                          "epoch, granted_at) SELECT id, class, not_before, attempts, mode, 'once', false, %s, 1, "
                          "clock_timestamp() FROM task WHERE id > 1", [a.machine])
        self.root.execute("UPDATE session SET check_at = lease_until WHERE machine = %s", [a.machine])
        holder = self.connect("ops", fresh=True)
        holder.execute("BEGIN")
        call(holder, "cancel_1", {"identifier": "org.n7"})
        self.expire(a)
        began = time.monotonic()
        b.say(draining=False)
        self.assertLess(time.monotonic() - began, 5)
        self.assertEqual(self.value("SELECT count(*) FROM occurrence WHERE NOT waiting"), 1)

    def test_an_administrators_open_transaction_stops_no_exchange(self):
        a = self.machine("a")
        holder = self.connect("postgres", fresh=True)
        holder.execute("BEGIN")
        holder.execute("UPDATE bgtask_fleet.settings SET history_keep = '80 days'")
        self.machine("b", "m2")
        self.root.execute("UPDATE housekeeping SET swept_all_at = '-infinity'")
        for _ in range(3):
            self.assertNotIn("busy", a.say())

    def test_a_machine_says_nothing_of_what_it_had_before_it_was_forgotten(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.expire(a)
        b.say()
        self.boss.forget_machine(machine="a")
        thief = Machine(self.connect("m2"), "thief", machine=a.machine)
        thief.say()
        self.assertEqual(thief.end(grant), "fenced")

    def test_held_work_of_one_user_holds_up_no_others_ends_and_returns(self):
        if not self.value("SELECT skip_locked FROM settings"):
            return  # Some of it waits for a later pass.
        a, b = self.machine("a", allows=["ops", "eva"]), self.machine("b", "m2", allows=["ops", "eva"])
        eva = Person(self.connect("eva"))
        for number in range(20):
            self.ops.submit(f"org.{number}", group="lab", requirements="idle")
        eva.submit("eva.x", group="lab")
        eva.submit("eva.y", group="lab")
        grants = a.claim(30)
        self.assertEqual(len(grants), 22)
        for number in range(20):
            self.held("ops", "cancel_1", {"identifier": f"org.{number}"})
        mine = {g["occurrence"] for g in grants if g["user"] == "eva"}
        answer = a.say(reports=[report(g, "completed", True) for g in grants if g["identifier"] != "eva.y"])
        self.assertTrue(mine & {r["occurrence"] for r in answer["reports"]})
        self.expire(a)
        self.assertEqual(len(b.claim(9)), 1)

    def test_an_open_cancellation_holds_up_only_its_own_task(self):
        a, b = self.machine("a", allows=["ops", "eva"]), self.machine("b", "m2", allows=["ops", "eva"])
        eva = Person(self.connect("eva"))
        eva.submit("eva.x", group="lab", mode="everywhere")
        eva.submit("eva.once", group="lab")
        for machine in (a, b):
            self.assertGreater(len(machine.claim(9)), 0)
        self.ops.submit("org.x", group="lab", mode="everywhere")
        mine, = a.claim(9)
        theirs = [{"occurrence": o, "epoch": e} for o, e in a.grants.items() if o != mine["occurrence"]]
        self.held("eva", "cancel_1", {"identifier": "eva.x"})
        self.held("eva", "submit_1", {"identifier": "eva.once", "group": "lab", "request": {"kind": "processing"},
                                      "requirements": "external-power"})
        began = time.monotonic()
        answer = a.say(reports=[report(g, "completed", True) for g in theirs + [mine]],
                       begun=[{**g, "runId": "r"} for g in theirs])
        self.assertNotIn("refused", answer)
        self.assertTrue(answer["busy"])
        self.assertEqual([r["occurrence"] for r in answer["reports"] if r["result"] == "accepted"], [mine["occurrence"]])
        self.assertEqual(answer["leaseUSec"], 60_000_000)
        # Work of others is given out as ever.
        self.ops.submit("org.y", group="lab")
        self.assertIn("org.y", [g["identifier"] for g in b.claim(9)])
        self.assertLess(time.monotonic() - began, 4)

    def test_an_open_submission_holds_up_no_machine_of_its_group(self):
        a = self.machine("a")
        self.ops.submit("org.n", group="lab", mode="nightly",
                        calendar={"expressions": ["*-*-* 02:00"], "zone": "UTC"})
        a.say()
        self.held("eva", "submit_1", {"identifier": "eva.new", "group": "lab", "requirements": "idle 1min",
                                      "request": {"kind": "processing"}})
        self.held("eva", "submit_1", {"identifier": "eva.all", "group": "lab", "mode": "everywhere",
                                      "request": {"kind": "processing"}})
        began = time.monotonic()
        after = self.value("SELECT after_usec FROM open_task WHERE mode = 'nightly'")
        answer = a.say(dates=[{"task": 1, "afterUSec": after, "dateUSec": after + 1, "nextUSec": after + 2}])
        self.assertNotIn("busy", answer)
        self.ops.submit("org.other", group="lab", mode="everywhere", requirements="online")
        self.assertEqual(len(a.claim(9)), 2)
        self.assertLess(time.monotonic() - began, 1)

    def test_an_open_transaction_holds_up_no_housekeeping(self):
        a, b = self.machine("a", allows=["ops", "eva"]), self.machine("b", "m2", allows=["ops", "eva"])
        eva = Person(self.connect("eva"))
        for name in ("eva.w", "eva.x", "eva.y"):
            eva.submit(name, group="lab")
        self.ops.submit("org.x", group="lab")
        self.assertEqual(len(a.claim(9)), 4)
        self.set(quiet_after="0 s")
        self.expire(a)
        self.held("eva", "cancel_1", {"identifier": "eva.x"})
        self.held("eva", "submit_1", {"identifier": "eva.z", "group": "lab", "request": {"kind": "processing"}})
        began = time.monotonic()
        b.say()
        self.assertEqual(len(b.claim(9)), 3)
        self.assertLess(time.monotonic() - began, 3)
        # What was left is looked at again.
        self.assertIsNotNone(self.value("SELECT check_at FROM session WHERE machine = %s", a.machine))

    def test_a_machines_open_transaction_stops_no_reaping_of_leases(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        self.assertEqual(len(a.claim()), 1)
        self.root.execute("UPDATE housekeeping SET next_at = clock_timestamp() - interval '31 s'")
        self.held("m3", "exchange_1", {"machine": "e" * 32, "session": "f" * 32, "sequence": 2})  # keeps house
        self.expire(a)
        self.assertEqual(len(b.claim()), 1)

    def test_a_machines_open_transaction_holds_up_no_machine_of_another_role(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        began = time.monotonic()
        for request in ({"machine": "e" * 32, "session": "f" * 32, "sequence": 1, "name": "a"},
                        {"machine": a.machine, "session": "f" * 32, "sequence": 1, "name": "x"},
                        {"machine": a.machine, "session": "f" * 32, "sequence": 2}):
            self.refused(self.held("m2", "exchange_1", request))
            self.assertNotIn("refused", a.say(verdicts=[]))
        self.assertNotIn(a.machine, str(self.held("m2", "exchange_1", {"machine": "e" * 32, "session": "f" * 32,
                                                                       "sequence": 1, "name": "a"})))
        self.assertLess(time.monotonic() - began, 1)

    # Rule 4: reports

    def test_rule04_the_first_report_ends_and_a_repeated_one_counts_already(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.assertEqual(a.end(grant, success=False, exitStatus=3, message="no\x1b[31m\nroom"), "accepted")
        self.assertEqual(a.repeat()["reports"][0]["result"], "countedAlready")
        self.assertEqual(a.end(grant), "countedAlready")
        entry, = self.ops.history()["entries"]
        self.assertEqual((entry["outcome"], entry["success"], entry["exitStatus"]), ("completed", False, 3))
        self.assertEqual(entry["message"], "no [31m room")
        self.assertEqual(entry["machine"], "a")
        self.assertEqual(a.claim(), [])

    def test_rule04_twice_in_one_exchange(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        answer = a.say(reports=[report(grant), report(grant, "killed"), {**report(grant), "epoch": 9},
                                {**report(grant), "occurrence": 77}])
        self.assertEqual([r["result"] for r in answer["reports"]], ["accepted", "countedAlready", "fenced", "unknown"])

    def test_rule04_a_lower_epoch_and_another_holder_are_fenced(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        first, = a.claim()
        self.assertEqual(b.end(first), "fenced")
        self.expire(a)
        second, = b.claim()
        self.assertEqual(a.end(first), "fenced")
        self.assertEqual(a.end(second), "fenced")
        self.assertEqual(b.end(first), "fenced")
        self.assertEqual(b.end(second), "accepted")
        self.assertEqual(a.end(first), "fenced")

    def test_rule04_a_late_report_counts_while_nobody_else_was_granted(self):
        a, b = self.machine("a"), self.machine("b", "m2", allows=[])
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.expire(a)
        b.say(draining=True)
        self.assertTrue(self.value("SELECT waiting FROM bgtask_fleet.occurrence"))
        self.assertEqual(a.end(grant), "accepted")
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)

    def test_rule04_a_late_report_corrects_the_reapers_end_once(self):
        a, b = self.machine("a"), self.machine("b", "m2", allows=[])
        self.ops.submit("org.x", group="lab", attempts=1)
        grant, = a.claim()
        a.say(begun=[{"occurrence": 1, "epoch": 1}])
        self.expire(a)
        b.say(draining=True)
        self.assertEqual(self.outcome(1), "leaseLost")
        self.assertEqual(b.end(grant), "fenced")
        self.assertEqual(a.end(grant), "accepted")
        self.assertEqual(a.end(grant, "killed"), "countedAlready")
        self.assertEqual(self.outcome(1), "completed")

    def test_rule04_a_run_cut_short_ends_nothing_while_an_attempt_is_left(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab", attempts=2)
        grant, = a.claim()
        self.assertEqual(a.end(grant, "interrupted", False), "fenced")
        self.assertEqual(a.repeat()["reports"][0]["result"], "fenced")
        grant, = a.claim()
        self.assertEqual((grant["epoch"], grant["attempt"]), (2, 2))
        self.assertEqual(a.end(grant, "leaseLost", False), "accepted")

    def test_rule04_reports_of_one_end_by_two_at_once(self):
        a = self.machine("a")
        other = Machine(self.connect("m1"), "a2", machine=a.machine)
        for n in range(5):
            self.ops.submit(f"org.x{n}", group="lab")
            grant, = a.claim()
            other.session, other.sequence, other.knows = a.session, a.sequence, a.knows
            # One exchange that a network has doubled: both have its token.
            results = self.together(*[lambda m=m: m.say(reports=[report(grant)], token=7) for m in (a, other)])
            self.assertEqual(sorted(r["reports"][0]["result"] for r in results), ["accepted", "countedAlready"])

    # Rule 5: roles

    def test_rule05_names_and_identities_belong_to_the_role(self):
        a = self.machine("a", "m1")
        thief = Machine(self.connect("m2"), "b", machine=a.machine)
        self.assertEqual(self.refused(thief.say()), "identity")
        self.expire(a)
        self.assertEqual(self.refused(thief.restart(succeeds=False)), "identity")
        thief.session, thief.sequence = a.session, a.sequence
        self.assertEqual(self.refused(thief.say()), "identity")
        name = Machine(self.connect("m2"), "a", machine="34" * 16)
        self.assertEqual(self.refused(name.say()), "name")
        # The same role may take over the name of a machine that is gone: a new installation.
        new = Machine(self.connect("m1"), "a", machine="12" * 16)
        self.assertNotIn("refused", new.say())

    def test_rule05_a_name_in_use_is_refused(self):
        self.machine("a")
        self.assertEqual(self.refused(Machine(self.connect("m1"), "a", machine="12" * 16).say()), "name")
        b = self.machine("b")
        self.assertEqual(self.refused(b.say(name="a")), "name")

    def test_rule05_roles_touch_no_tables_and_no_other_functions(self):
        allowed = {"m1": {"exchange_1", "schema_1"},
                   "ops": {"submit_1", "prune_1", "cancel_1", "list_1", "show_1", "explain_1", "machines_1", "history_1",
                           "report_1", "events_1", "schema_1"},
                   "nobody": set()}
        allowed["boss"] = allowed["ops"] | {"drain_1", "forget_machine_1"}
        tables = [r[0] for r in self.root.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'bgtask_fleet'::regnamespace AND relkind IN ('r', 'S')")]
        functions = self.root.execute(
            "SELECT oid, proname FROM pg_proc WHERE pronamespace = 'bgtask_fleet'::regnamespace").fetchall()
        self.assertGreater(len(tables), 12)
        self.assertGreater(len(functions), 40)
        for role, mine in allowed.items():
            for table in tables:
                for right in ("SELECT", "INSERT", "UPDATE", "DELETE", "TRUNCATE"):
                    kind = "sequence" if table.endswith("_seq") else "table"
                    if kind == "sequence":
                        right = "USAGE"
                    self.assertFalse(self.value(
                        f"SELECT has_{kind}_privilege(%s, %s, %s)", role, "bgtask_fleet." + table, right), (role, table))
            can = {name for oid, name in functions
                   if self.value("SELECT has_function_privilege(%s, %s::oid, 'EXECUTE')", role, oid)}
            self.assertEqual(can, mine, role)
        with self.assertRaises(psycopg.errors.InsufficientPrivilege):
            self.connect("m1").execute("SELECT * FROM bgtask_fleet.task")
        with self.assertRaises(psycopg.errors.InsufficientPrivilege):
            call(self.connect("nobody"), "exchange_1", {})

    def test_rule05_the_functions_are_owned_and_have_a_fixed_path(self):
        for name, owner, definer, config in self.root.execute(
                "SELECT proname, proowner::regrole::text, prosecdef, proconfig FROM pg_proc "
                "WHERE pronamespace = 'bgtask_fleet'::regnamespace"):
            self.assertEqual(owner, "bgtask_fleet_owner", name)
            self.assertEqual(definer, name.endswith("_1"), name)
            if definer:
                self.assertIn("search_path=pg_catalog, bgtask_fleet, pg_temp", config)
        # Objects of the caller's own do not come in between.
        m = self.connect("m1", fresh=True)
        m.execute("CREATE TEMP TABLE session (machine uuid); CREATE TEMP TABLE settings (lease interval)")
        self.assertNotIn("refused", Machine(m, "a").say())

    def test_no_function_with_fixed_plans_is_compiled_at_each_call(self):
        fixed = [(name, config) for name, config in self.root.execute(
            "SELECT proname, proconfig FROM pg_proc WHERE pronamespace = 'bgtask_fleet'::regnamespace "
            "AND array_to_string(proconfig, ' ') LIKE '%enable_%'")]
        self.assertGreater(len(fixed), 2)
        for name, config in fixed:
            self.assertIn("jit=off", config, name)

    def test_rule05_another_machines_runs_are_out_of_reach(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        self.assertEqual(b.end(grant), "fenced")
        one = {"occurrence": grant["occurrence"], "epoch": grant["epoch"]}
        b.say(releases=[{**one, "code": "refused"}], begun=[{**one, "runId": "evil"}])
        self.assertEqual(self.root.execute(
            "SELECT waiting, run_id, holder::text FROM bgtask_fleet.occurrence").fetchone(),
            (False, None, str(uuid.UUID(a.machine))))
        answer = b.restart(holds=[(grant["occurrence"], grant["epoch"])])
        self.assertEqual(answer["stops"], [{**one, "code": "notYours"}])
        self.assertEqual(b.claim(4), [])

    def test_rule05_machines_claim_only_from_their_groups_and_allowed_users(self):
        a = self.machine("a", groups=["lab"])
        b = self.machine("b", "m2", groups=["home"])
        c = self.machine("c", "m2", groups=["lab"], allows=["eva"])
        self.ops.submit("org.x", group="lab")
        a.say()
        self.assertEqual(len(a.ids()), 1)
        for other in (b, c):
            self.assertEqual(other.claim(4, classes=a.ids()), [])
            other.say()
            self.assertEqual(other.ids(), [])
        c.say(allows=["ops"])
        self.assertEqual(len(c.claim(4)), 1)

    # Rule 6: identity

    def test_rule06_the_second_of_two_clones_is_refused(self):
        a = self.machine("a")
        clone = Machine(self.connect("m1"), "a", machine=a.machine)
        answer = clone.say()
        self.assertEqual(self.refused(answer), "identity")
        self.assertIn("since", answer["refused"]["message"])
        self.assertNotIn("refused", a.say())
        # When the first is gone for longer than its lease, the identity is free.
        self.expire(a)
        self.assertNotIn("refused", clone.restart(succeeds=False))
        self.assertEqual(self.refused(a.say()), "identity")

    def test_rule06_two_clones_begin_at_once(self):
        for n in range(6):
            clones = [Machine(self.connect("m1"), f"a{n}", machine=uuid.UUID(int=n + 1).hex) for _ in range(2)]
            answers = self.together(*[c.say for c in clones])
            self.assertEqual(sorted("refused" in a for a in answers), [False, True])

    def test_rule06_a_restart_names_the_session_it_succeeds(self):
        a = self.machine("a")
        for _ in range(3):
            a.say()
        for difference, good in ((0, True), (1, True), (-1, True), (3, False), (-2, False)):
            a.say(), a.say(), a.say()
            session, sequence = a.session, a.sequence
            clone = Machine(self.connect("m1"), "a", machine=a.machine)
            answer = clone.say(succeeds={"session": session, "sequence": sequence + difference})
            self.assertEqual("refused" not in answer, good, (difference, answer))
            if good:
                self.assertEqual(self.refused(a.say()), "identity")
                a = clone
        self.assertEqual(self.refused(a.restart(succeeds=False)), "identity")

    def test_rule06_a_wrong_sequence_is_refused(self):
        a = self.machine("a")
        a.say()
        a.say()
        for wrong in (1, 2, 6, 9):
            answer = call(a.connection, "exchange_1", {"machine": a.machine, "session": a.session, "sequence": wrong,
                                                       "knows": a.knows, "name": "a"})
            self.assertEqual(self.refused(answer), "sequence", wrong)
            # One that is ahead may also mean that the database has lost something.
            self.assertEqual("the database has lost" in str(answer), wrong > 3, answer)
        self.assertNotIn("refused", a.say())

    def test_rule06_a_renewal_lost_by_a_crash_of_the_database_is_no_clone(self):
        a = self.machine("a")
        a.say(), a.say()
        back = "UPDATE session SET sequence = sequence - 1, lease_until = lease_until - interval '20 s'"
        self.root.execute(back)  # what a crash may leave of a lazy commit
        self.assertNotIn("refused", a.say())
        # A machine that holds something is answered when its renewal is on disk.
        self.ops.submit("org.x", group="lab")
        self.assertEqual(len(a.claim()), 1)
        self.root.execute(back)
        self.assertEqual(self.refused(a.say()), "sequence")

    def test_rule06_a_machine_without_a_session_is_told_to_begin_one(self):
        a = Machine(self.connect("m1"), "a")
        a.sequence = 4
        self.assertEqual(self.refused(a.say()), "notMember")

    def test_rule06_clones_of_a_running_agent(self):
        a = self.machine("a")
        a.say()
        clone = Machine(self.connect("m1"), "a", machine=a.machine)
        for ahead in (1, 2):
            # A resumed snapshot of the machine: its agent has the same memory, and draws other tokens.
            clone.session, clone.sequence, clone.knows = a.session, a.sequence, a.knows
            for _ in range(ahead):
                a.say()
            self.assertEqual(self.refused(clone.say()), "sequence", ahead)
        self.assertNotIn("refused", a.repeat())
        self.assertNotIn("refused", a.say())

    def test_rule06_clones_that_both_claim_do_not_both_get_the_work(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        a.say()
        clone = Machine(self.connect("m1"), "a", machine=a.machine)
        clone.session, clone.sequence, clone.knows, clone.classes = a.session, a.sequence, a.knows, a.classes
        self.assertEqual(len(a.claim()), 1)
        clone.say(claim={"classes": clone.ids(), "most": 1})
        self.assertEqual(clone.grants, {})

    # Rule 7: slots

    def test_rule07_at_most_n_run_under_concurrent_claims(self):
        machines = [self.machine(f"a{n}") for n in range(8)]
        self.ops.submit("org.roll", group="lab", mode="everywhere", atMost=3)
        for machine in machines:
            machine.say()
        done = set()
        running = {}
        for _ in range(30):
            free = [m for m in machines if m not in running]
            for machine, grants in zip(free, self.together(*[lambda m=m: m.claim(4, m.ids()) for m in free])):
                for grant in grants:
                    running[machine] = grant
            self.assertLessEqual(len(running), 3)
            self.assertEqual(len(running), self.value(
                "SELECT count(*) FROM bgtask_fleet.slot WHERE occurrence IS NOT NULL"))
            for machine, grant in list(running.items())[:2]:
                self.assertEqual(machine.end(grant), "accepted")
                self.assertNotIn(machine, done)
                done.add(machine)
                del running[machine]
            if len(done) == 8:
                break
        self.assertEqual(len(done), 8)
        machines[0].say(draining=True)
        self.assertEqual(self.ops.list()["tasks"], [])

    def test_rule07_a_slot_is_freed_by_end_release_and_reaping(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.roll", group="lab", mode="everywhere", atMost=1)
        grant, = a.claim()
        self.assertEqual(b.claim(), [])
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        grant, = b.claim()
        self.assertEqual(a.claim(), [])
        self.expire(b)
        again, = a.claim()
        self.assertEqual(again["epoch"], 2)
        self.assertEqual(a.end(again), "accepted")
        self.assertEqual(len(b.claim()), 1)

    def test_rule07_machines_that_join_get_theirs(self):
        a = self.machine("a")
        self.assertEqual(self.ops.submit("org.roll", group="lab", mode="everywhere")["occurrences"], 1)
        grant, = a.claim()
        b = self.machine("b")
        theirs, = b.claim()
        self.assertEqual(theirs["key"], b.machine)
        self.assertEqual(a.end(grant), "accepted")
        # A machine that has done it does not do it again, also after a restart.
        a.restart()
        self.assertEqual(a.claim(), [])
        self.assertEqual(b.end(theirs), "accepted")
        # All have done it: the task is over, and who joins now is too late.
        a.say(draining=False)
        c = self.machine("c")
        self.assertEqual(c.claim(), [])
        self.assertEqual(self.ops.show(identifier="org.roll")["task"]["state"], "ended")

    def test_rule07_machines_that_join_while_it_is_submitted(self):
        for n in range(5):
            machines = [Machine(self.connect("m1"), f"a{n}{i}") for i in range(6)]
            self.together(lambda: self.ops.submit(f"org.roll{n}", group="lab", mode="everywhere"),
                          *[m.say for m in machines])
            for machine in machines:
                machine.say()
                keys = [g["identifier"] for g in machine.claim(64)]
                self.assertIn(f"org.roll{n}", keys)

    def test_rule07_a_machine_that_leaves_the_group_is_not_waited_for(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.roll", group="lab", mode="everywhere")
        grant, = a.claim()
        b.say(groups=["home"])
        a.end(grant)
        a.say(draining=False)
        self.assertEqual(self.ops.show(identifier="org.roll")["task"]["state"], "ended")

    # Rule 8: nightly

    def nightly(self, **more):
        return self.ops.submit("org.night", group="lab", mode="nightly",
                               calendar={"expressions": ["03:00"], "zone": "Europe/Berlin"}, **more)["task"]

    def test_rule08_many_agents_say_the_same_date_and_one_occurrence_is_there(self):
        machines = [self.machine(f"a{n}", groups=["lab"]) for n in range(12)]
        task = self.nightly()
        for machine in machines:
            machine.say()
            calendar, = machine.classes[0]["calendars"]
            self.assertEqual((calendar["task"], calendar["expressions"], calendar["zone"]),
                             (task, ["03:00"], "Europe/Berlin"))
        after = calendar["afterUSec"]
        dates = [{"task": task, "afterUSec": after, "dateUSec": after + 1, "nextUSec": after + 10**9}]
        self.together(*[lambda m=m: m.say(dates=dates) for m in machines])
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 1)
        grants = [(m, g) for m in machines for g in m.claim()]
        self.assertEqual(len(grants), 1)
        machine, grant = grants[0]
        self.assertEqual(grant["key"], str(after + 1))
        machine.say()
        self.assertNotIn("calendars", machine.classes[0])
        self.assertEqual(machine.end(grant), "accepted")
        # Now the next date is wanted; the old one does not come again.
        for m in machines:
            m.say(dates=dates)
            self.assertEqual(m.classes[0]["calendars"][0]["afterUSec"], after + 1)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)

    def test_rule08_an_occurrence_in_the_future_says_when_it_is_due(self):
        a = self.machine("a")
        task = self.nightly()
        a.say()
        after = a.classes[0]["calendars"][0]["afterUSec"]
        answer = a.say(dates=[{"task": task, "afterUSec": after, "dateUSec": after + 3_600_000_000}])
        self.assertTrue(3_500_000_000 < answer["due"] <= 3_600_000_000)
        self.assertEqual(a.claim(), [])
        self.assertIn("due", a.say(claim={"classes": a.ids(), "most": 1}))

    def test_rule08_dates_of_others_are_ignored(self):
        stranger = self.machine("s", "m2", groups=["home"])
        unfriendly = self.machine("u", "m2", groups=["lab"], allows=["eva"])
        task = self.nightly()
        after = self.value("SELECT after_usec FROM bgtask_fleet.open_task")
        for machine in (stranger, unfriendly):
            machine.say(dates=[{"task": task, "afterUSec": after, "dateUSec": after + 1}])
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)

    def test_rule08_another_takes_over_when_the_machine_dies(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        task = self.nightly()
        a.say()
        after = a.classes[0]["calendars"][0]["afterUSec"]
        a.say(dates=[{"task": task, "afterUSec": after, "dateUSec": after + 1}])
        first, = a.claim()
        self.expire(a)
        second, = b.claim()
        self.assertEqual(second["occurrence"], first["occurrence"])
        self.assertEqual(b.end(second), "accepted")

    # Rule 9: what a database may lack

    def test_rule09_no_advisory_locks_and_no_listen(self):
        with open(SCHEMA) as file:
            text = re.sub(r"--.*", "", file.read())
        self.assertNotIn("advisory", text)
        self.assertNotIn("LISTEN", text)

    def test_rule09_a_serialization_failure_is_tried_again(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        a.say(), b.say()
        slow = self.connect("m1", fresh=True)
        slow.execute("SET default_transaction_isolation = 'serializable'")
        a.sequence += 1
        request = json.dumps({"machine": a.machine, "session": a.session, "sequence": a.sequence, "knows": a.knows,
                              "claim": {"classes": a.ids(), "most": 1}})
        slow.execute("BEGIN")
        slow.execute("SELECT count(*) FROM pg_class").fetchone()  # its snapshot
        self.assertEqual(len(b.claim(classes=b.ids())), 1)
        self.ops.submit("org.y", group="lab")
        try:
            found = slow.execute("SELECT bgtask_fleet.exchange_1(%s::jsonb)", [request]).fetchone()[0]
            slow.execute("COMMIT")
        except psycopg.errors.SerializationFailure:
            slow.execute("ROLLBACK")
            found = slow.execute("SELECT bgtask_fleet.exchange_1(%s::jsonb)", [request]).fetchone()[0]
        found = slow.execute("SELECT bgtask_fleet.exchange_1(%s::jsonb)", [request]).fetchone()[0]
        self.assertNotIn("refused", found)
        self.assertEqual(self.value("SELECT max(epoch) FROM bgtask_fleet.occurrence"), 1)

    def test_rule09_notify_is_a_switch(self):
        a = self.machine("a")
        listener = self.connect("m2", fresh=True)
        listener.execute("LISTEN bgtask_fleet")
        for on in (False, True):
            self.set(notify=on)
            # In a class that becomes active, and in one that is.
            for number in (1, 2):
                self.ops.submit(f"org.{on}.{number}".lower(), group="lab", requirements=f"{on}")
                heard = {n.payload for n in listener.notifies(timeout=0.3)}
                self.assertEqual(heard, ({"work", "changed"} if number == 1 else {"work"}) if on else set())
        grant = a.claim(1)[0]
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        self.assertIn("work", [n.payload for n in listener.notifies(timeout=0.3)])
        grant = a.claim(1)[0]
        self.ops.cancel(task=grant["task"])
        self.assertIn("stop", [n.payload for n in listener.notifies(timeout=0.3)])

    # Rule 10: cost and bounds

    def test_rule10_an_exchange_that_changes_nothing_is_one_hot_update(self):
        self.set(housekeep_every="1 h")
        a = self.machine("a")
        a.say(), a.say(), a.say()
        names = ["n_tup_ins", "n_tup_upd", "n_tup_hot_upd", "n_tup_del"]

        def counts():
            self.root.execute("SELECT pg_stat_clear_snapshot()")
            return dict((t, row) for t, *row in self.root.execute(
                f"SELECT relname, {', '.join(names)} FROM pg_stat_user_tables ORDER BY 1"))

        def settled():
            # Each connection keeps its counts for a while, also those of the tests before.
            for connection in sum(self.free.values(), [c for _, c in self.used]):
                connection.execute("SELECT pg_stat_force_next_flush()")
            return counts()

        before = settled()
        for _ in range(10):
            self.assertEqual(set(a.say()), {"version", "leaseUSec", "askAfterUSec", "changed"})
        after = settled()
        changes = {t: [x - y for x, y in zip(after[t], before[t])] for t in after if after[t] != before[t]}
        self.assertEqual(changes, {"session": [0, 10, 10, 0]})

    def test_rule10_a_submission_to_an_active_class_raises_nothing(self):
        a = self.machine("a")
        self.ops.submit("org.x0", group="lab")
        a.say()
        for n in range(1, 4):
            self.ops.submit(f"org.x{n}", group="lab")
        self.assertNotIn("classes", a.say())
        self.assertEqual(len(a.claim(64, a.ids())), 4)

    def test_rule10_a_class_becomes_quiet_and_wakes(self):
        self.set(quiet_after="0 s")
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        a.say(draining=False)
        a.say()
        self.assertEqual(a.ids(), [])
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        a.say()
        self.assertEqual(len(a.ids()), 1)
        self.assertEqual(len(a.claim()), 1)

    def test_rule10_lists_are_bounded(self):
        a = self.machine("a")
        one = {"occurrence": 1, "epoch": 1}
        for field, least, element in (
                ("reports", 1000, report(one)), ("releases", 1000, {**one, "code": "conditions"}), ("begun", 1000, one),
                ("verdicts", 1000, {"class": "a" * 32, "verdict": "holds"}),
                ("dates", 1000, {"task": 1, "afterUSec": 1, "dateUSec": 2})):
            self.assertNotIn("refused", a.say(**{field: [element] * least}))
            with self.assertRaises(psycopg.errors.InvalidParameterValue, msg=field):
                a.say(**{field: [element] * (least + 1)})
            a.sequence -= 1
        with self.assertRaises(psycopg.errors.InvalidParameterValue):
            a.say(claim={"classes": [], "most": 65})

    def test_rule10_a_thousand_verdicts_and_what_explain_says(self):
        names = [f"a{n}" for n in range(5)]
        machines = [self.machine(name) for name in names] + [self.machine("d", allows=["eva"])]
        self.ops.submit("org.x", group="lab", requirements="external & idle")
        for machine in machines[:5]:
            machine.say()
        verdict = {"class": machines[0].ids()[0], "verdict": "lacks", "code": "external", "message": "on battery"}
        machines[0].say(verdicts=[verdict] * 1000)
        machines[1].say(verdicts=[verdict])
        machines[2].say(verdicts=[{**verdict, "verdict": "never", "code": "arch", "message": "no arm"}])
        machines[3].say(verdicts=[{**verdict, "verdict": "holds", "code": None}])
        self.expire(machines[3])
        answer = self.ops.explain(identifier="org.x")
        found = {(v["verdict"], v.get("code")): (v["machines"], v.get("message")) for v in answer["verdicts"]}
        self.assertEqual(found, {("lacks", "external"): (2, "on battery"), ("never", "arch"): (1, "no arm"),
                                 ("notSeen", None): (1, None), ("unsaid", None): (1, None),
                                 ("disallowed", None): (1, None)})
        self.assertEqual(answer["machines"], 6)

    def test_rule10_explain_tells_how_often_a_task_was_refused(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        self.assertNotIn("refusals", self.ops.explain(identifier="org.x"))
        grant, = a.claim()
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": 1, "code": "refused"}])
        answer = self.ops.explain(identifier="org.x")
        self.assertEqual(answer["refusals"], 1)
        self.assertGreater(answer["notBeforeUSec"], answer["nowUSec"])

    def test_rule10_explain_tells_a_machine_that_left_from_one_that_was_not_seen(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        self.assertNotIn("refused", a.say(leaving=True))
        self.expire(b)
        found = {v["verdict"]: v for v in self.ops.explain(identifier="org.x")["verdicts"]}
        self.assertEqual({name: v["names"] for name, v in found.items()}, {"left": ["a"], "notSeen": ["b"]})
        self.assertNotIn("lastSeenUSec", found["left"])
        self.assertIn("lastSeenUSec", found["notSeen"])

    def test_rule10_refusals_name_the_commands_of_people(self):
        with self.assertRaises(psycopg.errors.InvalidParameterValue) as caught:
            self.boss.drain(machine="nobody")
        self.assertIn("bgtaskctl fleet machines", caught.exception.diag.message_hint)

    def test_rule10_hostile_requests_are_answered_with_what_is_allowed(self):
        good = self.machine("good")
        first = {"machine": "c" * 32, "session": "d" * 32, "sequence": 1, "name": "c"}
        odd = [None, True, 1, -1, 1.5, 1e300, 10**40, "", "x", "\x01", "é" * 5000, [], [[]], {}, {"a": {"b": []}},
               [None], [1], ["x" * 70000], [{"occurrence": "1; DROP TABLE task", "epoch": 1}], "9" * 32, "G" * 32,
               [{"occurrence": 1, "epoch": 10**12}], [{"occurrence": 1, "epoch": 1, "outcome": "done"}],
               [{"occurrence": 1.0, "epoch": 1, "outcome": "completed", "success": True}], "-infinity", "NaN"]
        fields = {
            "exchange_1": (good.connection, first, ["machine", "name", "groups", "session", "sequence", "succeeds",
                "leaving", "draining", "allows", "holds", "reports", "releases", "begun", "verdicts", "dates", "claim",
                "knows", "extra"]),
            "submit_1": (self.ops.connection, {"identifier": "org.h", "request": {}}, ["identifier", "group", "mode",
                "atMost", "calendar", "notBeforeUSec", "deadlineUSec", "requirements", "onConflict", "attempts",
                "request", "file", "dryRun", "extra"]),
            "prune_1": (self.ops.connection, {}, ["identifiers", "files", "dryRun", "extra"]),
            "cancel_1": (self.ops.connection, {}, ["identifier", "task", "user", "extra"]),
            "list_1": (self.ops.connection, {}, ["state", "group", "user", "after", "most", "extra"]),
            "show_1": (self.ops.connection, {}, ["identifier", "task", "user", "extra"]),
            "explain_1": (self.ops.connection, {}, ["identifier", "task", "user", "extra"]),
            "machines_1": (self.ops.connection, {}, ["group", "after", "most", "extra"]),
            "history_1": (self.ops.connection, {}, ["identifier", "task", "user", "after", "most", "extra"]),
            "events_1": (self.ops.connection, {}, ["identifiers", "user", "sinceUSec", "after", "most",
                "extra"]),
            "report_1": (self.ops.connection, {}, ["group", "user", "sinceUSec", "tasks", "machines", "extra"]),
            "drain_1": (self.boss.connection, {}, ["machine", "draining", "extra"]),
            "forget_machine_1": (self.boss.connection, {}, ["machine", "extra"])}
        subfields = {
            "succeeds": ["session", "sequence"], "claim": ["classes", "most"], "calendar": ["expressions", "zone"],
            "reports": ["occurrence", "epoch", "outcome", "success", "exitStatus", "signal", "runId", "startedUSec",
                        "endedUSec", "message"],
            "holds": ["occurrence", "epoch"], "releases": ["occurrence", "epoch", "code", "message"],
            "begun": ["occurrence", "epoch", "runId", "startedUSec"],
            "verdicts": ["class", "verdict", "code", "message"],
            "dates": ["task", "afterUSec", "dateUSec", "nextUSec"]}
        whole = {"reports": {"occurrence": 1, "epoch": 1, "outcome": "completed", "success": True},
                 "holds": {"occurrence": 1, "epoch": 1}, "begun": {"occurrence": 1, "epoch": 1},
                 "releases": {"occurrence": 1, "epoch": 1, "code": "refused"},
                 "verdicts": {"class": "a" * 32, "verdict": "holds"},
                 "dates": {"task": 1, "afterUSec": 1, "dateUSec": 2, "nextUSec": 3},
                 "succeeds": {"session": "a" * 32, "sequence": 1}, "claim": {"classes": ["a" * 32], "most": 1},
                 "calendar": {"expressions": ["daily"], "zone": "UTC"}}
        refusals = 0
        for function, (connection, base, names) in fields.items():
            requests = list(odd)
            for name in names:
                requests += [{**base, name: value} for value in odd]
                for sub in subfields.get(name, []) + ["more"]:
                    for value in odd:
                        one = {**whole.get(name, {}), sub: value}
                        more = {"mode": "nightly"} if name == "calendar" else {}
                        requests.append({**base, **more,
                                         name: [one] if name not in ("succeeds", "claim", "calendar") else one})
            requests.append({**base, **{n: whole.get(n, 1) for n in names}})
            for request in requests:
                try:
                    text = json.dumps(request).replace("1e+300", "1e300")
                    connection.execute(f"SELECT bgtask_fleet.{function}(%s::jsonb)", [text])
                except psycopg.Error as error:
                    refusals += 1
                    if error.sqlstate == "55000" and function == "forget_machine_1":
                        continue
                    self.assertEqual(error.sqlstate, "22023", (function, text[:300], error))
                    self.assertRegex(error.diag.message_primary, r"^[A-Za-z\[\]0-9_.]+: found ", text[:300])
                    self.assertLess(len(error.diag.message_primary), 200)
                    self.assertTrue(error.diag.message_hint.startswith("Allowed: "), text[:300])
        self.assertGreater(refusals, 2000)
        with self.assertRaises(psycopg.errors.InvalidParameterValue):
            good.connection.execute("SELECT bgtask_fleet.exchange_1(NULL)")
        self.assertNotIn("refused", good.say())

    # Rule 11: nothing is lost or done twice

    def test_rule11_two_machines_share_the_work(self):
        self.set(housekeep_every="1 s")
        machines = [self.machine(f"a{n}") for n in range(6)]
        for n in range(60):
            self.ops.submit(f"org.x{n}", group="lab", requirements=str(n % 3))
        for machine in machines:
            machine.say()

        def work(machine):
            done = []
            for _ in range(40):
                grants = machine.claim(4, machine.ids())
                if not grants:
                    continue
                answer = machine.say(reports=[report(g) for g in grants])
                assert all(r["result"] == "accepted" for r in answer["reports"]), answer
                done += [g["occurrence"] for g in grants]
            return done

        done = sum(self.together(*[lambda m=m: work(m) for m in machines]), [])
        self.assertEqual(len(done), 60)
        self.assertEqual(len(set(done)), 60)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.open_task"), 0)

    def test_rule11_a_lost_answer_is_repeated_and_granted_once(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        for n in range(6):
            self.ops.submit(f"org.x{n}", group="lab")
        grants = a.claim(3)
        again = a.repeat()["grants"]
        self.assertEqual(sorted(map(str, grants)), sorted(map(str, again)))
        self.assertEqual(len(b.claim(64)), 3)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence WHERE epoch = 1"), 6)

    def test_rule11_the_order_of_the_wish_and_of_the_dates(self):
        a = self.machine("a")
        now = self.value("SELECT bgtask_fleet.to_usec(now())")
        for n, (requirements, age) in enumerate((("x", 1), ("y", 5), ("x", 9), ("y", 3))):
            self.ops.submit(f"org.x{n}", group="lab", requirements=requirements, notBeforeUSec=now - age * 10**6)
        a.say()
        by = {c["requirements"]: c["class"] for c in a.classes}
        grants = a.claim(3, [by["y"], by["x"]])
        self.assertEqual([g["identifier"] for g in grants], ["org.x1", "org.x3", "org.x2"])

    def test_rule11_after_a_crash_unknown_claims_are_released_and_unknown_runs_stopped(self):
        a = self.machine("a")
        for n in range(3):
            self.ops.submit(f"org.x{n}", group="lab")
        first, second, third = a.claim(3)
        a.say(begun=[{"occurrence": third["occurrence"], "epoch": 1}])
        answer = a.restart(holds=[(first["occurrence"], 1), (99, 4)])
        self.assertEqual(answer["stops"], [{"occurrence": 99, "epoch": 4, "code": "notYours"}])
        self.assertEqual(self.root.execute(
            "SELECT id, waiting, attempt FROM bgtask_fleet.occurrence ORDER BY id").fetchall(),
            [(1, False, 1), (2, True, 1), (3, True, 2)])
        self.assertEqual(a.end(first), "accepted")

    def test_rule11_a_grant_of_the_last_session_is_not_granted_again_by_a_repetition(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        a.restart(holds=[(grant["occurrence"], 1)])
        while a.sequence < 3:
            a.say(claim={"classes": a.ids(), "most": 4})
        self.assertNotIn("grants", a.repeat())

    def test_rule11_a_release_gives_it_to_others(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        grant, = a.claim()
        release = {"occurrence": 1, "epoch": 1, "code": "conditions", "message": "on battery"}
        a.say(releases=[release])
        second, = b.claim()
        self.assertEqual((second["epoch"], second["attempt"]), (2, 1))
        a.repeat()
        self.assertEqual(b.end(second), "accepted")

    def test_rule11_a_refused_occurrence_waits_a_while(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab")
        a.claim()
        answer = a.say(releases=[{"occurrence": 1, "epoch": 1, "code": "refused"}],
                       claim={"classes": a.ids(), "most": 1})
        self.assertNotIn("grants", answer)
        self.assertTrue(5_000_000 < answer["due"] <= 10_000_000)

    # Leaving, draining, cancelling, people

    def test_leaving_gives_back_and_ends_the_session(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        a.claim()
        self.assertNotIn("refused", a.say(leaving=True))
        self.assertNotIn("refused", a.repeat())
        self.assertEqual(self.refused(a.say()), "notMember")
        self.assertEqual(len(b.claim()), 1)
        self.assertEqual([m["state"] for m in self.ops.machines()["machines"]], ["left", "member"])
        self.assertNotIn("refused", a.restart(succeeds=False))

    def test_draining_by_the_machine_and_by_an_administrator(self):
        a = self.machine("a")
        for n in range(3):
            self.ops.submit(f"org.x{n}", group="lab")
        grant, = a.claim()
        self.boss.drain(machine="a", draining=True)
        self.assertEqual(a.claim(), [])
        self.assertEqual(a.end(grant), "accepted")
        self.boss.drain(machine=a.machine, draining=False)
        self.assertEqual(len(a.claim()), 1)
        a.say(draining=True)
        self.assertEqual(a.claim(classes=a.ids()), [])
        self.assertTrue(self.ops.machines()["machines"][0]["draining"])
        a.say(draining=False)
        self.assertEqual(len(a.claim(classes=a.ids())), 1)

    def test_cancel_waiting_and_granted(self):
        a = self.machine("a")
        self.ops.submit("org.wait", group="lab", requirements="w")
        self.ops.submit("org.run", group="lab", requirements="r")
        a.say()
        grant, = a.claim(classes=[c["class"] for c in a.classes if c["requirements"] == "r"])
        self.assertEqual(self.ops.cancel(identifier="org.wait")["cancelled"], 1)
        self.assertEqual({k: v for k, v in self.ops.cancel(identifier="org.run").items() if k in ("stopping", "hadEnded")},
                         {"stopping": 1, "hadEnded": False})
        stop = {"occurrence": grant["occurrence"], "epoch": 1, "code": "cancelled"}
        self.assertEqual(a.say()["stops"], [stop])
        self.assertEqual(a.say()["stops"], [stop])
        self.assertEqual(a.end(grant, "cancelled", False), "accepted")
        self.assertNotIn("stops", a.say())
        self.assertEqual({e["identifier"]: e["outcome"] for e in self.ops.history()["entries"]},
                         {"org.wait": "cancelled", "org.run": "cancelled"})

    def test_cancelled_and_the_machine_is_lost(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab")
        a.claim()
        self.ops.cancel(identifier="org.x")
        self.expire(a)
        self.assertEqual(b.claim(), [])
        self.assertEqual(self.outcome(1), "cancelled")

    def test_cancel_and_claims_at_once(self):
        machines = [self.machine(f"a{n}") for n in range(4)]
        for n in range(8):
            self.ops.submit(f"org.x{n}", group="lab")
            for machine in machines:
                machine.say()
            self.together(lambda: self.ops.cancel(identifier=f"org.x{n}"),
                          *[lambda m=m: m.claim(1, m.ids()) for m in machines])
        for machine in machines:
            stops = {s["occurrence"] for s in machine.say().get("stops", [])}
            self.assertEqual(stops, set(machine.grants))
            for occurrence in stops:
                self.assertEqual(machine.end({"occurrence": occurrence, "epoch": 1}, "cancelled", False), "accepted")
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.history"), 8)

    def test_identifiers_are_unique_among_a_users_open_tasks(self):
        eva = Person(self.connect("eva"))
        first = self.ops.submit("org.x")["task"]
        eva.submit("org.x")
        self.assertEqual(self.ops.submit("org.x", onConflict="keep"),
                         {"task": first, "identifier": "org.x", "change": "kept", "state": "waiting",
                          "occurrences": 1})
        with self.assertRaises(psycopg.errors.UniqueViolation) as caught:
            self.ops.submit("org.x", onConflict="fail")
        self.assertIn("org.x", caught.exception.diag.message_primary)
        replacing = self.ops.submit("org.x")
        self.assertNotEqual(first, replacing["task"])
        self.assertEqual(replacing["change"], "replaced")
        self.assertEqual(self.outcome(1), "cancelled")
        submitted = self.together(*[lambda p=p: p.submit("org.same")["task"]
                                    for p in [Person(self.connect("ops")) for _ in range(4)]])
        self.assertEqual(len(set(submitted)), 4)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.open_task WHERE identifier = 'org.same'"), 1)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence o JOIN bgtask_fleet.task t "
                                    "ON t.id = o.task WHERE identifier = 'org.same'"), 1)

    def test_people_see_their_own_tasks_and_administrators_all(self):
        eva = Person(self.connect("eva"))
        task = self.ops.submit("org.x")["task"]
        for request in ({"identifier": "org.x"}, {"task": task}, {"identifier": "org.x", "user": "ops"}):
            for function in ("show", "cancel", "explain"):
                with self.assertRaises(psycopg.errors.InvalidParameterValue):
                    getattr(eva, function)(**request)
        self.assertEqual(eva.list()["tasks"], [])
        self.assertEqual(len(self.boss.list()["tasks"]), 1)
        self.assertEqual(self.boss.show(identifier="org.x")["task"]["user"], "ops")
        self.boss.cancel(identifier="org.x", user="ops")
        self.assertEqual(eva.history()["entries"], [])
        self.assertEqual(len(self.boss.history()["entries"]), 1)

    def happened(self, person=None, **request):
        """What events_1 says: the events in few words."""
        events = (person or self.ops).events(**request)["events"]
        return [" ".join(str(e[k]) for k in ("event", "code", "identifier", "machine", "outcome", "attempt") if k in e)
                for e in events]

    def test_events_tell_the_life_of_work_and_machines(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.x", group="lab", attempts=2)
        grant, = a.claim()
        a.say(releases=[{"occurrence": 1, "epoch": 1, "code": "conditions"}])
        grant, = a.claim()
        begun = [{"occurrence": 1, "epoch": 2}]
        a.say(begun=begun)
        a.say(begun=begun)
        self.expire(a)
        grant, = b.claim()
        self.root.execute("UPDATE bgtask_fleet.occurrence SET releases = 0")
        b.say(releases=[{"occurrence": 1, "epoch": 3, "code": "refused"}])
        self.root.execute("UPDATE bgtask_fleet.occurrence SET not_before = now()")
        grant, = b.claim()
        self.ops.cancel(identifier="org.x")
        b.end(grant, "cancelled", False)
        a.restart()
        b.say(leaving=True)
        self.expire(a)
        self.boss.forget_machine(machine="a")
        self.assertEqual(self.happened(), [
            "joined a", "joined b", "submitted org.x", "granted org.x a 1", "returned conditions org.x a 1",
            "granted org.x a 1", "begun org.x a 1", "lost a", "returned lost org.x a 1", "granted org.x b 2",
            "returned refused org.x b 2", "granted org.x b 2", "cancelled org.x b 2", "ended org.x b cancelled 2",
            "restarted a", "left b", "forgotten a"])

    def test_events_tell_an_end_that_is_corrected(self):
        a, b = self.machine("a"), self.machine("b", "m2", allows=[])
        self.ops.submit("org.x", group="lab", attempts=1)
        grant, = a.claim()
        a.say(begun=[{"occurrence": 1, "epoch": 1}])
        self.expire(a)
        b.say(draining=True)
        a.end(grant, exitStatus=0, message="done")
        ended, corrected = self.ops.events()["events"][-2:]
        self.assertEqual((ended["event"], ended["outcome"], ended["success"]), ("ended", "leaseLost", False))
        self.assertEqual((corrected["event"], corrected["outcome"], corrected["message"]),
                         ("corrected", "completed", "done"))

    def test_events_are_of_ones_own_tasks_and_of_machines(self):
        self.machine("a")
        eva = Person(self.connect("eva"))
        for person in (self.ops, eva):
            person.submit("org.x")
        self.ops.submit("org.y")
        self.assertEqual(self.happened(eva), ["joined a", "submitted org.x"])
        self.assertEqual(self.happened(self.boss),
                         ["joined a", "submitted org.x", "submitted org.x", "submitted org.y"])
        self.assertEqual(self.happened(self.boss, user="eva"), ["joined a", "submitted org.x"])
        self.assertEqual(self.happened(identifiers=["org.y", "org.z"]), ["submitted org.y"])
        with self.assertRaises(psycopg.errors.InvalidParameterValue):
            eva.events(user="ops")

    def test_events_have_pages_and_who_comes_again_begins_where_all_is_settled(self):
        for n in range(7):
            self.ops.submit(f"org.x{n}")
        first = self.ops.events()
        self.assertNotIn("next", first)
        pages, place = [], {"sinceUSec": first["settledUSec"]}
        while place:
            answer = self.ops.events(most=3, **place)
            pages.append([e["identifier"] for e in answer["events"]])
            place = {"after": answer["next"]} if "next" in answer else {}
        self.assertEqual(sum(pages, []), [f"org.x{n}" for n in range(7)])
        # A transaction that commits late has an earlier date than what was told already.
        slow = self.connect("ops", fresh=True)
        slow.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        slow.execute("SELECT bgtask_fleet.submit_1(%s::jsonb)", [json.dumps({"identifier": "org.slow", "request": {}})])
        self.ops.submit("org.quick")
        told = self.ops.events()
        slow.execute("COMMIT")
        seen = {e["id"] for e in told["events"]}
        again = [e["identifier"] for e in self.ops.events(sinceUSec=told["settledUSec"])["events"]
                 if e["id"] not in seen]
        self.assertEqual(again, ["org.slow"])

    def test_old_events_are_removed_and_who_has_missed_some_is_told(self):
        a = self.machine("a")
        self.ops.submit("org.old")
        self.root.execute("UPDATE bgtask_fleet.event SET at = at - interval '2 h'")
        old = self.value("SELECT to_usec(max(at)) FROM event")
        self.ops.submit("org.new")
        a.say(draining=False)
        self.assertEqual(self.happened(sinceUSec=0), ["submitted org.new"])
        self.assertEqual(self.ops.events(sinceUSec=0)["goneUSec"], old)
        self.assertNotIn("goneUSec", self.ops.events(sinceUSec=old))
        self.assertNotIn("goneUSec", self.ops.events())

    def test_events_are_a_switch_and_hint_on_a_channel_of_their_own(self):
        listener = self.connect("ops", fresh=True)
        listener.execute("LISTEN bgtask_fleet_events")
        self.set(notify=True)
        self.ops.submit("org.x")
        self.assertEqual(len(list(listener.notifies(timeout=0.3, stop_after=1))), 1)
        self.set(event_keep="0 s")
        self.ops.submit("org.y")
        self.assertEqual(list(listener.notifies(timeout=0.3, stop_after=1)), [])
        self.assertEqual(self.value("SELECT count(*) FROM event"), 1)
        with self.assertRaises(psycopg.errors.ObjectNotInPrerequisiteState) as caught:
            self.ops.events()
        self.assertIn("event_keep", caught.exception.diag.message_hint)

    def test_a_report_says_what_ran_where_and_what_waits(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        gone = self.machine("c")
        self.ops.submit("org.roll", group="lab", mode="everywhere", atMost=2)
        self.ops.submit("org.wait", group="lab", requirements="idle")
        for machine in (a, b):
            machine.say()
            machine.say(verdicts=[{"class": c["class"], "verdict": "lacks", "code": "idle", "message": "in use"}
                                  for c in machine.classes if c["requirements"] == "idle"])
        roll = [c["class"] for c in a.classes if c["requirements"] == ""]
        first, = a.claim(1, roll)
        a.end(first, success=False, exitStatus=3)
        second, = b.claim(1, roll)
        b.say(begun=[{"occurrence": second["occurrence"], "epoch": 1}])
        self.expire(gone)
        report = self.ops.report()
        self.assertEqual([(r["task"]["identifier"], r["ends"], r["failures"]) for r in report["tasks"]],
                         [("org.roll", 1, 1), ("org.wait", 0, 0)])
        self.assertEqual({k: report[k] for k in ("ends", "failures", "taskCount", "heldCount", "openCount",
                                                 "machineCount", "memberCount", "notSeenCount")},
                         {"ends": 1, "failures": 1, "taskCount": 2, "heldCount": 1, "openCount": 2,
                          "machineCount": 3, "memberCount": 2, "notSeenCount": 1})
        cells = {c["machine"]: c for c in report["cells"]}
        self.assertEqual((cells["a"]["last"]["exitStatus"], cells["a"]["failures"]), (3, 1))
        self.assertNotIn("heldUSec", cells["a"])
        self.assertTrue(cells["b"]["begun"])
        self.assertNotIn("last", cells["b"])
        waits = report["tasks"][1]
        # What explain says of it, and the report, are the same.
        explained = self.ops.explain(identifier="org.wait")
        self.assertEqual((waits["machines"], waits["verdicts"]), (explained["machines"], explained["verdicts"]))
        self.assertEqual(report["tasks"][0]["slots"], {"most": 2, "taken": 1})
        self.assertEqual([(m["name"], m["state"]) for m in report["machines"]],
                         [("a", "member"), ("b", "member"), ("c", "notSeen")])

    def test_a_report_is_of_ones_own_tasks_and_its_rows_are_names(self):
        eva = Person(self.connect("eva"))
        for _ in range(3):
            self.ops.submit("org.x")
            self.ops.cancel(identifier="org.x")
        self.ops.submit("org.x")
        eva.submit("org.secret")
        self.assertEqual([r["task"]["identifier"] for r in eva.report()["tasks"]], ["org.secret"])
        self.assertEqual(eva.report()["cells"], [])
        mine, = self.ops.report()["tasks"]
        # A cancelled task is no failure.
        self.assertEqual((mine["ends"], mine["failures"], mine["task"]["state"]), (3, 0, "waiting"))
        cell, = self.ops.report()["cells"]
        self.assertNotIn("machine", cell)
        self.assertEqual((cell["ends"], cell["last"]["outcome"]), (3, "cancelled"))
        self.assertEqual(len(self.boss.report()["tasks"]), 2)
        self.assertEqual(len(self.boss.report(user="eva")["tasks"]), 1)
        with self.assertRaises(psycopg.errors.InvalidParameterValue):
            eva.report(user="ops")
        self.assertEqual(self.ops.report(group="none")["machines"], [])
        self.assertEqual(self.ops.report(group="none")["tasks"], [])
        now = self.value("SELECT to_usec(clock_timestamp())")
        self.assertEqual(self.ops.report(sinceUSec=now + 10**6)["tasks"][0]["ends"], 0)

    def test_a_report_is_bounded_and_counts_what_it_leaves_out(self):
        machines = [self.machine(f"a{n}") for n in range(7)]
        for n in range(7):
            self.ops.submit(f"org.x{n}", group="lab", requirements=str(n))
        failed = machines[3]
        grant, = failed.claim()
        failed.end(grant, success=False)
        report = self.ops.report(tasks=2, machines=3)
        self.assertEqual((len(report["tasks"]), report["taskCount"]), (2, 7))
        self.assertEqual((len(report["machines"]), report["machineCount"]), (3, 7))
        # What needs attention is not left out.
        self.assertEqual(report["tasks"][0]["failures"], 1)
        self.assertIn("a3", [m["name"] for m in report["machines"]])
        self.assertEqual([c["machine"] for c in report["cells"]], ["a3"])

    def test_lists_have_pages(self):
        for n in range(7):
            self.ops.submit(f"org.x{n}")
        pages, after = [], 0
        while after is not None:
            answer = self.ops.list(most=3, after=after)
            pages.append([t["identifier"] for t in answer["tasks"]])
            after = answer.get("next")
        self.assertEqual(sum(pages, []), [f"org.x{n}" for n in range(7)])

    def test_history_is_followed_by_a_cursor(self):
        for n in range(9):
            self.ops.submit(f"org.x{n}")
            self.ops.cancel(identifier=f"org.x{n}")
        self.root.execute("UPDATE bgtask_fleet.history SET recorded_at = recorded_at - interval '1 min' "
                          "WHERE occurrence < 8")
        seen, cursor = [], "0:0"
        for _ in range(5):
            answer = self.ops.history(after=cursor, most=4)
            seen += [e["occurrence"] for e in answer["entries"]]
            cursor = answer["next"]
        self.assertEqual(sorted(set(seen)), list(range(1, 10)))
        self.assertEqual(seen[:7], list(range(1, 8)))
        # The newest are repeated until they are old enough.
        self.assertEqual([e["occurrence"] for e in self.ops.history(after=cursor)["entries"][-1:]], [9])

    def test_a_deadline_ends_what_waits(self):
        a = self.machine("a")
        now = self.value("SELECT bgtask_fleet.to_usec(clock_timestamp())")
        self.ops.submit("org.x", group="lab", deadlineUSec=now + 3600 * 10**6)
        self.assertEqual(len(self.ops.list()["tasks"]), 1)
        self.root.execute("UPDATE bgtask_fleet.occurrence SET deadline = now()")
        self.assertEqual(a.claim(), [])
        a.say(draining=False)
        self.assertEqual(self.outcome(1), "missed")
        self.assertEqual(self.ops.list()["tasks"], [])

    def test_forgetting_a_machine(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.ops.submit("org.roll", group="lab", mode="everywhere")
        grant, = b.claim()
        with self.assertRaises(psycopg.errors.ObjectNotInPrerequisiteState):
            self.boss.forget_machine(machine="a")
        self.expire(a)
        self.boss.forget_machine(machine="a")
        b.end(grant)
        b.say(draining=False)
        self.assertEqual(self.ops.show(identifier="org.roll")["task"]["state"], "ended")
        self.assertEqual([m["name"] for m in self.boss.machines()["machines"]], ["b"])
        self.assertEqual(self.refused(a.say()), "notMember")
        self.assertNotIn("refused", a.restart(succeeds=False))

    def test_old_history_is_removed_with_its_tasks(self):
        a = self.machine("a")
        self.ops.submit("org.old")
        self.ops.cancel(identifier="org.old")
        self.ops.submit("org.new")
        self.root.execute("UPDATE bgtask_fleet.history SET recorded_at = now() - interval '1 year'")
        a.say(draining=False)
        self.assertEqual(self.value("SELECT string_agg(identifier, ' ') FROM bgtask_fleet.task"), "org.new")
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.history"), 0)

    def test_a_task_that_never_had_an_occurrence_is_removed_after_its_cancellation(self):
        a = self.machine("a")
        self.nightly()
        self.ops.submit("org.roll", group="empty", mode="everywhere")
        for identifier in ("org.night", "org.roll"):
            self.assertEqual(self.ops.cancel(identifier=identifier)["cancelled"], 0)
            entry, = self.ops.history(identifier=identifier)["entries"]
            self.assertEqual((entry["outcome"], entry["key"]), ("cancelled", "none"))
            # Once more it ends nothing.
            self.ops.cancel(identifier=identifier)
            self.assertEqual(len(self.ops.history(identifier=identifier)["entries"]), 1)
        a.say(draining=False)
        self.assertEqual(len(self.ops.list(state="all")["tasks"]), 2)
        self.root.execute("UPDATE bgtask_fleet.history SET recorded_at = now() - interval '1 year'")
        a.say(draining=True)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.task"), 0)

    def test_no_user_makes_all_the_groups(self):
        self.machine("a", groups=["lab"])
        for n in range(100):
            self.ops.submit("org.x", group=f"g{n}")
        with self.assertRaises(psycopg.errors.InvalidParameterValue) as caught:
            self.ops.submit("org.x", group="more")
        self.assertIn('group: found "more"', caught.exception.diag.message_primary)
        self.assertIn("100", caught.exception.diag.message_hint)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.fleet_group WHERE name = 'more'"), 0)
        # Groups that there are, other users and machines are free to go on; a machine makes a group a real one.
        self.ops.submit("org.x", group="g7")
        self.ops.submit("org.x", group="lab")
        Person(self.connect("eva")).submit("org.x", group="evas")
        self.machine("b", "m2", groups=["g3", "new"])
        self.ops.submit("org.x", group="more")

    # What files say

    def apply(self, identifier, person=None, **request):
        """What `fleet apply` hands in."""
        request.setdefault("file", f"/etc/bgtaskd/tasks.d/{identifier}.task")
        request.setdefault("group", "lab")
        return (person or self.ops).submit(identifier, onConflict="update", **request)

    def tables(self):
        """All that the functions keep, but for what says when something was looked at."""
        return {table: self.root.execute(f"SELECT * FROM bgtask_fleet.{table} ORDER BY 1, 2").fetchall()
                for table in ("task", "open_task", "occurrence", "slot", "history", "declared", "fleet_group",
                              "named_group", "group_change")}

    def test_file_the_same_again_changes_nothing(self):
        self.machine("a")
        said = {"org.once": {}, "org.all": {"mode": "everywhere", "atMost": 2},
                "org.night": {"mode": "nightly", "calendar": {"expressions": ["03:00"], "zone": "UTC"}}}
        for identifier, request in said.items():
            self.assertEqual(self.apply(identifier, **request, dryRun=True)["change"], "submitted")
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.task"), 0)
        tasks = [self.apply(identifier, **request) for identifier, request in said.items()]
        self.assertEqual([t["change"] for t in tasks], ["submitted"] * 3)
        before = self.tables()
        again = [self.apply(identifier, **request) for identifier, request in said.items()]
        self.assertEqual([(t["task"], t["change"], t["state"]) for t in again],
                         [(t["task"], "kept", "waiting") for t in tasks])
        self.assertEqual(self.tables(), before)
        # The file may have moved.
        self.apply("org.once", file="/home/ops/x.task")
        self.assertEqual(self.value("SELECT file FROM bgtask_fleet.declared WHERE identifier = 'org.once'"),
                         "/home/ops/x.task")

    def test_file_work_that_is_done_is_not_done_again_until_the_file_changes(self):
        a = self.machine("a")
        self.apply("org.x")
        a.end(a.claim()[0])
        kept = self.apply("org.x")
        self.assertEqual((kept["change"], kept["state"]), ("kept", "ended"))
        # Not even when nothing is left of it.
        self.root.execute("UPDATE bgtask_fleet.history SET recorded_at = now() - interval '1 year'")
        a.say(draining=False)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.task"), 0)
        self.assertEqual(self.apply("org.x")["state"], "ended")
        self.assertEqual(self.apply("org.x", requirements="idle")["change"], "submitted")
        self.ops.cancel(identifier="org.x")
        self.assertEqual(self.apply("org.x", requirements="idle")["change"], "kept")

    def test_file_a_change_goes_to_what_waits_and_leaves_what_runs(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        task = self.apply("org.all", mode="everywhere", request={"command": "old"})["task"]
        grant, = a.claim()
        changed = {"mode": "everywhere", "request": {"command": "new"}, "requirements": "idle"}
        self.assertEqual(self.apply("org.all", **changed, dryRun=True)["change"], "updated")
        self.assertEqual(self.ops.show(identifier="org.all")["task"]["request"], {"command": "old"})
        self.assertEqual(self.apply("org.all", **changed)["change"], "updated")
        self.assertNotIn("stops", a.say())
        second, = b.claim()
        self.assertEqual(second["request"], {"command": "new"})
        self.assertEqual([c["requirements"] for c in b.classes if c["class"] == second["class"]], ["idle"])
        self.assertEqual([a.end(grant), b.end(second)], ["accepted", "accepted"])
        self.assertEqual({h["task"] for h in self.ops.history()["entries"]}, {task})
        self.assertEqual(self.apply("org.all", **changed)["change"], "kept")

    def test_file_what_a_lost_machine_had_is_done_as_the_file_says_now(self):
        a, b = self.machine("a"), self.machine("b", "m2")
        self.apply("org.x", request={"command": "old"})
        a.claim()
        self.apply("org.x", request={"command": "new"}, requirements="idle")
        self.expire(a)
        grant, = b.claim()
        self.assertEqual((grant["request"], grant["attempt"]), ({"command": "new"}, 2))

    def test_file_the_number_of_machines_at_a_time_changes(self):
        machines = [self.machine(f"a{n}") for n in range(4)]
        self.apply("org.roll", mode="everywhere")
        grants = [m.claim()[0] for m in machines[:2]]
        with self.assertRaises(psycopg.errors.InvalidParameterValue) as caught:
            self.apply("org.roll", mode="everywhere", atMost=1)
        self.assertIn("2 or more", caught.exception.diag.message_hint)
        self.apply("org.roll", mode="everywhere", atMost=2)
        self.assertEqual(machines[2].claim(), [])
        machines[0].end(grants[0])
        third, = machines[2].claim()
        self.assertEqual(machines[3].claim(), [])
        self.apply("org.roll", mode="everywhere", atMost=3)
        self.assertEqual(len(machines[3].claim()), 1)
        self.apply("org.roll", mode="everywhere")
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.slot"), 0)
        for machine, grant in ((machines[1], grants[1]), (machines[2], third)):
            self.assertEqual(machine.end(grant), "accepted")

    def test_file_another_group_is_for_its_machines(self):
        a, b = self.machine("a", groups=["lab"]), self.machine("b", "m2", groups=["home"])
        self.apply("org.roll", mode="everywhere")
        self.apply("org.roll", mode="everywhere", group="home")
        self.assertEqual(a.claim(), [])
        grant, = b.claim()
        self.assertEqual(self.ops.show(identifier="org.roll")["task"]["state"], "granted")
        self.assertEqual(b.end(grant), "accepted")

    def test_file_another_group_and_back_costs_no_machine_its_part(self):
        a = self.machine("a", groups=["lab"])
        for group in ("lab", "empty", "lab"):
            self.apply("org.roll", mode="everywhere", group=group)
            self.root.execute("UPDATE housekeeping SET next_at = clock_timestamp()")
            a.say()
            self.assertEqual(self.ops.show(identifier="org.roll")["task"]["state"], "waiting", group)
        grant, = a.claim()
        self.assertEqual(a.end(grant), "accepted")

    def test_file_what_comes_back_of_a_machine_outside_the_group_is_gone(self):
        a = self.machine("a", groups=["lab"])
        self.apply("org.roll", mode="everywhere")
        grant, = a.claim()
        self.apply("org.roll", mode="everywhere", group="empty")
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": grant["epoch"], "code": "conditions"}])
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)

    def test_rule02_a_machine_that_leaves_a_group_for_a_moment_does_its_part(self):
        a = self.machine("a", groups=["lab"])
        self.ops.submit("org.roll", group="lab", mode="everywhere")
        a.say(groups=["other"])
        self.root.execute("UPDATE housekeeping SET next_at = clock_timestamp()")
        a.say()
        a.say(groups=["lab"])
        self.assertEqual(len(a.claim()), 1)

    def test_rule04_a_run_that_its_machine_has_stopped_is_no_attempt(self):
        a = self.machine("a")
        self.ops.submit("org.x", group="lab", attempts=1)
        for epoch in (1, 2, 3):
            grant, = a.claim()
            self.assertEqual((grant["epoch"], grant["attempt"]), (epoch, 1))
            one = {"occurrence": grant["occurrence"], "epoch": epoch}
            a.say(begun=[{**one, "runId": "r"}])
            a.say(releases=[{**one, "code": "stopped"}])
        self.assertEqual(a.end(a.claim()[0]), "accepted")

    def test_rule04_the_epoch_of_a_nightly_task_rises_from_date_to_date(self):
        a = self.machine("a")
        task = self.ops.submit("org.night", group="lab", mode="nightly",
                               calendar={"expressions": ["03:00"], "zone": "UTC"})["task"]
        date = self.value("SELECT bgtask_fleet.to_usec(clock_timestamp())") - 1000
        for epoch in (1, 2, 3):
            a.say()
            calendar, = [c for k in a.classes for c in k.get("calendars", [])]
            a.say(dates=[{"task": task, "afterUSec": calendar["afterUSec"],
                          "dateUSec": max(date, calendar["afterUSec"] + 1)}])
            grant, = a.claim()
            self.assertEqual(grant["epoch"], epoch)
            self.assertEqual(a.end(grant), "accepted")

    def test_rule05_an_identifier_of_two_users_is_nobodys_for_an_administrator(self):
        for user in ("ops", "eva"):
            Person(self.connect(user)).submit("org.same", group="lab")
        with self.assertRaisesRegex(psycopg.Error, "found \"org.same\""):
            self.boss.cancel(identifier="org.same")
        self.assertEqual(self.boss.cancel(identifier="org.same", user="eva")["cancelled"], 1)

    def test_file_the_calendar_of_a_nightly_task_changes(self):
        a = self.machine("a")
        now = self.value("SELECT bgtask_fleet.to_usec(clock_timestamp())")
        said = {"mode": "nightly", "calendar": {"expressions": ["03:00"], "zone": "UTC"}}
        task = self.apply("org.night", **said)["task"]
        a.say()
        calendar, = a.classes[0]["calendars"]
        a.say(dates=[{"task": task, "afterUSec": calendar["afterUSec"], "dateUSec": now + 3600 * 10**6}])
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 1)
        said["calendar"] = {"expressions": ["04:00"], "zone": "UTC"}
        self.assertEqual(self.apply("org.night", **said)["change"], "updated")
        # The date of the old calendar does not come, and the new ones count from now.
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 0)
        a.say()
        calendar, = a.classes[0]["calendars"]
        self.assertEqual(calendar["expressions"], ["04:00"])
        self.assertGreaterEqual(calendar["afterUSec"], now)

    def test_file_the_mode_stays_while_the_task_is_open(self):
        self.apply("org.x")
        for dry in (True, False):
            with self.assertRaises(psycopg.errors.InvalidParameterValue) as caught:
                self.apply("org.x", mode="everywhere", dryRun=dry)
            self.assertIn('mode: found "everywhere"', caught.exception.diag.message_primary)
            self.assertIn("cancel it first", caught.exception.diag.message_hint)
        self.ops.cancel(identifier="org.x")
        self.assertEqual(self.apply("org.x", mode="everywhere")["change"], "submitted")

    def test_file_a_date_that_has_passed_since_is_no_error(self):
        now = self.value("SELECT bgtask_fleet.to_usec(clock_timestamp())")
        self.apply("org.x", deadlineUSec=now + 200_000)
        self.root.execute("SELECT pg_sleep_until(to_timestamp(%s / 1e6))", [now + 201_000])
        self.assertEqual(self.apply("org.x", deadlineUSec=now + 200_000)["change"], "kept")
        with self.assertRaises(psycopg.errors.InvalidParameterValue):
            self.apply("org.y", deadlineUSec=now + 200_000)

    def test_file_prune_cancels_what_no_file_has_any_more(self):
        eva = Person(self.connect("eva"))
        for identifier in ("org.here", "org.wrong", "org.gone", "org.over", "org.taken"):
            self.apply(identifier)
        self.apply("org.gone", eva)
        self.ops.submit("org.hand")
        self.ops.submit("org.taken")
        self.ops.cancel(identifier="org.over")
        keep = {"identifiers": ["org.here"], "files": ["org.wrong.task"]}
        gone = [("org.gone", 1), ("org.over", 0)]
        for dry in (True, False):
            pruned = self.ops.prune(**keep, dryRun=dry)["tasks"]
            self.assertEqual([(t["identifier"], t["cancelled"]) for t in pruned], gone)
        self.assertEqual(self.ops.prune(**keep)["tasks"], [])
        self.assertEqual({t["identifier"] for t in self.ops.list()["tasks"]},
                         {"org.here", "org.wrong", "org.hand", "org.taken"})
        self.assertEqual(len(eva.list()["tasks"]), 1)

    def test_file_by_two_at_once(self):
        people = [Person(self.connect("ops")) for _ in range(4)]
        for n in range(5):
            done = self.together(*[lambda p=p: self.apply(f"org.x{n}", p) for p in people])
            self.assertEqual(len({t["task"] for t in done}), 1, done)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.occurrence"), 5)

    def test_file_changes_beside_claims_and_reports(self):
        machines = [self.machine(f"a{n}", f"m{n % 2 + 1}") for n in range(4)]
        self.apply("org.roll", mode="everywhere", atMost=4)

        def work(machine):
            for _ in range(12):
                for grant in machine.claim():
                    self.assertEqual(machine.end(grant), "accepted")

        def change():
            for n in range(12):
                self.apply("org.roll", mode="everywhere", atMost=4 + n % 2, request={"n": n})

        self.together(*[lambda m=m: work(m) for m in machines], change)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.history WHERE NOT (by_report AND success)"), 0)
        self.assertEqual(self.value("SELECT count(*) FROM bgtask_fleet.slot WHERE occurrence IS NOT NULL"), 0)

    def test_a_slow_claim_leaves_a_mark_and_loses_nothing(self):
        a = self.machine("a")
        for n in range(6):
            self.ops.submit(f"org.x{n}", group="lab")
        a.say()
        grant, = a.claim(1, a.ids())
        self.root.execute("SELECT set_marks(ARRAY[%s::uuid], '{}', '1 h')", [a.ids()[0]])
        self.assertEqual(self.value("SELECT id FROM claim_mark"), 2)
        a.say(releases=[{"occurrence": grant["occurrence"], "epoch": 1, "code": "conditions"}])
        # What came back lies before the mark; the release has cleared it.
        self.assertEqual([g["occurrence"] for g in a.claim(2, a.ids())], [1, 2])
        self.assertEqual(len(a.claim(64, a.ids())), 4)

    def test_a_mark_hides_nothing_that_is_submitted_after_it(self):
        a = self.machine("a")
        self.ops.submit("org.later", group="lab", notBeforeUSec=4_102_444_800_000_000)
        a.say()
        self.root.execute("SELECT set_marks(ARRAY[%s::uuid], '{}', '1 h')", [a.ids()[0]])
        self.ops.submit("org.now", group="lab")
        self.assertEqual([g["identifier"] for g in a.claim(2, a.ids())], ["org.now"])

    def test_the_schema_says_its_version(self):
        for role in ("m1", "ops", "boss"):
            row = self.connect(role).execute("SELECT bgtask_fleet.schema_1()").fetchone()
            self.assertEqual(row[0], {"version": 1, "oldest": 1})
        self.root.execute("INSERT INTO bgtask_fleet.meta VALUES (2)")
        with self.assertRaises(psycopg.errors.ObjectNotInPrerequisiteState):
            server().apply(dbname=self.database)

    def test_every_table_and_column_has_a_comment(self):
        missing = self.root.execute(
            "SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "WHERE c.relnamespace = 'bgtask_fleet'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 "
            "AND (col_description(c.oid, a.attnum) IS NULL OR obj_description(c.oid) IS NULL)").fetchall()
        self.assertEqual([m for m in missing if m[1] != "only_row"], [])


class WithoutSkipLocked(Rules):
    """The same with plain FOR UPDATE and NOTIFY on."""
    settings = {"skip_locked": False, "notify": True}


class Serializable(Rules):
    """The same in serializable isolation: every collision is a 40001, which the caller tries again."""
    isolation = "serializable"


class SerializableWithoutSkipLocked(Rules):
    settings = {"skip_locked": False}
    isolation = "serializable"


if __name__ == "__main__":
    unittest.main()
