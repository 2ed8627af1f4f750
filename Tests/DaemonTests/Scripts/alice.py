"""Handles identifiers, calls Status and Submit, each on a new connection, and has one task after another that is due.
Prints the longest time that each call took, and the longest from a task's date until the launch was told here, in
seconds. Usage: alice.py SOCKET ROUNDS BEGUN OVER

So many rounds at least, and until there is a line in the pipe OVER. BEGUN is a pipe that is told when the first round is
over."""

import json
import os
import select
import socket
import sys
import threading
import time


def call(method, parameters):
    begin = time.monotonic()
    with socket.socket(socket.AF_UNIX) as connection:
        # As the clients of the protocol do it: whoever may not wait is turned away while many others connect.
        connection.connect(sys.argv[1])
        connection.settimeout(20)
        message = {"method": "io.bgtaskd.Scheduler." + method, "parameters": parameters}
        connection.sendall(json.dumps(message).encode() + b"\0")
        reply = b""
        while not reply.endswith(b"\0"):
            received = connection.recv(65536)
            if not received:
                sys.exit(method + ": the connection was closed")
            reply += received
    if b'"error"' in reply:
        sys.exit(method + ": " + reply.decode())
    return time.monotonic() - begin


def next_launch():
    global received
    while True:
        while b"\0" not in received:
            more = handler.recv(65536)
            if not more:
                sys.exit("Register: the connection was closed")
            received += more
        message, received = received.split(b"\0", 1)
        launch = json.loads(message).get("parameters", {}).get("launch")
        if launch:
            return launch["runId"]


def have_tasks():
    """One after another, under a new identifier each time: the same would have to wait for ProcessingSpacingSec=."""
    try:
        for number in range(TASKS):
            due = time.time() + 0.1
            identifier = "org.example.alice.task" + str(number)
            request = {"identifier": identifier, "kind": "processing", "earliestBeginUSec": int(due * 1e6)}
            call("Submit", {"request": request})
            run = next_launch()
            longest["task"] = max(longest["task"], time.time() - due)
            call("Complete", {"runId": run, "success": True})
            if number >= 4 and is_over.is_set():
                return
    except BaseException as error:
        failures.append(repr(error))


# What nobody handles cannot be submitted.
TASKS = 1000
handler = socket.socket(socket.AF_UNIX)
handler.connect(sys.argv[1])
handler.settimeout(20)
handler.sendall(
    b'{"method":"io.bgtaskd.Scheduler.Register","more":true,'
    b'"parameters":{"application":"","identifiers":["org.example.alice","org.example.alice.*"]}}\0'
)
received = handler.recv(65536)
if b'"registration"' not in received:
    sys.exit("Register was refused")
later = (int(time.time()) + 3600) * 1_000_000
request = {"identifier": "org.example.alice", "kind": "processing", "earliestBeginUSec": later}
longest = {"status": 0.0, "submit": 0.0, "task": 0.0}
failures = []
is_over = threading.Event()
tasks = threading.Thread(target=have_tasks)
tasks.start()
over = os.open(sys.argv[4], os.O_RDONLY | os.O_NONBLOCK)
rounds = 0
while rounds < int(sys.argv[2]) or tasks.is_alive() and not is_over.is_set():
    rounds += 1
    longest["status"] = max(longest["status"], call("Status", {}))
    longest["submit"] = max(longest["submit"], call("Submit", {"request": request}))
    if rounds == 1:
        with open(sys.argv[3], "w") as pipe:
            pipe.write("begun\n")
    if select.select([over], [], [], 0)[0]:
        is_over.set()
is_over.set()
tasks.join()
if failures:
    sys.exit(failures[0])
print(json.dumps(longest))
