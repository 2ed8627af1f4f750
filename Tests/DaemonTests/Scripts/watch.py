"""Watches until the machine changes, and prints each event. Usage: watch.py SOCKET READY

READY is a pipe that is told when the daemon has taken the call.
"""

import json
import socket
import sys

with socket.socket(socket.AF_UNIX) as connection:
    connection.settimeout(20)
    connection.connect(sys.argv[1])
    # In one piece: when the first is answered, the second is taken.
    connection.sendall(
        b'{"method":"io.bgtaskd.Scheduler.Status"}\0{"method":"io.bgtaskd.Scheduler.Watch","more":true}\0'
    )
    waiting = b""
    number = 0
    while True:
        while b"\0" not in waiting:
            waiting += connection.recv(65536)
        message, _, waiting = waiting.partition(b"\0")
        number += 1
        if number == 1:
            with open(sys.argv[2], "w") as ready:
                ready.write("ready\n")
            continue
        event = json.loads(message)["parameters"]["event"]
        print(event)
        if event == "conditions":
            break
