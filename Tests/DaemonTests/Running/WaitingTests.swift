import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Tasks that wait")
struct WaitingTests {
  private let daemon: DaemonProcess
  private let client: SchedulerClient

  init() throws {
    daemon = try .calm()
    client = try daemon.client()
  }

  @Test("A task waits for power, says why, and starts when power comes")
  func power() throws {
    try daemon.setPower("battery")
    let task = try client.submit(.shell("a").with { $0.requiresExternalPower = true })
    #expect(task.state == .waiting)
    #expect(task.reason?.code == "externalPower")
    let explanation = try client.explain("a")
    #expect(!explanation.canProceed)
    #expect(explanation.reasons.map(\.code) == ["externalPower"])
    #expect(explanation.reasons.first?.required == "external")
    #expect(explanation.reasons.first?.observed == "battery")
    #expect(explanation.reasons.first?.sinceUSec != nil)
    #expect(try client.runs(identifier: "a").isEmpty)
    try daemon.setPower("external")
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
  }

  @Test("A task does not begin before its date")
  func date() throws {
    let date = Int64.now + 700_000
    let task = try daemon.client().submit(.shell("a").with { $0.earliestBeginUSec = date })
    #expect(task.reason?.code == "earliestBegin")
    #expect(try daemon.client().explain("a").forecastUSec == date)
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.startedUSec >= date)
  }

  @Test("A task comes round at its dates in the calendar, and a restart does not change them")
  func calendar() throws {
    try daemon.client().submit(.shell("a").with { $0.calendar = ["*:*:0/2 UTC"] })
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.startedUSec % 2_000_000 < 1_000_000)
    try daemon.client().submit(
      .shell("b").with {
        $0.calendar = ["Mon 03:00", "Thu *-*-* 15:00:00"]
        $0.randomizedDelayDurationUSec = 3_600_000_000
      })
    let date = try daemon.client().get("b").task.request.earliestBeginUSec
    daemon.killHard()
    try daemon.start()
    let later = try daemon.client().get("b").task.request
    #expect(date != nil && later.earliestBeginUSec == date && later.calendar?.count == 2)
  }

  @Test("Without success for too long a task is overdue, until it succeeds")
  func overdue() throws {
    try daemon.setPower("battery")
    let task = try client.submit(
      .shell("a").with {
        $0.requiresExternalPower = true
        $0.overdueAfterDurationUSec = 1_000_000
        $0.repeatDurationUSec = 3_600_000_000
      })
    #expect(task.overdue == nil && task.withoutSuccessSinceUSec == task.submittedUSec)
    #expect(daemon.waitForLog("<4>a: it has had no success since"))
    #expect(try client.get("a").task.overdue == true)
    try daemon.setPower("external")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    let later = try client.get("a").task
    #expect(later.overdue == nil && later.withoutSuccessSinceUSec == run.endedUSec)
  }

  @Test("A deadline drops a task, runs it all the same, or lets it wait")
  func deadlines() throws {
    try daemon.setPower("battery")
    func submit(_ policy: Wire.DeadlinePolicy) throws {
      try client.submit(
        .shell(policy.rawValue).with {
          $0.requiresExternalPower = true
          $0.deadlineUSec = .now + 200_000
          $0.onDeadline = policy
        })
    }
    try submit(.wait)
    try submit(.drop)
    try submit(.run)
    let dropped = try #require(try daemon.waitForEnd(of: "drop"))
    #expect(dropped.outcome == .missed)
    #expect(dropped.success == nil)
    #expect(dropped.stopReason?.code == "externalPower")
    #expect(daemon.waitForLog("<4>drop: missed its deadline and is dropped"))
    let run = try #require(try daemon.waitForEnd(of: "run"))
    #expect(run.outcome == .completed)
    #expect(run.success == true)
    #expect(try client.get("wait").task.state == .waiting)
    #expect(daemon.waitForLog("<4>wait: its deadline passed before it began"))
    #expect(try client.tasks().map(\.request.identifier) == ["wait"])
  }

  @Test("A pending identifier is replaced, kept, or a reason to fail")
  func conflicts() throws {
    try client.submit(.later("a").with { $0.title = "first" })
    try client.submit(.later("a").with { $0.title = "second" })
    #expect(try client.get("a").task.request.title == "second")
    let kept = try client.submit(
      .later("a").with {
        $0.title = "third"
        $0.onConflict = .keep
      })
    #expect(kept.request.title == "second")
    #expect(throws: SchedulerInterfaceError.alreadyPending(identifier: "a")) {
      try client.submit(.later("a").with { $0.onConflict = .fail })
    }
    #expect(try client.tasks().map(\.request.title) == ["second"])
  }

  @Test("What is submitted while a run of the same name goes on waits for its end")
  func sameName() throws {
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    try client.submit(.shell("a", "echo 1 > \(ready.path); read line < \(gate.path)"))
    #expect(try ready.read() == "1")
    let second = try client.submit(.shell("a", "echo 2 > \(ready.path)"))
    #expect(second.state == .waiting)
    #expect(second.reason?.code == "alreadyRunning")
    #expect(try client.tasks().count == 2)
    gate.write()
    #expect(try ready.read() == "2")
    #expect(try daemon.waitForEnd(of: "a", attempts: 2)?.success == true)
  }

  @Test("No more is pending than MaxPendingPerUser allows; replacing is always possible")
  func pending() throws {
    let daemon = try DaemonProcess.calm("MaxPendingPerUser=2\n")
    let client = try daemon.client()
    let results = try client.submitBatch([.later("a"), .later("b"), .later("c"), .later("not allowed!")])
    #expect(results.map { $0.task?.request.identifier } == ["a", "b", nil, nil])
    #expect(
      results[2].error == "TooManyPendingTaskRequests"
        || results[2].error?.hasSuffix("TooManyPendingTaskRequests") == true)
    #expect(results[3].field == "identifier")
    #expect(throws: SchedulerInterfaceError.tooManyPendingTaskRequests(identifier: "c", limit: 2)) {
      try client.submit(.later("c"))
    }
    #expect(try client.submit(.later("b").with { $0.title = "again" }).request.title == "again")
    try client.cancel("a")
    try client.submit(.later("c"))
    #expect(try client.tasks().map(\.request.identifier) == ["b", "c"])
  }

  @Test("No more runs at a time than MaxConcurrentRuns allows; the next starts when one has ended")
  func concurrency() throws {
    let daemon = try DaemonProcess.calm("MaxConcurrentRuns=1\n")
    let (ready, gate) = (try NamedPipe(daemon.folder, "ready"), try NamedPipe(daemon.folder, "gate"))
    let client = try daemon.client()
    let script = "echo $BGTASK_IDENTIFIER > \(ready.path); read line < \(gate.path)"
    try client.submitBatch([.shell("a", script), .shell("b", script)])
    let first = try ready.read()
    let second = first == "a" ? "b" : "a"
    let explanation = try client.explain(second)
    #expect(explanation.reasons.map(\.code) == ["concurrency"])
    #expect(explanation.reasons.first?.observed == "1 running")
    #expect(try client.explain(first).canProceed)
    #expect(try client.status().running == 1)
    gate.write()
    #expect(try ready.read() == second)
    gate.write()
    #expect(try daemon.waitForEnd(of: second)?.success == true)
  }

  @Test("A launch can be simulated whatever the date and the machine, and takes its task with it")
  func simulatedLaunch() throws {
    try daemon.setPower("battery")
    try client.submit(.later("a").with { $0.requiresExternalPower = true })
    let runId = try client.simulateLaunch("a")
    let run = try #require(try daemon.waitForEnd(of: "a"))
    #expect(run.runId == runId)
    #expect(run.success == true)
    #expect(try client.tasks().isEmpty)
    #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: "a")) { try client.simulateLaunch("a") }
    #expect(throws: SchedulerInterfaceError.noSuchTask(identifier: "a")) {
      try client.simulateExpiration("a")
    }
  }

  @Test("A task without a command needs an application that permits it")
  func applications() throws {
    let error = #expect(throws: SchedulerInterfaceError.self) {
      try daemon.client().submit(Wire.TaskRequest(identifier: "org.example.refresh", kind: .refresh))
    }
    guard case .notPermitted("org.example.refresh", let message) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(message.contains("applications.d"))
  }
}
