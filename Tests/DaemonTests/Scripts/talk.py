"""Sends messages to a Unix socket one after the other and prints each reply. Usage: talk.py SOCKET MESSAGE..."""

import socket
import sys

with socket.socket(socket.AF_UNIX) as connection:
    connection.settimeout(20)
    connection.connect(sys.argv[1])
    waiting = b""
    for message in sys.argv[2:]:
        connection.sendall(message.encode() + b"\0")
        while b"\0" not in waiting:
            received = connection.recv(65536)
            if not received:
                sys.exit("the connection was closed")
            waiting += received
        reply, _, waiting = waiting.partition(b"\0")
        print(reply.decode())
