import Foundation
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing
import Varlink

@Suite("Calls with more than one reply")
struct StreamTests {
  @Test("A list of more than 500 tasks comes in pages with more, in one reply without")
  func pages() throws {
    let daemon = try DaemonProcess.calm()
    let requests = (0..<1200).map { Wire.TaskRequest.later("task-\(10_000 + $0)") }
    let client = try daemon.client()
    let results = try [requests[..<1000], requests[1000...]].flatMap { try client.submitBatch(Array($0)) }
    #expect(results.map { $0.task?.request.identifier } == requests.map(\.identifier))
    let connection = try RawConnection(to: daemon)
    try connection.send(Message.call(SchedulerMethod.List.self, .init(), more: true))
    for expected in [(500, true), (500, true), (200, false)] {
      let page = try #require(try connection.receive())
      #expect((page.count("tasks"), page.continues) == expected)
    }
    let whole = try connection.call(#"{"method":"io.bgtaskd.Scheduler.List"}"#)
    #expect(whole?.count("tasks") == 1200)
    #expect(whole?.continues == false)
    #expect(try daemon.client().tasks().map(\.request.identifier) == requests.map(\.identifier))
    #expect(try daemon.client().tasks(identifierPrefix: "task-1000").count == 10)
  }

  @Test("Watch tells the life of a task, one event a reply, with its task or its run")
  func life() throws {
    let daemon = try DaemonProcess.calm()
    let gate = try NamedPipe(daemon.folder, "gate")
    let events = try RawConnection.watching(daemon)
    let client = try daemon.client()
    try client.submit(.shell("a", "read line < \(gate.path)"))
    let submitted = try #require(try events.receive())
    #expect(submitted.string("event") == "submitted")
    #expect(submitted.continues)
    #expect(submitted.string("task.request.identifier") == "a")
    #expect(submitted.strings("task.request.command.argv")?.first == "/bin/sh")
    #expect((submitted.int("timeUSec") ?? 0) > 0)
    let launching = try #require(try events.receive())
    #expect(launching.string("event") == "launching")
    #expect(launching.string("run.identifier") == "a")
    #expect(launching.int("run.attempt") == 1)
    let run = try #require(launching.string("run.runId"))
    #expect(try events.receive()?.string("event") == "running")
    try client.reportProgress(
      runId: run, progress: Wire.Progress(completedUnitCount: 1, totalUnitCount: 2, title: "half"))
    let progress = try #require(try events.receive())
    #expect(progress.string("event") == "progress")
    #expect(progress.string("run.progress.title") == "half")
    gate.write()
    let ended = try #require(try events.receive())
    #expect(ended.string("event") == "ended")
    #expect(ended.string("run.runId") == run)
    #expect(ended.string("run.outcome") == "completed")
    #expect(ended.int("run.exitStatus") == 0)
  }

  @Test("Every event with a task carries its whole request, whatever becomes of the task in the same moment")
  func wholeRequests() throws {
    let folder = try TemporaryFolder()
    try folder.write("tasks.d/declared.task", "[Task]\nTitle=whole\nDelay=1h\nCommand=/bin/true\n")
    let daemon = try DaemonProcess.calm(folder: folder)
    let client = try daemon.client()
    func request(_ identifier: String) -> Wire.TaskRequest { .later(identifier).with { $0.title = "whole" } }
    try client.submit(request("a"))
    let events = try RawConnection.watching(daemon)
    try client.cancel("a")
    func next(_ event: String, _ identifier: String) throws {
      let reply = try #require(try events.receive())
      #expect(reply.string("event") == event, "\(reply)")
      #expect(reply.string("task.request.identifier") == identifier, "\(reply)")
      #expect(reply.string("task.request.title") == "whole", "\(reply)")
      #expect(reply.count("task.request.command.argv") ?? 0 > 0, "\(reply)")
    }
    try next("cancelled", "a")
    // In one piece, and so in one batch.
    let connection = try RawConnection(to: daemon)
    try connection.send(
      Message.call(SchedulerMethod.Submit.self, .init(request: request("b")))
        + Message.call(SchedulerMethod.Submit.self, .init(request: request("b")))
        + Message.call(SchedulerMethod.Cancel.self, .init(identifier: "b")))
    try next("submitted", "b")
    try next("replaced", "b")
    try next("cancelled", "b")
    // It waits, then for something else, then for too long.
    try daemon.setPower("battery")
    #expect(try events.receive()?.string("event") == "conditions")
    try client.submit(
      .shell("c").with {
        $0.title = "whole"
        $0.requiresExternalPower = true
        $0.requiresUnmeteredNetwork = true
        $0.deadlineUSec = .now + 1_000_000
      })
    try next("submitted", "c")
    try client.simulateConditions(["powerSource": "external", "network": "metered"])
    #expect(try events.receive()?.string("event") == "conditions")
    try next("held", "c")
    try next("overdue", "c")
    try client.cancelAll()
    var ended: Set<String> = []
    for _ in 0..<2 {
      let reply = try #require(try events.receive())
      #expect(
        reply.string("event") == "cancelled" && reply.string("task.request.title") == "whole", "\(reply)")
      ended.insert(reply.string("task.request.identifier") ?? "")
    }
    #expect(ended == ["c", "declared"])
  }

