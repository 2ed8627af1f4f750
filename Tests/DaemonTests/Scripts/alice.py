"""Handles an identifier and calls Status and Submit, each on a new connection, and prints the longest time that each
took, in seconds. Usage: alice.py SOCKET ROUNDS OVER

So many rounds at least, and until there is a line in the pipe OVER."""

import json
import os
import select
import socket
import sys
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


# What nobody handles cannot be submitted.
handler = socket.socket(socket.AF_UNIX)
handler.connect(sys.argv[1])
handler.settimeout(20)
handler.sendall(
    b'{"method":"io.bgtaskd.Scheduler.Register","more":true,'
    b'"parameters":{"application":"","identifiers":["org.example.alice"]}}\0'
)
if b'"registration"' not in handler.recv(65536):
    sys.exit("Register was refused")
later = (int(time.time()) + 3600) * 1_000_000
request = {"identifier": "org.example.alice", "kind": "processing", "earliestBeginUSec": later}
longest = {"status": 0.0, "submit": 0.0}
over = os.open(sys.argv[3], os.O_RDONLY | os.O_NONBLOCK)
rounds = 0
while rounds < int(sys.argv[2]) or not select.select([over], [], [], 0)[0]:
    rounds += 1
    longest["status"] = max(longest["status"], call("Status", {}))
    longest["submit"] = max(longest["submit"], call("Submit", {"request": request}))
print(json.dumps(longest))
