import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("A fleet of real daemons, agents and PostgreSQL", .serialized)
struct AgentTests {
  private func withFleet(_ count: Int, _ body: (FleetBench) throws -> Void) throws {
    if let obstacle = PostgresServer.obstacle { return leaveOut(obstacle) }
    let bench = try FleetBench()
    for _ in 0..<count { try bench.join() }
    try body(bench)
  }

  /// Reads lines that programs write into a pipe.
  private func lines(_ pipe: NamedPipe, _ count: Int) throws -> [String] {
    try (0..<count).map { _ in try pipe.read().trimmingCharacters(in: .newlines) }
  }

  private static let ends = "SELECT count(*) FROM bgtask_fleet.history"

  @Test("Work that is handed in once runs once, on one of two machines, with the number of its grant")
  func once() throws {
    try withFleet(2) { bench in
      let out = try NamedPipe(TemporaryFolder(), "out", permissions: 0o666)
      try bench.submit("org.example.once", "echo $BGTASK_FENCE >\(out.path)")
      #expect(try lines(out, 1) == ["1"])
      try bench.wait(Self.ends, "1")
      let ends = try bench.server.sql("SELECT outcome, success, epoch FROM bgtask_fleet.history")
      #expect(ends == "completed|t|1\n")
      #expect(try bench.server.sql("SELECT count(*) FROM bgtask_fleet.occurrence") == "0\n")
    }
  }

