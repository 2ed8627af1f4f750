"""Talks to the daemon with the client of the protocol that is on PyPI. Usage: client.py SOCKET"""

import sys

import varlink


def check(fact, text):
    if not fact:
        sys.exit("not so: " + text)
    print(text)


def error_of(call):
    try:
        call()
    except varlink.VarlinkError as error:
        return error.error(), error.parameters()
    sys.exit("no error came")


with varlink.Client.new_with_address("unix:" + sys.argv[1]) as client:
    client.get_interfaces()
    check("io.bgtaskd.Scheduler" in client.get_interfaces(), "the interface is listed")
    description = client.get_interface("io.bgtaskd.Scheduler").get_description()
    check("method SubmitBatch(" in description, "the description is there")

    with client.open("org.varlink.service") as service:
        check(service.GetInfo()["product"] == "bgtaskd", "GetInfo names the product")

    with client.open("io.bgtaskd.Scheduler") as scheduler:
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

        name, parameters = error_of(lambda: scheduler.Get("org.example.nobody"))
        check(name == "io.bgtaskd.Scheduler.NoSuchTask", "an error has its name")
        check(parameters["identifier"] == "org.example.nobody", "an error has its parameters")
        name, parameters = error_of(lambda: scheduler.Submit(dict(request, identifier="not allowed")))
        check(name == "io.bgtaskd.Scheduler.InvalidRequest" and parameters["field"] == "identifier", "a wrong value is named")
        name, parameters = error_of(lambda: scheduler.Register("a", ["b"]))
        check(name == "org.varlink.service.ExpectedMore", "a method that streams wants more")

        check(scheduler.CancelAll()["count"] == 601, "CancelAll counts")

    with client.open("io.bgtaskd.Scheduler") as events, client.open("io.bgtaskd.Scheduler") as scheduler:
        conditions = events.GetConditions(_more=True)
        check(next(conditions)["conditions"]["powerSource"] == "external", "conditions come at once")
        scheduler.SimulateConditions({"powerSource": "battery"}, False)
        check(next(conditions)["conditions"]["powerSource"] == "battery", "conditions come when they change")
