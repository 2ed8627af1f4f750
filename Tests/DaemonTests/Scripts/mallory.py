"""Holds connections until there is a line in the pipe OVER. Usage: mallory.py SOCKET idle|busy|leaving|half|register COUNT HELD OVER

idle: they say nothing. busy: each watches. leaving: each asks for more than it reads, and is told to go. half: each has
begun a message. register: each handles an identifier. HELD is a pipe that is told when there are COUNT, or as many as
fit into half of the daemon's usual room."""

import os
import select
import socket
import sys

path, way, count, told = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
over = os.open(sys.argv[5], os.O_RDONLY | os.O_NONBLOCK)
HALF = 200
description = (
    b'{"method":"org.varlink.service.GetInterfaceDescription",'
    b'"parameters":{"interface":"io.bgtaskd.Scheduler"}}\0'
)
register = (
    b'{"method":"io.bgtaskd.Scheduler.Register","more":true,'
    b'"parameters":{"application":"","identifiers":["org.example.mallory%d"]}}\0'
)
watch = b'{"method":"io.bgtaskd.Scheduler.Watch","more":true}\0'
held = []
# With as many as it is to hold it waits, else it only looks.
while not select.select([over], [], [], None if len(held) >= count else 0)[0]:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(1)
    try:
        connection.connect(path)
        if way == "busy":
            connection.sendall(watch)
        if way == "half":
            connection.sendall(b"{")
        if way == "register":
            connection.sendall(register % len(held))
        if way == "leaving":
            connection.sendall(description * 60 + b"x" * 1_100_000)
    except OSError:
        pass
    held.append(connection)
    if len(held) == min(count, HALF):
        with open(told, "w") as pipe:
            pipe.write("held\n")
