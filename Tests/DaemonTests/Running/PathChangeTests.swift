import Foundation
import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Tasks that wait for a change")
struct PathChangeTests {
  /// Writes into what it is started by, and to the log how often it has done so.
  private static func request(_ path: String, log: NamedPipe) -> Wire.TaskRequest {
    .shell("a", "echo >>'\(path)/seen'; wc -l <'\(path)/seen' >'\(log.path)'").with {
      $0.pathChange = .init(paths: [path], quietDurationUSec: 0, ownChanges: .ignore)
    }
  }

  /// The kernel dates changes by its last tick, and what is dated before a run's end is the run's own: a
  /// change in the rest of that tick cannot be told from it.
  private static func waitForNextTick() {
    func date(_ clock: clockid_t) -> timespec {
      var time = timespec()
      clock_gettime(clock, &time)
      return time
    }
    let now = date(CLOCK_REALTIME)
    var tick = date(CLOCK_REALTIME_COARSE)
    while (tick.tv_sec, tick.tv_nsec) <= (now.tv_sec, now.tv_nsec) { tick = date(CLOCK_REALTIME_COARSE) }
  }

  /// Writes over a file of the same length in one step: a run that a truncation starts would read nothing.
  private static func overwrite(_ path: String, _ text: String) throws {
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }

  private let daemon: DaemonProcess

  init() throws { daemon = try .calm() }

  @Test(
    "Each change is one run, what comes during one is ignored where that is asked for, and downtime counts"
  )
  func changes() throws {
    let log = try NamedPipe(daemon.folder, "log")
    try daemon.folder.write("d/file", "1\n")
    let task = try daemon.client().submit(Self.request(daemon.folder.path("d"), log: log))
    #expect(task.reason?.code == "pathChange")
    try daemon.folder.write("d/file", "2\n")
    #expect(try log.read() == "1")
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    Self.waitForNextTick()
    try daemon.folder.write("d/file", "3\n")
    #expect(try log.read() == "2")
    #expect(try daemon.waitForEnd(of: "a", attempts: 2)?.success == true)
    Self.waitForNextTick()
    daemon.killHard()
    try daemon.folder.write("d/file", "4\n")
    try daemon.start()
    try daemon.calmDown()
    #expect(try log.read() == "3")
    #expect(try daemon.waitForEnd(of: "a", attempts: 3)?.success == true)
    // Had its own work started it, there would be more.
    #expect(try daemon.client().runs(identifier: "a").count == 3)
  }

  @Test(
    "What somebody else changes during a run starts it again, and without that nothing does"
  )
  func duringRun() throws {
    let (began, go) = (try NamedPipe(daemon.folder, "began"), try NamedPipe(daemon.folder, "go"))
    try daemon.folder.write("d/file", "1\n")
    let path = daemon.folder.path("d/file")
    try daemon.client().submit(
      .shell("a", "cat '\(path)' >'\(began.path)'; read -r _ <'\(go.path)'").with {
        $0.pathChange = .init(paths: [path], quietDurationUSec: 0)
      })
    try Self.overwrite(path, "2\n")
    #expect(try began.read() == "2")
    try Self.overwrite(path, "3\n")
    go.write("")
    #expect(try began.read() == "3")
    go.write("")
    #expect(try daemon.waitForEnd(of: "a", attempts: 2)?.success == true)
    #expect(try daemon.client().explain("a").reasons.first?.code == "pathChange")
    try Self.overwrite(path, "4\n")
    #expect(try began.read() == "4")
    go.write("")
    #expect(try daemon.waitForEnd(of: "a", attempts: 3)?.success == true)
  }

  @Test("A task that changes what it watches comes after growing pauses, which the journal and explain say")
  func changesItself() throws {
    let path = daemon.folder.path("d")
    try daemon.folder.write("d/file", "1\n")
    try daemon.client().submit(
      .shell("a", "date +%s%N >>'\(path)/seen'").with {
        $0.pathChange = .init(paths: [path], quietDurationUSec: 0)
      })
    try daemon.folder.write("d/file", "2\n")
    #expect(daemon.waitForLog("<6>a: waits: its runs change a path that it watches"))
    #expect(try daemon.client().runs(identifier: "a").count == 2)
    let reason = try daemon.client().explain("a").reasons.first
    #expect(reason?.code == "ownPathChange" && reason?.required?.contains("OwnChanges=ignore") == true)
    #expect(try daemon.waitForEnd(of: "a", attempts: 3)?.success == true)
  }

  @Test("What is not there yet, and what is removed, are changes; what cannot be looked at is said")
  func existence() throws {
    let client = try daemon.client()
    let (log, path) = (try NamedPipe(daemon.folder, "log"), daemon.folder.path("flag"))
    try client.submit(
      .shell("a", "test -e '\(path)' && echo there >'\(log.path)' || echo gone >'\(log.path)'").with {
        $0.pathChange = .init(paths: [path], quietDurationUSec: 0)
      })
    try daemon.folder.write("flag", "")
    #expect(try log.read() == "there")
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    Self.waitForNextTick()
    unlink(path)
    #expect(try log.read() == "gone")

    let loop = daemon.folder.path("loop")
    symlink("loop", loop)
    try client.submit(.shell("b").with { $0.pathChange = .init(paths: [loop]) })
    #expect(daemon.waitForLog("<6>b: waits: bgtaskd cannot tell whether \(loop)"))
    let reason = try client.explain("b").reasons.first
    #expect(reason?.observed == "Too many levels of symbolic links: \(loop)")
  }

  @Test("A user's tasks wait for so many paths and no more")
  func limit() throws {
    let client = try daemon.client()
    for number in 0..<8 {
      try client.submit(
        .shell("a\(number)").with {
          $0.pathChange = .init(paths: (0..<8).map { daemon.folder.path("\($0)") })
        })
    }
    #expect(throws: SchedulerInterfaceError.self) {
      try client.submit(.shell("more").with { $0.pathChange = .init(paths: ["/x"]) })
    }
    try client.cancel("a0")
    try client.submit(.shell("more").with { $0.pathChange = .init(paths: ["/x"]) })
  }
}
