"""A program of an application: it takes a run, asks for time, reports the run's end, and does not end in time.

Usage: holder.py SOCKET IDENTIFIER MICROSECONDS PIPE, where PIPE gets the process's number, and then why it is to end.
Without an IDENTIFIER, "", it is a command, which has its run already and goes on with it.
"""

import json
import os
import signal
import socket
import sys

path, identifier, limit, pipe = sys.argv[1:]


def connected():
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    return connection


def say(text):
    with open(pipe, "w", encoding="utf-8") as end:
        end.write(f"{text}\n")


class Call:
    def __init__(self, method, **parameters):
        self.connection = connected()
        call = {"method": f"io.bgtaskd.Scheduler.{method}", "parameters": parameters, "more": method != "Complete"}
        self.connection.sendall(json.dumps(call).encode() + b"\0")
        self.waiting = b""

    def reply(self):
        while b"\0" not in self.waiting:
            received = self.connection.recv(65536)
            if not received:
                return None
            self.waiting += received
        text, _, self.waiting = self.waiting.partition(b"\0")
        return json.loads(text).get("parameters", {})


signal.signal(signal.SIGTERM, lambda *_: say("SIGTERM") or sys.exit(0))
if identifier:
    registration = Call("Register", application="", identifiers=[identifier])
    registration.reply()
    launch = registration.reply()["launch"]
holder = Call("BeginAssertion", why="saving", limitDurationUSec=int(limit))
holder.reply()
if identifier:
    Call("Complete", runId=launch["runId"], success=True).reply()
say(os.getpid())
while told := holder.reply():
    say(told["reason"]["code"])
while True:
    signal.pause()
