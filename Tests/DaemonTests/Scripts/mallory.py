"""Holds connections. Usage: mallory.py SOCKET idle|busy|leaving COUNT SECONDS

idle: they say nothing. busy: each watches. leaving: each asks for more than it reads, and is told to go."""

import socket
import sys
import time

path, way, count, seconds = sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
description = (
    b'{"method":"org.varlink.service.GetInterfaceDescription",'
    b'"parameters":{"interface":"io.bgtaskd.Scheduler"}}\0'
)
watch = b'{"method":"io.bgtaskd.Scheduler.Watch","more":true}\0'
held = []
end = time.monotonic() + seconds
while time.monotonic() < end:
    if len(held) >= count:
        time.sleep(0.02)
        continue
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(1)
    try:
        connection.connect(path)
        if way == "busy":
            connection.sendall(watch)
        if way == "leaving":
            connection.sendall(description * 60 + b"x" * 1_100_000)
    except OSError:
        pass
    held.append(connection)
