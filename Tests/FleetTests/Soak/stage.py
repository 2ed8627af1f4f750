"""The stage of a soak: machines in network namespaces of their own, each with a daemon and an agent, around a PostgreSQL.

The program that makes a stage runs in namespaces of its own (soak.py sees to it): when it ends, however it ends, the kernel
ends all processes in them, and the networks and mounts go with them.
"""

import glob
import json
import os
import signal
import socket
import subprocess
import sys
import time

import psycopg

from record import boottime

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.normpath(os.path.join(HERE, "../../.."))
sys.path.insert(0, os.path.join(REPOSITORY, "Tests/FleetDatabaseTests/Schema"))
import cluster  # noqa: E402

HUB = "10.77.0.1"
# The gap between the end of the daemon's trust and the lease has to hold it.
GRACE = 1


def wait(what, condition, seconds=30):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen within {seconds} s")
        time.sleep(0.02)
    return value


def run(*words, inside=None, **more):
    """Runs a program, inside the network namespace of a process."""
    if inside:
        words = ("nsenter", "-t", str(inside), "-n", "--", *words)
    done = subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{' '.join(words)}: {done.stderr.strip()}")


class Server:
    """A PostgreSQL that listens on the hub's address, and on a socket in its own directory for the soak itself."""

    def __init__(self, directory, name="db", port=5432, settings=None, base=None):
        self.bin = cluster.programs()
        self.directory = os.path.join(directory, name)
        self.data = os.path.join(self.directory, "data")
        self.port = port
        self.log = os.path.join(directory, name + ".log")
        self.process = None
        os.mkdir(self.directory)
        # PostgreSQL does not run as root.
        os.chown(self.directory, 65534, 65534)
        if base:
            self.call("pg_basebackup", "-D", self.data, "-h", base.directory, "-p", str(base.port), "-U", "postgres",
                      "-R", "-C", "-S", name, "-c", "fast", "-X", "stream", "-d", f"application_name={name}")
        else:
            self.call("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
            with open(os.path.join(self.data, "pg_hba.conf"), "a") as file:
                file.write("host all,replication all 10.77.0.0/16 trust\n")
        values = {
            "listen_addresses": f"'{HUB}'", "unix_socket_directories": f"'{self.directory}'", "port": port,
            "shared_buffers": "'64MB'", "max_connections": 100, "deadlock_timeout": "'200ms'",
            # The moment between a commit and its answer is long enough to be met.
            "fsync": "on", "commit_delay": 20000, "commit_siblings": 0, **(settings or {})}
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.writelines(f"{key} = {value}\n" for key, value in values.items())
        self.start()

    def call(self, program, *arguments):
        run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", f"{self.bin}/{program}", *arguments,
            cwd=self.directory)

    def launch(self):
        with open(self.log, "a") as log:
            self.process = subprocess.Popen(
                ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--", f"{self.bin}/postgres", "-D", self.data],
                stdout=log, stderr=log, cwd=self.directory, start_new_session=True)

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

    def crash(self):
        """Kills it and all its processes."""
        children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        self.process.kill()
        for child in children.stdout.split():
            try:
                os.kill(int(child), signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()

    def connect(self, role="postgres", dbname="fleet"):
        return psycopg.connect(f"host={self.directory} port={self.port} user={role} dbname={dbname}", autocommit=True,
                               connect_timeout=5)

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
                time.sleep(0.2)


class Machine:
    """A machine: a network namespace, a daemon, an agent."""

    def __init__(self, stage, number):
        self.stage, self.number, self.name = stage, number, f"m{number}"
        self.identity = f"{number:032x}"
        self.directory = os.path.join(stage.directory, self.name)
        self.daemon = self.agent = None
        for name in ("state", "fleet"):
            os.makedirs(os.path.join(self.directory, name))
        self.state = os.path.join(self.directory, "fleet")
        # A disk of its own, which a fault may fill or make read-only.
        run("mount", "-t", "tmpfs", "-o", "size=2m", "agent", self.state)
        self.write("bgtaskd.conf", "[Scheduler]", "ProcessingRequiresIdle=no", "Judgement=eager",
                   f"ExpirationGraceSec={GRACE}", "ShutdownGraceSec=1", "[Conditions]", "AllowSimulation=yes", "SettlingSec=0")
        self.write("fleet.conf", "[Fleet]", f"Name={self.name}", f"Database={stage.database(self.name)}", "Groups=lab",
                   "AllowTasksOf=ops:root")
        self.namespace = subprocess.Popen(["unshare", "-n", "--", "sleep", "infinity"], start_new_session=True)
        own = os.readlink("/proc/self/ns/net")
        wait("a network namespace", lambda: os.readlink(f"/proc/{self.namespace.pid}/ns/net") != own)
        run("ip", "link", "add", f"v{number}", "type", "veth", "peer", "name", "eth0", "netns", str(self.namespace.pid))
        run("ip", "link", "set", f"v{number}", "master", "hub", "up")
        address = f"10.77.{1 + number // 200}.{1 + number % 200}/16"
        for words in (["addr", "add", address, "dev", "eth0"], ["link", "set", "eth0", "up"], ["link", "set", "lo", "up"]):
            run("ip", *words, inside=self.namespace.pid)

    def write(self, name, *words):
        with open(os.path.join(self.directory, name), "w") as file:
            file.write("\n".join(words) + "\n")

    def begin(self, log, *words, environment=None):
        with open(os.path.join(self.directory, log), "a") as file:
            file.write(f"--- {boottime():.3f}\n")
            file.flush()
            return subprocess.Popen(
                ["nsenter", "-t", str(self.namespace.pid), "-n", "--", *words], stdout=file, stderr=file,
                stdin=subprocess.DEVNULL, start_new_session=True, env={**os.environ, **(environment or {})})

    def start(self):
        self.start_daemon()
        self.start_agent()

    def start_daemon(self, **environment):
        at = self.directory
        self.daemon = self.begin(
            "daemon.log", f"{self.stage.programs}/bgtaskd", "--user", "--state-directory", f"{at}/state", "--config",
            f"{at}/bgtaskd.conf", "--socket", f"{at}/socket", environment=environment)
        wait(f"the start of {self.name}", self.answers)

    def answers(self):
        with socket.socket(socket.AF_UNIX) as end:
            try:
                end.connect(f"{self.directory}/socket")
                return True
            except OSError:
                return False

    def start_agent(self, **environment):
        at = self.directory
        self.agent = self.begin(
            "agent.log", f"{self.stage.programs}/bgtask-fleet", "agent", f"--config={at}/fleet.conf",
            f"--state-directory={self.state}", f"--socket={at}/socket", f"--identity={self.identity}",
            environment=environment)

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

    def __init__(self, directory, programs, lease, schema=cluster.SCHEMA, settings=None, server=None):
        self.directory, self.programs, self.lease = directory, programs, lease
        self.machines = []
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "hub", "type", "bridge")
        run("ip", "addr", "add", f"{HUB}/16", "dev", "hub")
        run("ip", "link", "set", "hub", "up")
        self.server = Server(directory, settings=server)
        with self.server.connect(dbname="postgres") as connection:
            connection.execute("CREATE DATABASE fleet")
        with self.server.connect() as connection:
            with open(schema) as file:
                connection.execute(file.read())
            connection.execute("CREATE ROLE ops LOGIN IN ROLE bgtask_fleet_user")
            for key, value in {"lease": f"{lease} s", "housekeep_every": "1 s", **(settings or {})}.items():
                connection.execute(f"UPDATE bgtask_fleet.settings SET {key} = %s", [value])

    def database(self, role):
        """The connection string of a machine."""
        return f"host={HUB} port=5432 user={role} dbname=fleet"

    def join(self):
        """Lets one more machine join."""
        number = len(self.machines) + 1
        with self.server.connect() as connection:
            connection.execute(f"CREATE ROLE m{number} LOGIN IN ROLE bgtask_fleet_machine")
        machine = Machine(self, number)
        self.machines.append(machine)
        machine.start()
        return machine

    def members(self):
        return self.server.ask("SELECT count(*) FROM bgtask_fleet.session WHERE NOT over")[0][0]

    def end(self):
        """Ends all processes of the stage, agents first."""
        for machine in self.machines:
            for process in (machine.agent, machine.daemon):
                if process and process.poll() is None:
                    process.send_signal(signal.SIGCONT)
                    process.send_signal(signal.SIGINT)
        for machine in self.machines:
            for process in (machine.agent, machine.daemon):
                if process:
                    try:
                        process.wait(10)
                    except subprocess.TimeoutExpired:
                        process.kill()
            machine.namespace.kill()
        self.server.process.send_signal(signal.SIGINT)
        self.server.process.wait(30)


def programs():
    """The directory of the built programs."""
    found = sorted(glob.glob(os.path.join(REPOSITORY, ".build/debug/bgtask-fleet")))
    if not found:
        raise SystemExit("bgtask-fleet is not built: make")
    return os.path.dirname(found[0])
