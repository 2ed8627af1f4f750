#!/usr/bin/env python3
"""handler.py FOLDER SUMS: writes the SHA-256 of every file below FOLDER to SUMS when bgtaskd says so (PyPI: varlink)."""
import hashlib, os, pathlib, queue, sys, threading, varlink

IDENTIFIER = "org.example.python.checksums"  # Permitted by python-handler.conf.
folder, sums = map(pathlib.Path, sys.argv[1:3])
client = varlink.Client.new_with_address("unix:" + os.getenv("BGTASKD_SOCKET", "/run/bgtaskd/bgtaskd.socket"))
launches, expired = queue.Queue(), set()

def listen(messages):  # On a thread of its own, so that the work learns at once that its time is up.
    try:
        for message in messages:
            if launch := message.get("launch"): launches.put(launch["runId"])
            if expire := message.get("expire"): expired.add(expire["runId"])
    except OSError: launches.put(None)  # The daemon is gone, and no launch follows.

def work(scheduler, run):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    known = {line[66:] for line in sums.read_text().splitlines()} if sums.exists() else set()
    for number, path in enumerate(files, 1):
        if str(path) not in known:
            digest = hashlib.sha256()
            with path.open("rb") as file:
                while run not in expired and (block := file.read(1 << 20)): digest.update(block)
            if run in expired: return False  # The finished sums stay; the next run goes on with this file.
            with sums.open("a") as output: output.write(f"{digest.hexdigest()}  {path}\n")
        progress = {"completedUnitCount": number, "totalUnitCount": len(files), "title": "Checking"}
        scheduler.ReportProgress(run, dict(progress, subtitle=path.name))
    return True

with client.open("io.bgtaskd.Scheduler") as events, client.open("io.bgtaskd.Scheduler") as scheduler:
    messages = events.Register("python-handler", [IDENTIFIER], _more=True)
    next(messages)  # The first message confirms the registration.
    if "BGTASK_APPLICATION" not in os.environ:  # A person has started this, not bgtaskd for a due task.
        scheduler.Submit({"identifier": IDENTIFIER, "kind": "processing", "retry": {"backoff": "exponential"}})
    threading.Thread(target=listen, args=[messages], daemon=True).start()
    success = False
    while not success and (run := launches.get()): scheduler.Complete(run, success := work(scheduler, run))
sys.exit(0 if success else 75)
