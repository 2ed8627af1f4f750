"""Handles an identifier and calls Status and Submit, each on a new connection, and prints the longest time that each took, in seconds. Usage:
alice.py SOCKET ROUNDS"""

import json
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
for _ in range(int(sys.argv[2])):
    longest["status"] = max(longest["status"], call("Status", {}))
    longest["submit"] = max(longest["submit"], call("Submit", {"request": request}))
    time.sleep(0.05)
print(json.dumps(longest))
