"""Talks to the daemon with the client of the protocol that is on PyPI: every method. Usage: client.py SOCKET

The daemon has the manifest feeds.conf, which permits org.example.feeds.*."""

import os
import queue
import sys
import threading

import varlink


def check(fact, text):
    if not fact:
        sys.exit("not so: " + text)
    print(text)


called = set()


class Called:
    """A connection that notes which methods were called on it."""

    def __init__(self, connection):
        self.connection = connection

    def __enter__(self):
        self.connection.__enter__()
        return self

    def __exit__(self, *error):
        return self.connection.__exit__(*error)

    def __getattr__(self, name):
        called.add(name)
        return getattr(self.connection, name)


def scheduler_of(client):
    return Called(client.open("io.bgtaskd.Scheduler"))


def error_of(call):
    try:
        call()
    except varlink.VarlinkError as error:
        return error.error(), error.parameters()
    sys.exit("no error came")


with varlink.Client.new_with_address("unix:" + sys.argv[1]) as client:
    client.get_interfaces()
    check("io.bgtaskd.Scheduler" in client.get_interfaces(), "the interface is listed")
    interface = client.get_interface("io.bgtaskd.Scheduler")
    description = interface.get_description()
    check("method SubmitBatch(" in description, "the description is there")

    with client.open("org.varlink.service") as service:
        check(service.GetInfo()["product"] == "bgtaskd", "GetInfo names the product")

    with scheduler_of(client) as scheduler:
        request = {
            "identifier": "org.example.python",
            "kind": "processing",
            "earliestBeginUSec": 4102444800000000,
            "command": {"argv": ["/bin/true"], "environment": {"A": "b"}},
        }
        task = scheduler.Submit(request)["task"]
        check(task["state"] == "waiting", "a submitted task waits")
        check(task["request"]["command"]["argv"] == ["/bin/true"], "the request comes back as it was")
        check(task["request"]["command"]["environment"] == {"A": "b"}, "maps come back as they were")

        many = [dict(request, identifier="many-%d" % number) for number in range(600)]
        results = scheduler.SubmitBatch(many)["results"]
        check(len(results) == 600 and all(result["task"] for result in results), "a batch is accepted")

        pages = [len(page["tasks"]) for page in scheduler.List(_more=True)]
        check(pages == [500, 101], "a list with more comes in pages")
        check(len(scheduler.List()["tasks"]) == 601, "a list without more comes whole")
        check(scheduler.List("org.")["tasks"][0]["request"]["identifier"] == "org.example.python", "a prefix selects")

        reasons = scheduler.Explain("org.example.python")["reasons"]
        check([reason["code"] for reason in reasons] == ["earliestBegin"], "Explain says why it waits")

        found = scheduler.Get("org.example.python")
        check(found["task"]["request"]["kind"] == "processing" and found["lastRuns"] == [], "Get shows one")

        name, parameters = error_of(lambda: scheduler.Get("org.example.nobody"))
        check(name == "io.bgtaskd.Scheduler.NoSuchTask", "an error has its name")
        check(parameters["identifier"] == "org.example.nobody", "an error has its parameters")
        name, parameters = error_of(lambda: scheduler.Submit(dict(request, identifier="not allowed")))
        check(name == "io.bgtaskd.Scheduler.InvalidRequest" and parameters["field"] == "identifier", "a wrong value is named")
        name, parameters = error_of(lambda: scheduler.Register("a", ["b"]))
        check(name == "org.varlink.service.ExpectedMore", "a method that streams wants more")

        name, parameters = error_of(lambda: scheduler.RenewLease("many-0", 0))
        check(name == "io.bgtaskd.Scheduler.InvalidRequest" and parameters["field"] == "trustedUntilUSec", "a lease has to be there")

        check(not scheduler.Cancel("many-0").get("declaredIn"), "Cancel ends one")
        check(scheduler.CancelAll()["count"] == 600, "CancelAll counts")
        status = scheduler.Status()
        check(status["pending"] == 0 and "earliestBegin" in status["reasonCodes"], "Status says how it is")

    with scheduler_of(client) as events, scheduler_of(client) as scheduler:
        conditions = events.GetConditions(_more=True)
        check(next(conditions)["conditions"]["powerSource"] == "external", "conditions come at once")
        scheduler.SimulateConditions({"powerSource": "battery"}, False)
        check(next(conditions)["conditions"]["powerSource"] == "battery", "conditions come when they change")

    with scheduler_of(client) as events, scheduler_of(client) as scheduler:
        answers = events.WaitFor("external-power", "proceed", "backup.service", _more=True)
        check(next(answers)["expression"][0]["state"] == "lacks", "what is waited for is said part by part")
        waiting = scheduler.ListWaiting()["waiting"][0]
        check(waiting["name"] == "backup.service" and waiting["missing"] == ["external-power"], "who waits is listed")
        scheduler.SimulateConditions({"powerSource": "external"}, False)
        check([answer["holds"] for answer in answers] == [True], "one more answer comes when it holds")
        scheduler.SimulateConditions({"powerSource": "battery"}, False)

    with scheduler_of(client) as holder, scheduler_of(client) as scheduler:
        told = holder.BeginAssertion("saving", 30_000_000, _more=True)
        check(next(told)["remainingDurationUSec"] == 30_000_000, "time is given as it was asked for")
        held = scheduler.ListAssertions()["assertions"][0]
        check(held["why"] == "saving" and held["pid"] == os.getpid(), "who has time is listed")

    with scheduler_of(client) as scheduler:
        record = scheduler.ExportRecord(None)["changes"]
        check(record[0]["field"] == "machine" and record[0]["value"] == "on", "the record says that the machine is on")
        scheduler.ForgetRecord()
        paused = scheduler.Pause("org.example.*", "refresh", None, None, None, None)
        check(paused["paused"]["kind"] == "refresh" and paused["running"] == 0, "refreshes are paused")
        check(scheduler.ListPauses()["pauses"] == [paused["paused"]], "what is paused is listed")
        check(scheduler.Resume(None, None, None, None, True)["resumed"] == [paused["paused"]], "all is resumed")

    with scheduler_of(client) as events, scheduler_of(client) as program, scheduler_of(client) as scheduler:
        messages = program.Register("feeds", ["org.example.feeds.refresh"], _more=True)
        registration = next(messages)
        check(registration["application"] == "feeds", "a registration is confirmed")
        scheduler.AddIdentifiers(registration["registration"], ["org.example.feeds.cleanup"])
        scheduler.SetApplicationState("feeds", "background")
        watched = queue.SimpleQueue()

        def listen():
            try:
                for message in events.Watch("org.example.feeds.", _more=True):
                    watched.put(message["event"])
            except OSError:
                pass

        threading.Thread(target=listen, daemon=True).start()
        # This client sends the call when it waits for its reply, and Watch says nothing before something happens.
        while watched.empty():
            scheduler.Submit(dict(request, identifier="org.example.feeds.later"))
        scheduler.Submit({"identifier": "org.example.feeds.cleanup", "kind": "processing", "title": "Cleanup"})
        launch = next(messages)["launch"]
        run = launch["runId"]
        check(launch["task"]["request"]["title"] == "Cleanup", "a launch has the whole request")
        check(scheduler.HandlerBegan(run) == {}, "a handler may say that it is called")
        check(scheduler.Checkpoint(run) == {}, "a run may say that its work is saved")
        check(not scheduler.ShouldDefer(run)["shouldDefer"], "a run may go on")
        scheduler.ReportProgress(run, {"completedUnitCount": 1, "totalUnitCount": 2, "title": "Halfway"})
        scheduler.Complete(run, True)
        names = []
        while "ended" not in names:
            names.append(watched.get(timeout=20))
        check(names[-1] == "ended" and "progress" in names, "Watch tells the run")
        runs = scheduler.History("org.example.feeds.cleanup")["runs"]
        check([past["outcome"] for past in runs] == ["completed"], "History has the run")

        command = {"argv": ["/bin/sh", "-c", "echo here; exec sleep 600"]}
        scheduler.Submit(dict(request, identifier="org.example.feeds.sleep", command=command))
        run = scheduler.SimulateLaunch("org.example.feeds.sleep")["runId"]
        while watched.get(timeout=20) != "running":
            pass
        scheduler.SimulateExpiration("org.example.feeds.sleep")
        while watched.get(timeout=20) != "ended":
            pass
        check(not scheduler.Output(run)["inJournal"], "Output is kept")

    methods = {name for name, member in interface.members.items() if type(member).__name__ == "_Method"}
    check(methods == called & methods and len(methods) > 15, "every method was called")
