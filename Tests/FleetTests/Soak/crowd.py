"""Ten thousand machines that come back at once, after their database was away.

  crowd.py [--machines N] [--connections N]

Each machine is its protocol only (fleetclient.py); their exchanges go through a few connections, as through a pooler. A
tenth of them has work. The database's power is cut, and all machines ask as soon as it answers again: first within their
leases, then when all leases are over. What counts: the time until all have renewed, each exchange's length, PostgreSQL's
CPU, and that no lease and no work is lost.
"""

import argparse
import os
import queue
import signal
import sys
import threading
import time

import psycopg

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "../../FleetDatabaseTests/Schema"))
from cluster import Cluster, cpu, wait  # noqa: E402
from fleetclient import Machine, Person  # noqa: E402


def together(cluster, machines, count, work):
    """Does something with each machine, through so many connections. Returns the sorted lengths in seconds."""
    waiting, lengths, errors = queue.SimpleQueue(), [], []
    for machine in machines:
        waiting.put(machine)

    def go_on():
        try:
            with cluster.connect("m1") as connection:
                while True:
                    try:
                        machine = waiting.get_nowait()
                    except queue.Empty:
                        return
                    machine.connection = connection
                    began = time.monotonic()
                    work(machine)
                    lengths.append(time.monotonic() - began)
        except Exception as error:
            errors.append(error)
    threads = [threading.Thread(target=go_on) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return sorted(lengths)


def measure(what, cluster, machines, count, work):
    used, began = cpu(cluster), time.monotonic()
    lengths = together(cluster, machines, count, work)
    seconds, used = time.monotonic() - began, cpu(cluster) - used
    print(f"{what}: {len(lengths)} exchanges in {seconds:.1f} s ({len(lengths) / seconds:.0f} a second), PostgreSQL's CPU "
          f"{used:.1f} s; one took {lengths[len(lengths) // 2] * 1000:.1f} ms, of 100 the longest "
          f"{lengths[len(lengths) * 99 // 100] * 1000:.1f} ms, the longest {lengths[-1] * 1000:.0f} ms", flush=True)


def say(machine):
    """An exchange. One that is refused, as when the lease has gone to nobody, fails the measurement."""
    answer = machine.say()
    assert "refused" not in answer, answer


def crash(cluster):
    """Cuts the power of the database: a dead process has all the others end and recovery begin."""
    with cluster.connect() as connection:
        victim = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'").fetchone()[0]
    os.kill(victim, signal.SIGKILL)

    def is_back():
        try:
            with cluster.connect() as connection:
                # The old processes may answer for a moment.
                return connection.execute("SELECT FROM pg_stat_activity WHERE pid = %s", [victim]).fetchone() is None
        except psycopg.OperationalError:
            return False
    wait("the database's return", is_back, 60)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--machines", type=int, default=10000)
    parser.add_argument("--connections", type=int, default=20)
    options = parser.parse_args()
    cluster = Cluster(fsync=True)
    try:
        cluster.create()
        cluster.role("m1", "bgtask_fleet_machine")
        cluster.role("ops", "bgtask_fleet_user")
        with cluster.connect() as connection:
            connection.execute("UPDATE bgtask_fleet.settings SET role_machines = %s", [options.machines])
        machines = [Machine(None, f"crowd-{number}") for number in range(options.machines)]
        measure("all join", cluster, machines, options.connections, say)
        busy = machines[::10]
        with cluster.connect("ops") as connection:
            person = Person(connection)
            for number in range(len(busy)):
                person.submit(f"org.crowd.t{number}", group="lab", attempts=50)
        together(cluster, busy, options.connections, lambda m: m.claim())
        with cluster.connect() as connection:
            granted = connection.execute("SELECT count(*) FROM bgtask_fleet.occurrence WHERE NOT waiting").fetchone()[0]
        print(f"{granted} of them have work", flush=True)
        measure("all renew", cluster, machines, options.connections, say)
        crash(cluster)
        measure("all are back at once, within their leases", cluster, machines, options.connections, say)
        crash(cluster)
        with cluster.connect() as connection:
            connection.execute("UPDATE bgtask_fleet.session SET lease_until = lease_until - interval '10 min', "
                               "check_at = check_at - interval '10 min'")
        measure("all are back at once, their leases over", cluster, machines, options.connections, say)
        measure("once more", cluster, machines, options.connections, say)
        with cluster.connect() as connection:
            alive, = connection.execute("SELECT count(*) FROM bgtask_fleet.session "
                                        "WHERE lease_until > clock_timestamp()").fetchone()
            left, = connection.execute("SELECT count(*) FROM bgtask_fleet.occurrence").fetchone()
        print(f"{alive} leases, {left} pieces of work are there", flush=True)
        if alive != options.machines or left != granted:
            raise SystemExit(f"PROBLEM: expected {options.machines} leases and {granted} pieces of work")
    finally:
        cluster.stop()


if __name__ == "__main__":
    main()
