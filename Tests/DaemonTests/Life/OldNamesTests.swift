import Dispatch
import Foundation
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("Tasks with names that earlier versions accepted")
struct OldNamesTests {
  /// What an earlier version left behind: tasks that wait, by their names, each with a command or for an
  /// application.
  private static func store(_ tasks: [String: Wire.TaskRequest], in folder: TemporaryFolder) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("state"), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let store = try TaskStore(
      directory: folder.path("state"), history: HistoryLimits(maximumAge: .hours(24), maximumRuns: 10))
    let changes = try tasks.sorted { $0.key < $1.key }.enumerated().map { number, task in
      // The translation refuses the name, and the old one did not.
      var submission = try task.value.submission()
      submission.request.identifier = task.key
      var old = task.value
      old.identifier = task.key
      return StoreChange.putTask(
        ScheduledTask(
          id: TaskID(Int64(number + 1)), uid: ProcessTable.ownUser, request: submission.request,
          requirements: [], submitted: WallTime(uSec: SystemClock.wallUSec)), payload: old.payload)
    }
    let done = DispatchSemaphore(value: 0)
    store.commit(StoreBatch(changes: changes, now: WallTime(uSec: SystemClock.wallUSec))) { _ in done.signal()
    }
    done.wait()
  }

  @Test("They are there after an upgrade, run, are handled and can be cancelled; new ones are refused")
  func upgrade() throws {
    let folder = try TemporaryFolder()
    try Self.store(
      [
        "..": .shell("a"), "-x": .later("a"), ".hidden": .later("a"),
        "app..work": .init(identifier: "a", kind: .refresh),
      ], in: folder)
    let daemon = try DaemonProcess.withApplications(["app": "PermittedIdentifiers=app.*"], folder: folder)
    let client = try daemon.client()
    #expect(try daemon.waitForEnd(of: "..")?.success == true)
    #expect(try client.tasks().map(\.request.identifier) == ["-x", ".hidden", "app..work"])
    for name in ["-x", ".hidden"] {
      #expect(try client.explain(name).canProceed == false)
      try client.cancel(name)
    }
    let program = try ConnectedApplication(daemon, ["app..work"])
    let launch = try program.launch()
    #expect(launch.task.request.identifier == "app..work")
    try program.complete(launch.runId)
    #expect(try client.tasks().isEmpty)
    #expect(throws: SchedulerInterfaceError.self) { try client.submit(.later("-x")) }
  }
}
