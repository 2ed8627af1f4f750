"""The record of a soak: append-only files of what really happened, and those who write them.

  DIRECTORY/mN/runs.log   what the programs of fleet tasks say, on machine mN: their starts and ends (work.sh)
  DIRECTORY/events.log    the rest: submissions that were acknowledged, faults, deaths of programs, accepted ends
  DIRECTORY/history.json  the database's history after healing, and what was not done then
"""

import errno
import json
import os
import select
import threading
import time


def boottime():
    """CLOCK_BOOTTIME in seconds, as the programs read it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def lines(path):
    """The whole lines of a log of JSON."""
    try:
        with open(path) as file:
            return [json.loads(line) for line in file if line.endswith("\n")]
    except FileNotFoundError:
        return []


class Events:
    """Writes events.log."""

    def __init__(self, directory):
        self.file = os.open(os.path.join(directory, "events.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def add(self, kind, **more):
        os.write(self.file, (json.dumps({"at": round(boottime(), 3), "kind": kind, **more}) + "\n").encode())


class Watcher(threading.Thread):
    """Follows the programs by pidfd: a program that is killed cannot say its end.

    A death is recorded with the last moment at which the program was seen alive, so that no slowness of this thread makes
    a run longer than it was.
    """

    def __init__(self, events, directory, machines):
        super().__init__(name="watcher", daemon=True)
        self.events, self.directory = events, directory
        self.logs = {}
        self.alive = {}  # (machine, grant): [pid, pidfd, the last moment at which it was alive]
        self.lock = threading.Lock()
        for machine in machines:
            self.add(machine)
        self.ended = threading.Event()

    def add(self, machine):
        """Follows the programs of one more machine."""
        with self.lock:
            self.logs[machine] = [os.path.join(self.directory, machine, "runs.log"), 0]

    def read(self, machine):
        log = self.logs[machine]
        try:
            with open(log[0], "rb") as file:
                file.seek(log[1])
                text = file.read()
        except FileNotFoundError:
            return
        text = text[:text.rfind(b"\n") + 1]
        log[1] += len(text)
        for line in text.splitlines():
            said = json.loads(line)
            if said["kind"] != "start":
                continue
            try:
                file = os.pidfd_open(said["pid"])
            except OSError as error:
                if error.errno != errno.ESRCH:
                    raise
                self.events.add("gone", machine=machine, grant=said["grant"], pid=said["pid"], alive=said["at"])
                continue
            self.alive[machine, said["grant"]] = [said["pid"], file, said["at"]]

    def look(self):
        moment = boottime()
        poll = select.poll()
        with self.lock:
            for machine in self.logs:
                self.read(machine)
            numbers = {entry[1]: key for key, entry in self.alive.items()}
            for number in numbers:
                poll.register(number, select.POLLIN)
            dead = {number for number, _ in poll.poll(0)}
            for number, key in numbers.items():
                if number not in dead:
                    self.alive[key][2] = moment
                    continue
                pid, _, alive = self.alive.pop(key)
                os.close(number)
                self.events.add("gone", machine=key[0], grant=key[1], pid=pid, alive=round(alive, 3))

    def kill(self, machine):
        """Ends all programs of a machine, as a loss of its power does."""
        with self.lock:
            found = [(key, entry) for key, entry in self.alive.items() if key[0] == machine]
            for _, entry in found:
                # A program's children are in its process group.
                try:
                    os.killpg(os.getpgid(entry[0]), 9)
                except ProcessLookupError:
                    pass

    def count(self):
        with self.lock:
            return len(self.alive)

    def run(self):
        while not self.ended.wait(0.05):
            self.look()
        self.look()
