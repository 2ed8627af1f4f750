"""The stage of a soak: machines in network namespaces of their own, each with a daemon and an agent, around a PostgreSQL.

The program that makes a stage runs in namespaces of its own (soak.py sees to it): when it ends, however it ends, the
kernel ends all processes in them, and the networks and mounts go with them.
"""

import itertools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time

import psycopg

from clocks import Clocks, library
from record import boottime

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.normpath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(REPOSITORY, "Tests/FleetDatabaseTests/Schema"))
import cluster  # noqa: E402
from cluster import pause, wait  # noqa: E402

HUB = "10.77.0.1"
# PostgreSQL and PgBouncer do not run as root.
AS_NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
# Of these there is a role in the database.
MOST_MACHINES = 200
# The gap between the end of the daemon's trust and the lease has to hold it.
GRACE = 1


def run(*words, inside=None, **more):
    """Runs a program, inside the network namespace of a process."""
    if inside:
        words = ("nsenter", "-t", str(inside), "-n", "--", *words)
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")


class Server:
    """A PostgreSQL that listens on the hub's address, and on a socket in its own directory for the soak itself."""

    def __init__(self, directory, name="db", port=5432, disk=None, base=None):
        """disk: mounts a disk for it. base: the server that it follows as a standby."""
        self.bin = cluster.programs()
        self.directory = os.path.join(directory, name)
        self.data = os.path.join(self.directory, "data")
        self.port = port
        self.log = os.path.join(directory, name + ".log")
        self.process = None
        os.mkdir(self.directory)
        if disk:
            disk(self.directory, "400m")
        os.chown(self.directory, 65534, 65534)
        if base:
            self.call("pg_basebackup", "-D", self.data, "-h", base.directory, "-p", str(base.port), "-U", "postgres",
                      "-R", "-C", "-S", name, "-c", "fast", "-X", "stream", "-d", f"application_name={name}")
        else:
            self.call("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale",
                      "--no-sync")
            with open(os.path.join(self.data, "pg_hba.conf"), "a") as file:
                file.write("host all,replication all 10.77.0.0/16 trust\n")
        values = {
            "listen_addresses": f"'{HUB}'", "unix_socket_directories": f"'{self.directory}'", "port": port,
            "shared_buffers": "'64MB'", "max_connections": 100, "superuser_reserved_connections": 12,
            "deadlock_timeout": "'200ms'",
            # The moment between a commit and its answer is long enough to be met.
            "fsync": "on", "commit_delay": 20000, "commit_siblings": 0}
        if disk:
            values.update(max_wal_size="'64MB'", min_wal_size="'32MB'")
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.writelines(f"{key} = {value}\n" for key, value in values.items())
        self.start()

    def call(self, program, *arguments):
        run(*AS_NOBODY, f"{self.bin}/{program}", *arguments, cwd=self.directory)

    def launch(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen([*AS_NOBODY, f"{self.bin}/postgres", "-D", self.data], stdout=log, stderr=log,
                                            cwd=self.directory, start_new_session=True)

    def start(self, seconds=60):
        """Starts it, again and again while the memory of one that crashed is still in use."""
        self.launch()

        def answers():
            if self.process.poll() is not None:
                self.launch()
            try:
                self.connect(dbname="postgres").close()
                return True
            except psycopg.Error:
                return False
        wait(f"the start of PostgreSQL in {self.directory}", answers, seconds)

    def processes(self):
        """Its processes, also those without a parent: all of them work in its directory."""
        found = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                if os.readlink(f"/proc/{pid}/cwd") == self.data:
                    found.append(int(pid))
            except OSError:
                pass  # It has ended.
        return found

    def crash(self):
        """Kills it and all its processes. One that was just forked waits a minute for a client that is stopped."""
        self.process.kill()
        self.process.wait()
        for pid in self.processes():
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def promote(self):
        """Makes a standby the server. One whose processes restart at that moment forgets it, and is asked again."""
        tries = 4
        for number in range(1, tries + 1):
            try:
                return self.call("pg_ctl", "promote", "-t", "15", "-D", self.data)
            except SystemExit:
                if number == tries:
                    raise

    def connect(self, role="postgres", dbname="fleet"):
        # The soak itself has to write while a fault makes all transactions read-only.
        writes = " options='-c default_transaction_read_only=off'" if role == "postgres" else ""
        return psycopg.connect(f"host={self.directory} port={self.port} user={role} dbname={dbname} connect_timeout=5"
                               + writes, autocommit=True)

    def execute(self, *commands):
        """Carries out commands, each as a transaction."""
        with self.connect() as connection:
            for command in commands:
                connection.execute(command)

    def ask(self, text, parameters=()):
        """Asks as an administrator, and asks again when the server is away."""
        end = time.monotonic() + 120
        while True:
            try:
                with self.connect() as connection:
                    return connection.execute(text, parameters).fetchall()
            except psycopg.OperationalError:
                if time.monotonic() > end:
                    raise
                pause(0.2)


class Pooler:
    """PgBouncer in transaction mode, between the machines and the server."""

    PORT = 6432

    def __init__(self, stage):
        self.directory = os.path.join(stage.directory, "pooler")
        self.log = os.path.join(stage.directory, "pooler.log")
        self.process = None
        os.mkdir(self.directory)
        with open(os.path.join(self.directory, "users"), "w") as file:
            file.writelines(f'"m{number}" ""\n' for number in range(1, MOST_MACHINES))
        with open(os.path.join(self.directory, "pgbouncer.ini"), "w") as file:
            file.write(f"[databases]\nfleet = host={HUB} port=5432 dbname=fleet\n[pgbouncer]\nlisten_addr = {HUB}\n"
                       f"listen_port = {self.PORT}\nunix_socket_dir =\nauth_type = trust\n"
                       f"auth_file = {self.directory}/users\n"
                       "pool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 2000\n")

    def start(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen([*AS_NOBODY, "pgbouncer", f"{self.directory}/pgbouncer.ini"],
                                            stdout=log, stderr=log, start_new_session=True)

        def listens():
            with socket.socket() as end:
                return end.connect_ex((HUB, self.PORT)) == 0
        wait("the start of PgBouncer", listens)


class Machine:
    """A machine: a network namespace, a daemon, an agent."""

    def __init__(self, stage, number, name, of=None):
        """of: the machine whose identity and name in the fleet a clone has."""
        self.stage, self.number, self.name = stage, number, name
        self.identity = of.identity if of else f"{number:032x}"
        self.role = of.name if of else name
        self.directory = os.path.join(stage.directory, self.name)
        self.daemon = self.agent = None
        for name in ("state", "fleet"):
            os.makedirs(os.path.join(self.directory, name))
        self.state = os.path.join(self.directory, "fleet")
        stage.disk(self.state, "2m")
        self.write("bgtaskd.conf", "[Scheduler]", "ProcessingRequiresIdle=no", "Judgement=eager",
                   f"ExpirationGraceSec={GRACE}", "ShutdownGraceSec=1", "[Conditions]", "AllowSimulation=yes",
                   "SettlingSec=0")
        self.write("fleet.conf", "[Fleet]", f"Name={self.role}", f"Database={stage.database(self.role)}", "Groups=lab",
                   "AllowTasksOf=ops:root")
        self.clocks = Clocks(os.path.join(self.directory, "clock")) if stage.library else None
        self.namespace = subprocess.Popen(["unshare", "-n", "--", "sleep", "infinity"], start_new_session=True)
        own = os.readlink("/proc/self/ns/net")
        wait("a network namespace", lambda: os.readlink(f"/proc/{self.namespace.pid}/ns/net") != own)
        run("ip", "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", str(self.namespace.pid))
        run("ip", "link", "set", f"v{number}", "master", "hub", "up")
        address = f"10.77.{1 + number // 200}.{1 + number % 200}/16"
        for words in (["addr", "add", address, "dev", "eth0"], ["link", "set", "eth0", "up"],
                      ["link", "set", "lo", "up"]):
            run("ip", *words, inside=self.namespace.pid)

    def write(self, name, *words):
        with open(os.path.join(self.directory, name), "w") as file:
            file.write("\n".join(words) + "\n")

    def begin(self, log, *words):
        if self.clocks:
            words = ("env", f"LD_PRELOAD={self.stage.library}", f"SOAK_CLOCK={self.clocks.path}", *words)
        with open(os.path.join(self.directory, log), "a") as file:
            file.write(f"--- {boottime():.3f}\n")
            file.flush()
            return subprocess.Popen(
                ["nsenter", "-t", str(self.namespace.pid), "-n", "--", *words], stdout=file, stderr=file,
                stdin=subprocess.DEVNULL, start_new_session=True)

    def start(self):
        self.start_daemon()
        self.start_agent()

    def start_daemon(self):
        at = self.directory
        self.daemon = self.begin(
            "daemon.log", f"{self.stage.programs}/bgtaskd", "--user", "--state-directory", f"{at}/state", "--config",
            f"{at}/bgtaskd.conf", "--socket", f"{at}/socket")
        wait(f"the start of {self.name}", self.answers)

    def answers(self):
        with socket.socket(socket.AF_UNIX) as end:
            try:
                end.connect(f"{self.directory}/socket")
                return True
            except OSError:
                return False

    def start_agent(self):
        at = self.directory
        self.agent = self.begin(
            "agent.log", f"{self.stage.programs}/bgtask-fleet", "agent", f"--config={at}/fleet.conf",
            f"--state-directory={self.state}", f"--socket={at}/socket", f"--identity={self.identity}")

    def kill(self, *which):
        for name in which:
            process = getattr(self, name)
            process.kill()
            process.wait()

    def cut(self, *ways):
        """Has the network drop all packets in these ways: "in" and "out"."""
        rules = "add table inet cut\n" + "".join(
            f"add chain inet cut {way} {{ type filter hook {way}put priority 0; policy drop; }}\n" for way in ways)
        run("nft", "-f", "-", inside=self.namespace.pid, input=rules)

    def heal(self):
        run("nft", "delete", "table", "inet", "cut", inside=self.namespace.pid)

    def left(self):
        """The tasks of the fleet that the daemon still has."""
        said = subprocess.run(
            [f"{self.stage.programs}/bgtaskctl", "--socket", f"{self.directory}/socket", "--json", "list"],
            capture_output=True, text=True, timeout=20)
        tasks = json.loads(said.stdout or "{}").get("tasks", [])
        return [t for t in (t.get("request", t).get("identifier", "") for t in tasks) if t.startswith("fleet.")]


class Stage:
    """The hub with its server, and the machines around it."""

    def __init__(self, directory, options, schema):
        self.directory, self.programs, self.lease = directory, options.programs, options.lease
        self.machines, self.clones, self.disks = [], [], []
        self.numbers = itertools.count(5000)
        self.standby = self.pooler = None
        self.mode = options.standby
        self.library = library(directory) if "clock-" in options.faults else None
        for words in (["link", "set", "lo", "up"], ["link", "add", "hub", "type", "bridge"],
                      ["addr", "add", f"{HUB}/16", "dev", "hub"], ["link", "set", "hub", "up"]):
            run("ip", *words)
        self.server = Server(directory, disk=self.disk if "server-full" in options.faults else None)
        with self.server.connect(dbname="postgres") as connection:
            connection.execute("CREATE DATABASE fleet")
        with self.server.connect() as connection:
            with open(schema) as file:
                connection.execute(file.read())
            connection.execute("CREATE ROLE ops LOGIN IN ROLE bgtask_fleet_user; CREATE ROLE hog LOGIN")
            for number in range(1, MOST_MACHINES):
                connection.execute(f"CREATE ROLE m{number} LOGIN IN ROLE bgtask_fleet_machine")
            settings = dict(word.split("=") for word in options.set)
            for key, value in {"lease": f"{self.lease} s", "housekeep_every": "1 s", **settings}.items():
                connection.execute(f"UPDATE bgtask_fleet.settings SET {key} = %s", [value])
        if self.mode:
            self.replicate()
        if options.pooler:
            self.pooler = Pooler(self)
            self.pooler.start()

    def disk(self, directory, size):
        """Mounts a disk of its own, which a fault may fill or make read-only."""
        run("mount", "-t", "tmpfs", "-o", f"size={size}", "soak", directory)
        self.disks.append(directory)

    def replicate(self):
        """Makes a standby that follows the server, on the port that the server does not have."""
        names = ["standby", 5433] if self.server.port == 5432 else ["db", 5432]
        self.standby = Server(self.directory, *names, base=self.server)
        wait("the standby's following", lambda: self.server.ask(
            "SELECT count(*) FROM pg_stat_replication WHERE state = 'streaming'")[0][0])
        if self.mode == "sync":
            self.server.execute("ALTER SYSTEM SET synchronous_standby_names = '*'", "SELECT pg_reload_conf()")

    def fail_over(self):
        """The server is lost, its standby takes over, and a new one is made in its place."""
        lost = self.server
        lost.crash()
        self.standby.promote()
        self.server, self.standby = self.standby, None
        self.server.execute("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()")
        shutil.rmtree(lost.directory)
        self.server.execute("SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE NOT active")
        self.replicate()

    def database(self, role):
        """The connection string of a machine."""
        if self.pooler:
            return f"host={HUB} port={Pooler.PORT} user={role} dbname=fleet"
        if self.mode:
            return (f"host={HUB},{HUB} port=5432,5433 user={role} dbname=fleet target_session_attrs=read-write "
                    "connect_timeout=3")
        return f"host={HUB} port=5432 user={role} dbname=fleet"

    def join(self):
        """Lets one more machine join."""
        number = len(self.machines) + 1
        machine = Machine(self, number, f"m{number}")
        self.machines.append(machine)
        machine.start()
        return machine

    def clone(self, of, state):
        """A copy of a machine's disk, with its state or without, that is switched on in another place."""
        # Several threads may make clones.
        number = next(self.numbers)
        clone = Machine(self, number, f"c{number}", of)
        self.clones.append(clone)
        if state:
            with open(os.path.join(of.state, "fleet.json")) as file:
                copy = json.load(file)
            # It is started by another kernel.
            copy["boot"] = "0" * 32
            with open(os.path.join(clone.state, "fleet.json"), "w") as file:
                json.dump(copy, file)
        clone.start()
        return clone

    def members(self):
        return self.server.ask("SELECT count(*) FROM bgtask_fleet.session WHERE NOT over")[0][0]

    def backlog(self):
        """The number of occurrences that wait or are granted."""
        return self.server.ask("SELECT count(*) FROM bgtask_fleet.occurrence")[0][0]

    def end(self):
        """Ends all processes of the stage, agents first."""
        processes = [p for m in self.machines for p in (m.agent, m.daemon) if p and p.poll() is None]
        for process in processes:
            process.send_signal(signal.SIGINT)
        for process in processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        if self.pooler:
            self.pooler.process.kill()
        for server in (self.standby, self.server):
            if server:
                server.process.send_signal(signal.SIGINT)
                server.process.wait(60)
        for disk in self.disks:
            run("umount", disk)


def programs():
    """The directory of the built programs."""
    place = os.path.join(REPOSITORY, ".build/debug")
    if not os.path.exists(os.path.join(place, "bgtask-fleet")):
        raise SystemExit("bgtask-fleet is not built: make")
    return place
