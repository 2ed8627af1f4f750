"""A private PostgreSQL cluster for tests and benchmarks: its own directory, a Unix socket only, removed afterwards."""

import glob
import os
import pwd
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

import psycopg

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.path.join(HERE, "../../../Sources/FleetDatabase/Schema/schema-1.sql")


def programs():
    """The directory with initdb and postgres."""
    try:
        found = subprocess.run(["pg_config", "--bindir"], capture_output=True, text=True).stdout.strip()
        if os.path.exists(os.path.join(found, "initdb")):
            return found
    except FileNotFoundError:
        pass
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"), key=lambda p: int(p.split("/")[4]))
    if not found:
        raise SystemExit("PostgreSQL's initdb is not there: apt-get install postgresql")
    return os.path.dirname(found[-1])


def pause(seconds):
    """Rests between two questions for a fact that nothing announces."""
    select.select([], [], [], seconds)


def wait(what, condition, seconds=30):
    """Waits until a condition holds, and returns its value."""
    end = time.monotonic() + seconds
    while not (value := condition()):
        if time.monotonic() > end:
            raise SystemExit(f"{what} did not happen within {seconds} s")
        pause(0.02)
    return value


def mutant(patch, directory):
    """A copy of the schema in the directory, with a planted fault (Mutations/PATCH.patch). Returns its path."""
    copy = shutil.copy(SCHEMA, directory)
    subprocess.run(["patch", "-s", copy, os.path.join(HERE, "Mutations", patch + ".patch")], check=True)
    return copy


class Cluster:
    """Starts when made; stop() ends and removes it. fsync: off for tests, on for measurements."""

    def __init__(self, fsync=False, **settings):
        self.bin = programs()
        if threading.current_thread() is threading.main_thread():
            # Ended from outside, as by timeout: the cluster is stopped all the same.
            signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by SIGTERM"))
        self.directory = tempfile.mkdtemp(prefix="fleet-pg.")
        self.port = random.randint(20000, 60000)
        self.user = "postgres"
        self.identity = {}
        if os.getuid() == 0:
            entry = pwd.getpwnam("postgres")
            os.chown(self.directory, entry.pw_uid, entry.pw_gid)
            self.identity = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self.data = os.path.join(self.directory, "data")
        subprocess.run(
            [self.bin + "/initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale",
             "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, cwd=self.directory, **self.identity)
        values = {
            "listen_addresses": "''", "unix_socket_directories": f"'{self.directory}'", "port": self.port,
            "fsync": "on" if fsync else "off", "max_connections": 300, "shared_buffers": "'256MB'",
            "deadlock_timeout": "'200ms'", "max_wal_size": "'4GB'", **settings}
        with open(os.path.join(self.data, "postgresql.conf"), "a") as file:
            file.writelines(f"{key} = {value}\n" for key, value in values.items())
        self.server = subprocess.Popen(
            [self.bin + "/postgres", "-D", self.data], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            cwd=self.directory, start_new_session=True, **self.identity)
        for line in self.server.stderr:
            if "ready to accept connections" in line:
                break
        else:
            raise SystemExit("PostgreSQL did not start")
        # Nobody reads its later words; it must not wait for a reader.
        threading.Thread(target=self.server.stderr.read, daemon=True).start()

    def url(self, role="postgres", dbname="fleet"):
        return f"host={self.directory} port={self.port} user={role} dbname={dbname}"

    def connect(self, role="postgres", dbname="fleet", **arguments):
        return psycopg.connect(self.url(role, dbname), autocommit=True, **arguments)

    def create(self, dbname="fleet", schema=SCHEMA):
        """A database with the fleet's schema."""
        with self.connect(dbname="postgres") as c:
            c.execute(f"CREATE DATABASE {dbname}")
        if schema:
            self.apply(schema, dbname)

    def apply(self, schema=SCHEMA, dbname="fleet"):
        with self.connect(dbname=dbname) as c:
            with open(schema) as file:
                c.execute(file.read())

    def role(self, name, *memberships):
        with self.connect(dbname="postgres") as c:
            c.execute(f'CREATE ROLE "{name}" LOGIN')
            for group in memberships:
                c.execute(f'GRANT {group} TO "{name}"')

    def stop(self):
        if self.server.poll() is None:
            self.server.send_signal(signal.SIGINT)
            try:
                self.server.wait(30)
            except subprocess.TimeoutExpired:
                self.server.send_signal(signal.SIGQUIT)
                self.server.wait(30)
        shutil.rmtree(self.directory, ignore_errors=True)


def cpu(cluster):
    """Seconds of CPU that the cluster's processes have used, ended ones too."""
    ticks = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/stat") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(pid) == cluster.server.pid:
            ticks += sum(map(int, fields[11:15]))
        elif int(fields[1]) == cluster.server.pid:
            ticks += sum(map(int, fields[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")
