import Foundation
import TestSupport
import Testing

@Suite("bgtaskctl fleet watch, with a real database", .serialized)
struct WatchTests {
  /// A watch that runs, with its lines and its errors in one log.
  private final class Watch {
    let process = Process()
    let log: DaemonLog

    /// Begins to watch, and waits until the database has answered for the first time.
    init(_ bench: FleetBench, _ arguments: String..., then pipeline: String = "") throws {
      let file = try bench.machines[0].daemon.folder.write(
        "watcher.conf", "[Fleet]\nDatabase=\(bench.server.connection("ops"))\n")
      process.executableURL = URL(filePath: "/bin/sh")
      // Whoever runs the tests in the background may have them ignore an interrupt.
      let program = "env --default-signal=INT \"$0\" fleet watch"
      let script = pipeline.isEmpty ? "exec \(program) \"$@\" >&2" : "\(program) \(pipeline)"
      process.arguments = ["-c", script, BuiltProduct.url("bgtaskctl").path()] + arguments
      process.environment = ["BGTASK_FLEET_CONFIG": file, "PATH": "/usr/bin:/bin"]
      log = try DaemonLog.begin(process)
      try bench.wait(Self.connections, "1")
    }

    /// The connections of watchers that have an answer.
    static let connections = """
      SELECT count(*) FROM pg_stat_activity
      WHERE usename = 'ops' AND query LIKE '%events_1%' AND state = 'idle'
      """

    /// The events of a task in the log, in their order.
    func events(of identifier: String) -> [String] {
      log.text.split(separator: "\n").filter { $0.contains(identifier) }
        .compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) }
    }

    deinit {
      if process.isRunning { kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
    }
  }

  /// - Parameter settings: The assignments of the database's settings.
  private func withFleet(_ settings: String, _ body: (FleetBench) throws -> Void) throws {
    if let obstacle = PostgresServer.obstacle { return leaveOut(obstacle) }
    let bench = try FleetBench()
    try bench.server.sql("UPDATE bgtask_fleet.settings SET \(settings)")
    try bench.join()
    try bench.wait("SELECT count(*) FROM bgtask_fleet.session", "1")
    try body(bench)
  }

  /// Hands in a task whose date is far away, and cancels it.
  private func submitAndCancel(_ bench: FleetBench, _ identifier: String) throws {
    try bench.submit(identifier, more: #""notBeforeUSec": 4000000000000000,"#, "true")
    let run = try bench.call("cancel_1", "{\"identifier\": \"\(identifier)\"}")
    #expect(run.status == 0, "\(run)")
  }

  @Test("The life of a task is told from its submission to its end, and what happened before is not")
  func life() throws {
    try withFleet("ask_after = '500 ms'") { bench in
      try submitAndCancel(bench, "org.example.before")
      let watch = try Watch(bench)
      try bench.submit("org.example.now", "exit 3")
      try bench.wait("SELECT count(*) FROM bgtask_fleet.history", "2")
      #expect(watch.log.wait(for: "failed (exit 3) on m1"))
      let events = watch.events(of: "org.example.now")
      #expect(events.filter { $0 != "begun" } == ["submitted", "granted", "ended"], "\(watch.log.text)")
      #expect(watch.events(of: "org.example.before") == [])
    }
  }

  @Test("With hints events come long before the interval")
  func hints() throws {
    try withFleet("ask_after = '1 h'") { bench in
      let watch = try Watch(bench)
      for (place, name) in ["org.example.one", "org.example.two"].enumerated() {
        try submitAndCancel(bench, name)
        #expect(watch.log.wait(forLines: 2 * (place + 1)))
      }
      #expect(watch.events(of: "org.example.two") == ["submitted", "ended"], "\(watch.log.text)")
    }
  }

  @Test("Without hints events come at the interval, and only those of the named tasks")
  func interval() throws {
    try withFleet("notify = false, ask_after = '300 ms'") { bench in
      let watch = try Watch(bench, "org.example.mine")
      for name in ["org.example.other", "org.example.mine"] { try submitAndCancel(bench, name) }
      #expect(watch.log.wait(forLines: 2))
      #expect(watch.events(of: "org.example.mine") == ["submitted", "ended"], "\(watch.log.text)")
      #expect(watch.events(of: "org.example.other") == [])
    }
  }

  @Test("A database that crashes and comes back is said, and no event is lost or told twice")
  func crash() throws {
    try withFleet("ask_after = '1 h'") { bench in
      let watch = try Watch(bench)
      try submitAndCancel(bench, "org.example.first")
      #expect(watch.log.wait(forLines: 2))
      bench.server.crash()
      #expect(watch.log.wait(for: "does not answer and is asked again"))
      try bench.server.start()
      try submitAndCancel(bench, "org.example.second")
      #expect(watch.log.wait(for: "answers again"))
      #expect(watch.log.wait(forLines: 6))
      for name in ["org.example.first", "org.example.second"] {
        #expect(watch.events(of: name) == ["submitted", "ended"], "\(watch.log.text)")
      }
    }
  }

  @Test("A pipe that is closed ends it without a further event, and so does an interrupt, in silence")
  func ends() throws {
    try withFleet("ask_after = '1 h'") { bench in
      let piped = try Watch(bench, then: "| head -n 1 >&2")
      try submitAndCancel(bench, "org.example.one")
      piped.process.waitUntilExit()
      #expect(piped.process.terminationStatus == 0)
      #expect(piped.log.text.split(separator: "\n").count == 1, "\(piped.log.text)")
      try bench.wait(Watch.connections, "0")
      let interrupted = try Watch(bench)
      kill(interrupted.process.processIdentifier, SIGINT)
      interrupted.process.waitUntilExit()
      #expect(interrupted.process.terminationReason == .uncaughtSignal)
      #expect(interrupted.process.terminationStatus == SIGINT && interrupted.log.text.isEmpty)
      try bench.wait(Watch.connections, "0")
    }
  }

  @Test("A database that does not answer from the beginning is an error, as for the other verbs")
  func nowhere() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("fleet.conf", "[Fleet]\nDatabase=host=\(folder.path) dbname=fleet\n")
    let run = try FinishedProgram.run(
      BuiltProduct.url("bgtaskctl"), ["fleet", "watch"], environment: ["BGTASK_FLEET_CONFIG": file])
    #expect(run.status == 69 && run.errors.contains("cannot be reached"), "\(run)")
  }
}