  @Test("Whoever begins to watch while a task ends is told its whole request, or nothing of it")
  func beginningToWatch() throws {
    let daemon = try DaemonProcess.calm()
    let client = try daemon.client()
    let other = try RawConnection(to: daemon)
    for round in 0..<30 {
      try client.submit(.later("a").with { $0.title = "whole" })
      let events = try RawConnection(to: daemon)
      // While this is being written the others come, and are decided together.
      try other.send(
        Message.call(SchedulerMethod.Submit.self, .init(request: .later("c").with { $0.title = "whole" })))
      // The first one's reply says that the second is taken.
      try events.send(
        Message.call(SchedulerMethod.Status.self, Empty())
          + Message.call(SchedulerMethod.Watch.self, .init(), more: true))
      try client.cancel("a")
      #expect(try other.receive()?.string("task.request.title") == "whole")
      #expect(try events.receive()?.int("pending") != nil)
      try client.submit(.later("b").with { $0.title = "whole" })
      var told: String?
      repeat {
        let reply = try #require(try events.receive())
        #expect(reply.string("task.request.title") == "whole", "round \(round): \(reply)")
        told = reply.string("task.request.identifier")
      } while told == "a" || told == "c"
      #expect(told == "b")
      try client.cancel("b")
    }
  }

  @Test("A task whose file is gone is told of with its whole request")
  func withdrawn() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("tasks.d/a.task", "[Task]\nTitle=whole\nDelay=1h\nCommand=/bin/true\n")
    let daemon = try DaemonProcess.calm(folder: folder)
    let events = try RawConnection.watching(daemon)
    try FileManager.default.removeItem(atPath: file)
    daemon.send(signal: SIGHUP)
    let reply = try #require(try events.receive())
    #expect(reply.string("event") == "withdrawn")
    #expect(reply.string("task.declaredIn") == file)
    #expect(reply.string("task.request.title") == "whole")
    #expect(reply.strings("task.request.command.argv") == ["/bin/true"])
  }

  @Test("Watch tells of replacing, cancelling, expiring, killing and giving up")
  func others() throws {
    let daemon = try DaemonProcess.calm("ExpirationGraceSec=50ms\n")
    let ready = try NamedPipe(daemon.folder, "ready")
    let events = try RawConnection.watching(daemon, prefix: "seen-")
    let client = try daemon.client()
    func next() throws -> String { try events.receive()?.string("event") ?? "closed" }
    // Another name, which is not watched.
    try client.submit(.later("other"))
    try client.submit(.later("seen-1"))
    try client.submit(.later("seen-1"))
    try client.cancel("seen-1")
    #expect([try next(), try next(), try next()] == ["submitted", "replaced", "cancelled"])

    let deaf = "trap '' TERM; echo ready > \(ready.path); sleep 600"
    try client.submit(.shell("seen-2", deaf).with { $0.retry = .atOnce(attempts: 1) })
    #expect([try next(), try next(), try next()] == ["submitted", "launching", "running"])
    _ = try ready.read()
    try client.simulateExpiration("seen-2")
    let expiring = try #require(try events.receive())
    #expect(expiring.string("event") == "expiring")
    #expect(expiring.string("run.stopReason.code") == "simulated")
    #expect(try next() == "killing")
    let last = Set([try next(), try next()])
    #expect(last == ["ended", "gaveUp"])
  }

  @Test("A task whose deadline has passed is told of, and so are a second report of an end and the machine")
  func rest() throws {
    let daemon = try DaemonProcess.calm()
    let gate = try NamedPipe(daemon.folder, "gate")
    let client = try daemon.client()
    let run = try client.submit(.shell("a", "read line < \(gate.path)"))
    let runId = try #require(
      try daemon.wait { try $0.get("a").task.state == .running ? try $0.get("a").task.runId : nil })
    #expect(run.request.identifier == "a")
    let events = try RawConnection.watching(daemon)
    try client.complete(runId: runId, success: true)
    try client.complete(runId: runId, success: true)
    #expect(try events.receive()?.string("event") == "completedTwice")
    // Whoever says the contrary is told that it does not count.
    let refused = #expect(throws: SchedulerInterfaceError.self) {
      try client.complete(runId: runId, success: false)
    }
    let words = "found false; the run has reported its success already"
    #expect(refused.map { "\($0)" }?.contains(words) == true)
    let second = try #require(try events.receive())
    #expect(second.string("event") == "completedTwice")
    #expect(second.string("run.runId") == runId)
    try daemon.setPower("battery")
    let conditions = try #require(try events.receive())
    #expect(conditions.string("event") == "conditions")
    #expect(conditions.string("conditions.powerSource") == "battery")
    #expect(conditions.strings("conditions.unmet")?.contains("externalPower") == true)
    try client.submit(
      .shell("b").with {
        $0.requiresExternalPower = true
        $0.deadlineUSec = .now + 100_000
      })
    #expect(try events.receive()?.string("event") == "submitted")
    let overdue = try #require(try events.receive())
    #expect(overdue.string("event") == "overdue")
    #expect(overdue.string("task.reason.code") == "externalPower")
    gate.write()
    #expect(try events.receive()?.string("event") == "ended")
  }

  @Test("GetConditions with more answers now and at every change")
  func conditions() throws {
    let daemon = try DaemonProcess.calm()
    let connection = try RawConnection(to: daemon)
    try connection.send(Message.call(SchedulerMethod.GetConditions.self, Empty(), more: true))
    let first = try #require(try connection.receive())
    #expect(first.string("conditions.powerSource") == "external")
    #expect(first.continues)
    try daemon.setPower("battery")
    #expect(try connection.receive()?.string("conditions.powerSource") == "battery")
    try daemon.setPower("external")
    #expect(try connection.receive()?.string("conditions.powerSource") == "external")
  }

  @Test("Whoever watches or lists and hangs up gives its connection back, whenever that is")
  func hangingUp() throws {
    let daemon = try DaemonProcess(
      configuration: DaemonProcess.quick + "[Server]\nConnectionsMaxPerUser=4\n")
    // One page of these is more than a socket holds.
    let name = String(repeating: "long-name-", count: 20)
    try daemon.client().submitBatch((0..<600).map { .later("\(name)\($0)") })
    let status = Message.call(SchedulerMethod.Status.self, Empty())
    let submit = Message.call(SchedulerMethod.Submit.self, .init(request: .later("b")))
    // Nothing happens to these, so no event finds out that nobody reads it.
    let watch = Message.call(SchedulerMethod.Watch.self, .init(identifierPrefix: "nobody"), more: true)
    let list = Message.call(SchedulerMethod.List.self, .init(), more: true)
    let ways: [(RawConnection) throws -> Void] = [
      // When it is watching.
      {
        try $0.send(status + watch)
        _ = try $0.receive()
      },
      // Its own side while what it has asked for before is being written, so before it is watching.
      {
        try $0.send(submit + watch)
        $0.finishSending()
        _ = try $0.receive()
      },
      // In the middle of a list, after its own side.
      {
        try $0.send(list)
        $0.finishSending()
        // A call of somebody else's that reads the disk as well comes after the first page, which is on its
        // way.
        _ = try daemon.connected().call(
          #"{"method":"io.bgtaskd.Scheduler.Get","parameters":{"identifier":"b"}}"#)
      },
    ]
    for way in ways {
      for _ in 0..<6 { try way(daemon.connected()) }
    }
    #expect(try daemon.connected().call(#"{"method":"org.varlink.service.GetInfo"}"#)?.error == nil)
  }
}
