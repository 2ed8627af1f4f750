"""The faults of a soak: a plan that follows from a seed, and the carrying out of it.

A plan is a list of actions, one JSON a line: {"after": s, "fault": kind, "machine": "m1" or "db", ...}. Each machine and the
server have their actions one after the other, each so many seconds after the end of the one before; those of different ones
overlap.
"""

import os
import random
import signal
import threading

import psycopg

from record import boottime

MACHINE = ["kill-agent", "kill-daemon", "kill-machine", "cut", "stop-agent"]
SERVER = ["kill-server", "kill-backend"]


def plan(seed, faults, each, machines, lease):
    """The actions of a seed."""
    rng = random.Random(seed)
    kinds = [kind for kind in faults for _ in range(each)]
    rng.shuffle(kinds)
    free = {name: 0.0 for name in [*machines, "db"]}
    actions = []
    for kind in kinds:
        machine = "db" if kind in SERVER else min(machines, key=lambda m: (free[m], m))
        action = {"after": round(rng.uniform(2, 6), 2), "fault": kind, "machine": machine}
        length = 1.0
        if kind.startswith("cut") or kind == "stop-agent":
            # Half of them are longer than the lease.
            length = rng.choice([rng.uniform(2, lease / 2), rng.uniform(lease * 1.1, lease * 1.6)])
        if kind.startswith("cut"):
            action["ways"] = rng.choice([["in", "out"], ["in"], ["out"]])
        if kind in ("cut", "kill-agent", "kill-backend"):
            # In the midst of an exchange, or at any moment.
            action["exchange"] = rng.random() < 0.5
        action["seconds"] = round(length, 2)
        actions.append(action)
        free[machine] += action["after"] + length
    return actions


class Faults:
    """Carries out a plan."""

    def __init__(self, stage, events, watcher):
        self.stage, self.events, self.watcher = stage, events, watcher
        self.machines = {m.name: m for m in stage.machines}
        self.stopped = threading.Event()
        self.errors = []

    def carry_out(self, actions):
        """Does all of it, and returns when everything is healed."""
        workers = [threading.Thread(target=self.follow, args=([a for a in actions if a["machine"] == name],), daemon=True)
                   for name in {a["machine"] for a in actions}]
        for worker in workers:
            worker.start()
        try:
            while any(w.is_alive() for w in workers):
                for worker in workers:
                    worker.join(0.2)
        finally:
            self.stopped.set()
        if self.errors:
            raise self.errors[0]

    def follow(self, actions):
        try:
            for action in actions:
                if self.stopped.wait(action["after"]):
                    return
                self.do(action)
        except BaseException as error:
            self.errors.append(error)
            self.stopped.set()

    def do(self, action):
        kind = action["fault"]
        machine = self.machines.get(action["machine"])
        if action.get("exchange"):
            self.await_exchange(action["machine"])
        begin = boottime()
        getattr(self, kind.replace("-", "_"))(*([machine] if machine else []), action)
        self.events.add("fault", **{**action, "machine": action["machine"], "from": round(begin, 3)})

    def await_exchange(self, name):
        """Waits for the server to be at work for this machine, or for any, but not for ever."""
        text = ("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%exchange_1%' AND pid <> pg_backend_pid()"
                + ("" if name == "db" else f" AND usename = '{name}'"))
        end = boottime() + self.stage.lease / 2
        try:
            with self.stage.server.connect() as connection:
                while boottime() < end and not self.stopped.is_set() and not connection.execute(text).fetchone():
                    pass
        except psycopg.OperationalError:
            # The server has a fault of its own: any moment will do.
            pass

    def last(self, action):
        self.stopped.wait(action["seconds"])

    # Of a machine

    def kill_agent(self, machine, action):
        machine.kill("agent")
        machine.start_agent()

    def kill_daemon(self, machine, action):
        machine.kill("daemon")
        machine.start_daemon()

    def kill_machine(self, machine, action):
        """A loss of power: everything of the machine is gone at once."""
        machine.kill("agent", "daemon")
        self.watcher.kill(machine.name)
        machine.start()

    def cut(self, machine, action):
        machine.cut(*action["ways"])
        self.last(action)
        machine.heal()

    def stop_agent(self, machine, action):
        machine.agent.send_signal(signal.SIGSTOP)
        self.last(action)
        machine.agent.send_signal(signal.SIGCONT)

    # Of the server

    def kill_server(self, action):
        self.stage.server.crash()
        self.stage.server.start()

    def kill_backend(self, action):
        """The server ends all its processes and recovers when one of them dies so."""
        with self.stage.server.connect() as connection:
            found = connection.execute("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
                                       "AND pid <> pg_backend_pid() ORDER BY state = 'active' DESC LIMIT 1").fetchone()
        if found:
            os.kill(found[0], signal.SIGKILL)
        self.stage.server.ask("SELECT 1")
