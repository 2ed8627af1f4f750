#!/usr/bin/env python3
"""Handles a task of bgtaskd: writes the SHA-256 of every file below FOLDER to SUMS, as sha256sum does.

Usage: handler.py FOLDER SUMS. It needs the module varlink from PyPI, and python-handler.conf in applications.d.
"""

import hashlib, os, pathlib, queue, sys, threading, varlink

IDENTIFIER = "org.example.python.checksums"
SOCKET = os.environ.get("BGTASKD_SOCKET", "/run/bgtaskd/bgtaskd.socket")
folder, sums = map(pathlib.Path, sys.argv[1:3])
client = varlink.Client.new_with_address("unix:" + SOCKET)
launches, expired = queue.Queue(), set()


def listen(messages):
    """Runs beside the work, so that the work learns at once when its time is up."""
    try:
        for message in messages:
            if message.get("launch"):
                launches.put(message["launch"]["runId"])
            elif message.get("expire"):
                expired.add(message["expire"]["runId"])
    except OSError:
        launches.put(None)  # The daemon is gone, and no launch will come any more.


def checksum(path, run):
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while run not in expired and (block := file.read(1 << 20)):
            digest.update(block)
    return digest.hexdigest()


def work(scheduler, run):
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    known = {line[66:] for line in sums.read_text().splitlines()} if sums.exists() else set()
    for number, path in enumerate(files, 1):
        if str(path) not in known:
            line = f"{checksum(path, run)}  {path}\n"
            if run in expired:
                return False  # What is in the file stays there, and the next run goes on with this one.
            with sums.open("a") as output:
                output.write(line)
        progress = {"completedUnitCount": number, "totalUnitCount": len(files), "title": "Checking"}
        scheduler.ReportProgress(run, dict(progress, subtitle=path.name))
    return True


with client.open("io.bgtaskd.Scheduler") as events, client.open("io.bgtaskd.Scheduler") as scheduler:
    messages = events.Register("python-handler", [IDENTIFIER], _more=True)
    next(messages)  # The confirmation.
    if "BGTASK_APPLICATION" not in os.environ:  # Not started by bgtaskd, for a task that is due.
        request = {"identifier": IDENTIFIER, "kind": "processing", "retry": {"backoff": "exponential"}}
        scheduler.Submit(request)
    threading.Thread(target=listen, args=[messages], daemon=True).start()
    success = False
    while not success and (run := launches.get()):
        success = work(scheduler, run)
        scheduler.Complete(run, success)
sys.exit(0 if success else 75)
