"""The faults of a soak: a plan that follows from a seed, and the carrying out of it.

A plan is a list of actions, one JSON a line: {"after": s, "fault": kind, "machine": "m1", "db" or "new", "seconds": s, …}.
Each machine and the server have their actions one after the other, each so many seconds after the end of the one before;
those of different ones overlap.
"""

import os
import random
import signal
import subprocess
import threading

import psycopg

from record import boottime


MACHINE = ["kill-agent", "kill-daemon", "kill-machine", "cut", "stop-agent", "terminate"]
SERVER = ["kill-server", "kill-backend", "terminate-all"]
# What happens to a machine's parts, and to the server's readiness.
LOCAL = ["dead-daemon", "state-full", "state-readonly", "clock-step", "clock-double", "clock-half", "join", "exhaust",
         "server-readonly"]
OF_SERVER = SERVER + ["exhaust", "server-readonly", "server-full", "pooler", "fail-over"]
# Half of these are longer than the lease.
LASTING = ["cut", "stop-agent", "state-full", "state-readonly", "exhaust", "server-readonly", "server-full"]
ALWAYS_LONG = ["dead-daemon", "join", "clone", "clock-double", "clock-half"]


def plan(seed, faults, each, machines, lease):
    """The actions of a seed."""
    rng = random.Random(seed)
    kinds = [kind for kind in faults for _ in range(each)]
    rng.shuffle(kinds)
    free = {name: 0.0 for name in [*machines, "db", "new"]}
    actions = []
    for kind in kinds:
        machine = min(machines, key=lambda m: (free[m], m))
        if kind in OF_SERVER:
            machine = "db"
        elif kind == "join":
            machine = "new"
        action = {"after": round(rng.uniform(2, 6), 2), "fault": kind, "machine": machine}
        length = 1.0
        if kind in ALWAYS_LONG or kind in LASTING and rng.random() < 0.5:
            length = rng.uniform(lease * 1.1, lease * 1.6)
        elif kind in LASTING:
            length = rng.uniform(2, lease)
        if kind == "cut":
            action["ways"] = rng.choice([["in", "out"], ["in"], ["out"]])
        if kind in ("cut", "kill-agent", "kill-server", "kill-backend", "terminate", "pooler", "fail-over"):
            # In the midst of an exchange, or at any moment.
            action["exchange"] = rng.random() < 0.5
        if kind == "clone":
            action["state"] = rng.random() < 0.5
        if kind == "clock-step":
            action["step"] = rng.choice([-86400, -3600, -5, 5, 3600, 86400])
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
                   for name in sorted({a["machine"] for a in actions})]
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
        machine = self.machines.get(action["machine"])
        if action.get("exchange"):
            self.await_exchange(action["machine"])
        begin = boottime()
        getattr(self, action["fault"].replace("-", "_"))(*([machine] if machine else []), action)
        self.events.add("fault", **action, begin=round(begin, 3))

    def await_exchange(self, name):
        """Waits for the server to be at work for this machine, or for any, but not for ever."""
        text = ("SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%exchange_1%' "
                "AND pid <> pg_backend_pid()" + ("" if name == "db" else f" AND usename = '{name}'"))
        end = boottime() + self.stage.lease / 2
        try:
            with self.stage.server.connect() as connection:
                while boottime() < end and not self.stopped.wait(0.004) and not connection.execute(text).fetchone():
                    pass
        except psycopg.OperationalError:
            # The server has a fault of its own: any moment will do.
            pass

    def last(self, action):
        self.stopped.wait(action["seconds"])

    def beyond(self, why, machine, begin, after=0):
        """Notes that the promise does not hold for a machine, or for all ("*"), from that moment until so long after now."""
        self.events.add("beyond", why=why, machine=machine, **{"from": begin, "until": boottime() + after})

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

    def terminate(self, machine, action):
        """The server ends the machine's connection."""
        self.stage.server.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE usename = %s",
                              [machine.name])

    def dead_daemon(self, machine, action):
        """The daemon is dead and the machine cut off: in a user's instance nobody is left who could end a run."""
        begin = boottime()
        machine.cut("in", "out")
        machine.kill("daemon")
        self.last(action)
        machine.start_daemon()
        machine.heal()
        self.beyond("the daemon was dead while the machine was cut off", machine.name, begin)

    def state_full(self, machine, action):
        path = os.path.join(machine.state, "filler")
        fill(path)
        self.last(action)
        os.unlink(path)

    def state_readonly(self, machine, action):
        subprocess.run(["mount", "-o", "remount,ro,bind", machine.state], check=True)
        self.last(action)
        subprocess.run(["mount", "-o", "remount,rw,bind", machine.state], check=True)

    def clone(self, machine, action):
        """Another machine with the same identity: it gets nothing, and says why."""
        clone = self.stage.clone(machine, action["state"])
        self.watcher.add(clone.name)
        path = os.path.join(clone.directory, "agent.log")

        def says():
            with open(path) as file:
                return "refuses this machine (identity)" in file.read()
        # The copy of a disk takes the lease that it finds for its own, and waits for its end; then it says what it is told.
        end = boottime() + action["seconds"] + self.stage.lease + 30
        while not says() and boottime() < end and not self.stopped.wait(0.5):
            pass
        self.last(action)
        clone.kill("agent", "daemon")
        self.watcher.kill(clone.name)
        self.events.add("clone", machine=clone.name, of=machine.name, said=says())

    def clock_step(self, machine, action):
        machine.clocks.change(step=action["step"])

    def clock_double(self, machine, action):
        machine.clocks.change(rate=2.0)
        self.last(action)
        machine.clocks.change()

    def clock_half(self, machine, action):
        """A machine whose clocks are slow believes in its lease for too long."""
        begin = boottime()
        machine.clocks.change(rate=0.5)
        self.last(action)
        machine.clocks.change()
        self.beyond("the machine's clocks ran at half the rate", machine.name, begin, self.stage.lease)

    def join(self, action):
        """A machine joins, is lost for longer than the lease, and comes back."""
        machine = self.stage.join()
        self.watcher.add(machine.name)
        self.stopped.wait(min(action["seconds"] / 4, 10))
        machine.kill("agent", "daemon")
        self.watcher.kill(machine.name)
        self.last(action)
        machine.start()

    # Of the server

    def kill_server(self, action):
        self.stage.server.crash()
        self.stage.server.start()

    def kill_backend(self, action):
        """The server ends all its processes and recovers when one of them dies so."""
        found = self.stage.server.ask("SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' "
                                      "AND pid <> pg_backend_pid() ORDER BY state = 'active' DESC LIMIT 1")
        if found:
            os.kill(found[0][0], signal.SIGKILL)
        self.stage.server.ask("SELECT 1")

    def terminate_all(self, action):
        self.stage.server.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                              "WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()")

    def exhaust(self, action):
        """Somebody else takes all connections, also those that the machines had."""
        held = []
        end = boottime() + action["seconds"]
        while boottime() < end and not self.stopped.is_set():
            try:
                held.append(self.stage.server.connect("hog"))
            except psycopg.OperationalError:
                if self.stopped.wait(0.2):
                    break
                self.stage.server.ask("SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity "
                                      "WHERE usename LIKE 'm%%'")
        for connection in held:
            connection.close()

    def server_readonly(self, action):
        """Each transaction of the server is read-only, as on a standby."""
        server = self.stage.server
        server.execute("ALTER SYSTEM SET default_transaction_read_only = on", "SELECT pg_reload_conf()")
        self.last(action)
        server.execute("ALTER SYSTEM RESET default_transaction_read_only", "SELECT pg_reload_conf()")

    def server_full(self, action):
        """The server's disk is full: it refuses, or ends, and is started again when there is room."""
        server = self.stage.server
        path = os.path.join(server.directory, "filler")
        fill(path)
        self.last(action)
        os.unlink(path)
        if server.process.poll() is not None:
            server.start()

    def pooler(self, action):
        self.stage.pooler.process.kill()
        self.stage.pooler.process.wait()
        self.stage.pooler.start()

    def fail_over(self, action):
        begin = boottime()
        if self.stage.mode == "async":
            # What is committed meanwhile does not come to the standby.
            receiver = self.stage.standby.ask("SELECT pid FROM pg_stat_wal_receiver")[0][0]
            os.kill(receiver, signal.SIGSTOP)
            self.stopped.wait(2)
            self.stage.server.process.send_signal(signal.SIGSTOP)
            os.kill(receiver, signal.SIGKILL)
        self.stage.fail_over()
        if self.stage.mode == "async":
            self.beyond("commits were lost by a failover", "*", begin, self.stage.lease * 2)


def fill(path):
    """Fills the disk of a file."""
    with open(path, "wb", buffering=0) as file:
        for size in (1 << 20, 4096):
            try:
                while True:
                    file.write(bytes(size))
            except OSError:
                pass
