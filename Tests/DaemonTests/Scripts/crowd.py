"""Submits thousands of tasks alike, in calls that wait for no answer, and prints how many there are then.
Usage: crowd.py SOCKET WISH COUNT PART [DUE]

PART is how many a call has, DUE a date in microseconds that all of them have. The turn of the first, mallory.last,
comes after that of all others: what is told of it says that they have had theirs."""

import datetime
import json
import socket
import sys

path, wish, count, part = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
due = int(sys.argv[5]) if len(sys.argv) > 5 else None
ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca"]


def twelve_pairs(number):
    pairs = ['(network "a-%d-%d" or network "b-%d-%d")' % (number, k, number, k) for k in range(12)]
    return {"when": " and ".join(["vpn"] + pairs)}


def sixty_two_names(number):
    """As much memory as an expression of 4,096 bytes can take."""
    names = ['network "%046d-%d"' % (number, k) for k in range(62)]
    return {"when": "vpn and (" + " or ".join(names) + ")"}


def times(number):
    """As many times of day as an expression may have, which never hold together but change all day."""
    minutes = [(number + 167 * k) % 1440 for k in range(9)]
    clock = ["%02d:%02d" % (minute // 60, minute % 60) for minute in minutes]
    pairs = [(a, b) for a in clock for b in clock if a < b][:31]
    return {"when": "vpn and (" + " or ".join("(between %s and %s and between %s and %s)" % (a, b, b, a) for a, b in pairs) + ")"}


def sixteen_dates(number):
    """In zones with summer time; one is there for all."""
    seconds = [(number * 16 + k) * 7919 % 86_400 for k in range(15)]
    dates = ["%d:%d:%d %s" % (s // 3600, s // 60 % 60, s % 60, ZONES[s % 4]) for s in seconds]
    if due:
        date = datetime.datetime.fromtimestamp(due // 1_000_000, datetime.timezone.utc)
        dates.append(date.strftime("%Y-%m-%d %H:%M:%S UTC"))
    return {"calendar": dates, "earliestBeginUSec": None, "requiresVPN": True}


def transfer(number):
    """Each from a host of its own, where nobody answers."""
    url = "http://127.%d.%d.1:9/" % (1 + number // 250, number % 250)
    rule = {"direction": "download", "url": url, "file": "/nonexistent/%d" % number, "discretionary": True}
    return {"kind": "transfer", "command": None, "transfer": rule, "requiresVPN": True, "retry": {"backoff": "none"}}


def missed(policy):
    return {"earliestBeginUSec": None, "deadlineUSec": due, "onDeadline": policy}


WISHES = {
    "ready": lambda number: {},
    "held": lambda number: {"requiresVPN": True},
    "failing": lambda number: {
        "command": {"argv": ["/bin/false"]},
        "retry": {"backoff": "linear", "initialDurationUSec": 0, "maximumAttempts": 1000},
    },
    "without a program": lambda number: {"command": {"argv": ["/nonexistent"]}},
    "twelve pairs": twelve_pairs,
    "62 names": sixty_two_names,
    "62 times of day": times,
    "sixteen dates": sixteen_dates,
    "250 KB": lambda number: {
        "command": {"argv": ["/bin/true", "x" * 125_000], "environment": {"X": "x" * 125_000}}, "requiresVPN": True},
    "250 KB dropped": lambda number: {**WISHES["250 KB"](number), **missed("drop")},
    "holds": lambda number: {"when": "vpn for %dms" % (600_000 + number)},
    "checks": lambda number: {"when": "exists /mallory-%d" % number},
    "chain": lambda number: {"order": {"after": ["mallory.t%d" % (number - 1)]}} if number > 1 else {},
    "group": lambda number: {"order": {"group": "mallory"}},
    "transfers": transfer,
    "dropped": lambda number: {"requiresVPN": True, **missed("drop")},
    "dropped dates": lambda number: {**sixteen_dates(number), **missed("drop"), "deadlineUSec": due + 1_000_000},
    "overdue": lambda number: {"requiresVPN": True, **missed("wait")},
    "twelve pairs that run when they are overdue": lambda number: {**twelve_pairs(number), **missed("run")},
    "twelve pairs relaxed": lambda number: {
        **twelve_pairs(number), "relax": "after 1s without vpn" + ("" if number else ", network")
    },
    "touched": lambda number: {
        "pathChange": {"paths": [path + "-touched"], "quietDurationUSec": 0, "ownChanges": "ignore"}},
}


def request(number):
    fields = {
        "identifier": "mallory.t%d" % number if number else "mallory.last",
        "kind": "processing",
        "earliestBeginUSec": due if number or not due else due + 1,
        "command": {"argv": ["/bin/true"]},
    }
    return fields | WISHES[wish](number)


def call(method, **more):
    return json.dumps({"method": "io.bgtaskd.Scheduler." + method, **more}).encode() + b"\0"


with socket.socket(socket.AF_UNIX) as connection:
    connection.settimeout(20)
    connection.connect(path)
    for begin in range(0, count, part):
        requests = [request(number) for number in range(begin, min(begin + part, count))]
        connection.sendall(call("SubmitBatch", parameters={"requests": requests}, oneway=True))
    connection.sendall(call("Status"))
    reply = b""
    while not reply.endswith(b"\0"):
        reply += connection.recv(65536)
    print(json.loads(reply[:-1])["parameters"]["pending"])
