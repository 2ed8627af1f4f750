"""A machine and a person as the tests, lives and benchmarks need them: they speak to the functions of schema-1.sql."""

import json
import random
import uuid

import psycopg

AGAIN = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)


def call(connection, function, request, tries=30):
    """Calls a function with one jsonb; tries 40001 and 40P01 again with the same text, as agents do."""
    text = request if isinstance(request, str) else json.dumps(request)
    for number in range(tries):
        try:
            row = connection.execute(f"SELECT bgtask_fleet.{function}(%s::jsonb)", (text,), prepare=True).fetchone()
            return row[0]
        except AGAIN:
            if number == tries - 1:
                raise
            # Those who collide once must not collide again at the same moment.
            connection.execute("SELECT pg_sleep(%s)", (random.random() * 0.01 * (number + 1),))


class Person:
    """A role that submits; methods are the functions without _1."""

    def __init__(self, connection):
        self.connection = connection

    def __getattr__(self, name):
        return lambda **request: call(self.connection, name + "_1", request)

    def submit(self, identifier, **request):
        request.setdefault("request", {"kind": "processing"})
        return call(self.connection, "submit_1", {"identifier": identifier, **request})


class Machine:
    """An agent reduced to what the protocol needs: sequence, what it knows, what it was granted."""

    def __init__(self, connection, name, groups=("lab",), allows=("ops",), machine=None):
        self.connection = connection
        self.name = name
        self.groups = list(groups)
        self.allows = list(allows)
        self.machine = machine or uuid.uuid5(uuid.NAMESPACE_DNS, name).hex
        self.session = uuid.uuid4().hex
        self.sequence = 0
        self.knows = 0
        self.classes = []
        self.grants = {}

    def say(self, **more):
        """The next exchange, with what is to be said in it."""
        self.sequence += 1
        request = {"machine": self.machine, "session": self.session, "sequence": self.sequence, "knows": self.knows,
                   "token": random.SystemRandom().randrange(1, 10**15)}
        if self.sequence == 1:
            request.update(name=self.name, groups=self.groups, allows=self.allows)
        request.update(more)
        self.last = request
        return self.send(request)

    def send(self, request):
        answer = call(self.connection, "exchange_1", request)
        if "refused" not in answer:
            self.knows = answer["changed"]
            self.classes = answer.get("classes", self.classes)
            for grant in answer.get("grants", []):
                self.grants[grant["occurrence"]] = grant["epoch"]
        return answer

    def repeat(self):
        """The last exchange again: its answer was lost."""
        return self.send(self.last)

    def ids(self):
        return [c["class"] for c in self.classes]

    def claim(self, most=1, classes=None, **more):
        """Learns the classes, and claims from all of them."""
        if classes is None:
            self.say()
            classes = self.ids()
        return self.say(claim={"classes": classes, "most": most}, **more).get("grants", [])

    def end(self, grant, outcome="completed", success=True, **more):
        """Reports the end of a grant; says what became of the report."""
        answer = self.say(reports=[report(grant, outcome, success, **more)])
        return answer["reports"][0]["result"]

    def restart(self, succeeds=True, holds=None, **more):
        """The agent starts again, with or without what it had on disk."""
        last = {"session": self.session, "sequence": self.sequence}
        self.session = uuid.uuid4().hex
        self.sequence = 0
        self.knows = 0
        if succeeds:
            more["succeeds"] = last
        if holds is not None:
            more["holds"] = [{"occurrence": o, "epoch": e} for o, e in holds]
        return self.say(**more)


def report(grant, outcome="completed", success=True, **more):
    return {"occurrence": grant["occurrence"], "epoch": grant["epoch"], "outcome": outcome, "success": success, **more}