  @Test("Work for every machine runs on each, at most one at a time, and on one that joins later")
  func everywhere() throws {
    try withFleet(2) { bench in
      let folder = try TemporaryFolder()
      let out = try NamedPipe(folder, "out", permissions: 0o666)
      // mkdir fails where another one is at work.
      try bench.submit(
        "org.example.all", mode: "everywhere", more: #""atMost": 1,"#,
        "mkdir \(folder.path("busy")) && sleep 0.2 && rmdir \(folder.path("busy")) && echo fine >\(out.path)")
      #expect(try lines(out, 2) == ["fine", "fine"])
      try bench.wait(Self.ends, "2")
      try bench.join()
      #expect(try lines(out, 1) == ["fine"])
      try bench.wait(Self.ends, "3")
      #expect(
        try bench.server.sql("SELECT count(DISTINCT machine) FROM bgtask_fleet.history WHERE success")
          == "3\n")
    }
  }

  @Test(
    "A machine whose clock is ten days wrong does the fleet's work when the database's clock says so",
    arguments: [-864_000, 864_000])
  func wrongClock(seconds: Int64) throws {
    try withFleet(0) { bench in
      let folder = try TemporaryFolder()
      try bench.join(environment: FalseClock.environment(in: folder, aheadBy: seconds))
      let out = try NamedPipe(folder, "out", permissions: 0o666)
      let deadline = Int64(Date.now.timeIntervalSince1970 + 3600) * 1_000_000
      try bench.submit(
        "org.example.dated", more: #""deadlineUSec": \#(deadline),"#, "echo here >\(out.path)")
      #expect(try lines(out, 1) == ["here"])
      let run = try #require(try bench.machines[0].daemon.waitForEnd(of: "fleet.1.1"))
      let shown = Double(run.startedUSec) / 1e6 - Date.now.timeIntervalSince1970
      #expect(abs(shown - Double(seconds)) < 60, "the daemon's clock is not wrong")
      try bench.submit(
        "org.example.nightly", mode: "nightly",
        more: #""calendar": {"expressions": ["daily"], "zone": "UTC"},"#, "exit 0")
      try bench.wait(
        "SELECT count(*) FROM bgtask_fleet.occurrence WHERE not_before < clock_timestamp() + interval '25 h'",
        "1")
    }
  }

  @Test("Work with a check is given to a machine, which makes the check as the task's user")
  func check() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let out = try NamedPipe(folder, "out", permissions: 0o666)
      try bench.submit(
        "org.example.checked", when: "not low-power and exists \(folder.path("out"))",
        "echo here >\(out.path)")
      #expect(try lines(out, 1) == ["here"])
      try bench.submit("org.example.missing", when: "not low-power and exists /nosuch", "true")
      #expect(bench.machines[0].daemon.waitForLog("fleet.2.1 (org.example.missing): submitted; waits"))
    }
  }

  @Test("A task to which its user has given a grant's name is no grant's, and is left alone")
  func nameOfGrant() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let begun = try NamedPipe(folder, "begun", permissions: 0o666)
      let gate = try NamedPipe(folder, "gate", permissions: 0o666)
      let daemon = bench.machines[0].daemon
      let own = try daemon.control([
        "submit", "-i", "fleet.7.1", "--", "/bin/sh", "-c",
        "echo x >\(begun.path); read -r x <\(gate.path); echo $x >\(begun.path)",
      ])
      #expect(own.status == 0, "\(own)")
      #expect(try lines(begun, 1) == ["x"])
      try bench.submit("org.example.work", "echo fine >\(begun.path)")
      #expect(try lines(begun, 1) == ["fine"])
      bench.machines[0].killAgent()
      try bench.machines[0].startAgent()
      try bench.submit("org.example.more", "echo more >\(begun.path)")
      #expect(try lines(begun, 1) == ["more"])
      gate.write()
      #expect(try lines(begun, 1) == ["go"])
      try bench.wait(Self.ends, "2")
    }
  }

  @Test("What files say is done: applied again it changes nothing, and what is gone is cancelled")
  func files() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let out = try NamedPipe(folder, "out", permissions: 0o666)
      func write(_ name: String, _ script: String, _ more: String = "") throws {
        try folder.write(
          "tasks/\(name).task",
          "[Task]\nFleet=once\nFleetGroup=lab\nRequiresIdle=no\n\(more)Command=/bin/sh -c '\(script)'\n")
      }
      func apply() throws -> [String] {
        let run = try bench.control(["apply", "--prune", folder.path("tasks")])
        #expect(run.status == 0, "\(run)")
        return run.output.split(separator: "\n").dropFirst().map { line in
          line.split(separator: " ").prefix(2).joined(separator: " ")
        }
      }
      try write("org.example.now", "echo first >\(out.path)")
      try write("org.example.waits", "true", "EarliestBegin=2100-01-01 UTC\n")
      #expect(try apply() == ["org.example.now submitted", "org.example.waits submitted"])
      #expect(try lines(out, 1) == ["first"])
      try bench.wait(Self.ends, "1")
      #expect(try apply() == ["org.example.now kept", "org.example.waits kept"])
      try write("org.example.now", "echo second >\(out.path)")
      try FileManager.default.removeItem(atPath: folder.path("tasks/org.example.waits.task"))
      #expect(try apply() == ["org.example.now submitted", "org.example.waits cancelled"])
      #expect(try lines(out, 1) == ["second"])
      try bench.wait(Self.ends, "3")
      #expect(try apply() == ["org.example.now kept"])
    }
  }

  @Test("A machine without AllowTasksOf= for the user gets nothing, and explain says so")
  func disallowed() throws {
    try withFleet(0) { bench in
      try bench.join(allows: "dev:\(FleetBench.ownName)")
      let out = try NamedPipe(TemporaryFolder(), "out", permissions: 0o666)
      try bench.submit("org.example.mine", "echo here >\(out.path)")
      try bench.wait("SELECT count(*) FROM bgtask_fleet.session", "1")
      let explained = try bench.call("explain_1", #"{"identifier": "org.example.mine"}"#)
      #expect(explained.output.contains(#""verdict": "disallowed""#), "\(explained)")
      try bench.join()
      #expect(try lines(out, 1) == ["here"])
    }
  }

  @Test("A machine names what it lacks, whatever that is, and says never of what it cannot read")
  func verdicts() throws {
    try withFleet(1) { bench in
      try bench.submit("org.example.lab", more: #""requirements": "battery < 1","#, "true")
      try bench.submit("org.example.later", more: #""requirements": "teleported","#, "true")
      try bench.wait("SELECT count(*) FROM bgtask_fleet.verdict", "2")
      let lacking = try bench.call("explain_1", #"{"identifier": "org.example.lab"}"#).output
      #expect(lacking.contains(#""code": "battery-1""#), "\(lacking)")
      #expect(lacking.contains(#""message": "needs battery < 1"#), "\(lacking)")
      let never = try bench.call("explain_1", #"{"identifier": "org.example.later"}"#).output
      #expect(never.contains(#""verdict": "never""#) && never.contains("teleported"), "\(never)")
    }
  }

  @Test("An agent that is killed while its work runs is followed by the next one, which reports the end once")
  func killedAgent() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let (begun, gate) = (
        try NamedPipe(folder, "begun", permissions: 0o666), try NamedPipe(folder, "gate", permissions: 0o666)
      )
      try bench.submit("org.example.long", "echo >\(begun.path); read -r x <\(gate.path); exit 3")
      _ = try begun.read()
      bench.machines[0].killAgent()
      gate.write()
      try bench.machines[0].startAgent()
      try bench.wait(Self.ends, "1")
      #expect(
        try bench.server.sql("SELECT outcome, exit_status, epoch FROM bgtask_fleet.history")
          == "completed|3|1\n")
    }
  }

  @Test("A daemon that is killed while fleet work runs reports what became of it, and the work is done")
  func killedDaemon() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let begun = try NamedPipe(folder, "begun", permissions: 0o666)
      let gate = try NamedPipe(folder, "gate", permissions: 0o666)
      try bench.submit(
        "org.example.work",
        "echo $BGTASK_FENCE >\(begun.path); test $BGTASK_FENCE -gt 1 || read -r x <\(gate.path)")
      #expect(try lines(begun, 1) == ["1"])
      bench.machines[0].daemon.killHard()
      try bench.machines[0].daemon.start()
      // The interrupted attempt is over, and the next grant has a higher number.
      #expect(try lines(begun, 1) == ["2"])
      try bench.wait(Self.ends, "1")
      #expect(try bench.server.sql("SELECT outcome, success FROM bgtask_fleet.history") == "completed|t\n")
    }
  }

  @Test("A database that loses its power while work runs loses nothing: the end is reported when it is back")
  func crashedDatabase() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let (begun, gate) = (
        try NamedPipe(folder, "begun", permissions: 0o666), try NamedPipe(folder, "gate", permissions: 0o666)
      )
      try bench.submit("org.example.work", "echo >\(begun.path); read -r x <\(gate.path)")
      _ = try begun.read()
      bench.server.crash()
      gate.write()
      try bench.server.start()
      try bench.wait(Self.ends, "1")
      #expect(try bench.server.sql("SELECT outcome, success FROM bgtask_fleet.history") == "completed|t\n")
    }
  }

  @Test("Work that a machine stops because it cannot renew its lease is not ended: it is done again")
  func lostLease() throws {
    try withFleet(0) { bench in
      try bench.server.sql("UPDATE bgtask_fleet.settings SET lease = '6 s'")
      let machine = try bench.join()
      let begun = try NamedPipe(TemporaryFolder(), "begun", permissions: 0o666)
      try bench.submit(
        "org.example.work", "echo $BGTASK_FENCE >\(begun.path); test $BGTASK_FENCE -gt 1 || exec sleep 1000")
      #expect(try lines(begun, 1) == ["1"])
      bench.server.crash()
      #expect(machine.log.wait(for: "told to stop"))
      try bench.server.start()
      #expect(try lines(begun, 1) == ["2"])
      try bench.wait(Self.ends, "1")
      let ends = try bench.server.sql("SELECT outcome, success, epoch FROM bgtask_fleet.history")
      #expect(ends == "completed|t|2\n")
    }
  }

  @Test("SIGHUP has the agent read its settings: how much it takes, and whose; a wrong file changes nothing")
  func reload() throws {
    try withFleet(0) { bench in
      let machine = try bench.join(allows: "dev:\(FleetBench.ownName)")
      let out = try NamedPipe(TemporaryFolder(), "out", permissions: 0o666)
      try bench.wait("SELECT count(*) FROM bgtask_fleet.session", "1")
      try machine.reload("MaxConcurrentRuns=0\nAllowTasksOf=ops:\(FleetBench.ownName)\n")
      #expect(machine.log.wait(for: "was read again"))
      try bench.wait("SELECT draining, 'ops' = ANY (allows) FROM bgtask_fleet.machine", "t|t")
      try bench.submit("org.example.work", "echo here >\(out.path)")
      try machine.reload("Database=\(bench.server.connection("m0")) password=secret\n")
      #expect(machine.log.wait(for: "All users can read the password in "))
      try machine.reload("MaxConcurrentRuns=many\n")
      #expect(machine.log.wait(for: "stays as it was"))
      try bench.wait("SELECT count(*) FROM bgtask_fleet.occurrence WHERE waiting", "1")
      #expect(!out.hasText())
      try machine.reload("MaxConcurrentRuns=1\nAllowTasksOf=ops:\(FleetBench.ownName)\n")
      #expect(try lines(out, 1) == ["here"])
    }
  }

  @Test("An agent that leaves has its work stopped, and another machine does it at once")
  func leave() throws {
    try withFleet(1) { bench in
      let begun = try NamedPipe(TemporaryFolder(), "begun", permissions: 0o666)
      try bench.submit(
        "org.example.work", "echo $BGTASK_FENCE >\(begun.path); test $BGTASK_FENCE -gt 1 || exec sleep 1000")
      #expect(try lines(begun, 1) == ["1"])
      try bench.join()
      bench.machines[0].send(signal: SIGUSR1)
      bench.machines[0].agent.waitUntilExit()
      #expect(bench.machines[0].agent.terminationStatus == 0)
      #expect(try lines(begun, 1) == ["2"])
      try bench.wait(Self.ends, "1")
      #expect(try bench.server.sql("SELECT outcome, attempt FROM bgtask_fleet.history") == "completed|1\n")
    }
  }

  @Test("A cancelled task stops on its machine")
  func cancelled() throws {
    try withFleet(1) { bench in
      let folder = try TemporaryFolder()
      let begun = try NamedPipe(folder, "begun", permissions: 0o666)
      try bench.submit("org.example.work", "echo >\(begun.path); exec sleep 1000")
      _ = try begun.read()
      let run = try bench.call("cancel_1", #"{"identifier": "org.example.work"}"#)
      #expect(run.output.contains(#""stopping": 1"#), "\(run)")
      try bench.wait(Self.ends, "1")
      #expect(try bench.server.sql("SELECT outcome FROM bgtask_fleet.history") == "cancelled\n")
    }
  }

  @Test("Two machines with one identity: the second is refused, says so, and gets nothing")
  func clones() throws {
    try withFleet(1) { bench in
      try bench.wait("SELECT count(*) FROM bgtask_fleet.session", "1")
      let clone = try FleetMachine(
        number: 1, bench.server, groups: "lab", allows: "ops:\(FleetBench.ownName)")
      #expect(clone.log.wait(for: "refuses this machine (identity)"))
      #expect(try bench.server.sql("SELECT count(*) FROM bgtask_fleet.session") == "1\n")
    }
  }
}
