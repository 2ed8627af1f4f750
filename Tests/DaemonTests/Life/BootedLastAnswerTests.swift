import Foundation
import SchedulerAPI
import TestSupport
import Testing
import Varlink

/// The system's instance in a systemd that really boots: it ends without its programs, and hands them over to
/// the next daemon.
@Suite(
  "Answers when the daemon is restarted",
  .enabled(if: BootedSystem.obstacle == nil, Comment(rawValue: BootedSystem.obstacle ?? "")))
struct BootedLastAnswerTests {
  private static let name = "bgtaskd-answers"

  @Test("Callers of batches know what was accepted, and the next daemon has that")
  func batches() throws {
    let system = try BootedSystem.shared()
    let daemon = try BootedDaemon(
      Self.name, in: system, until: "listens on", arguments: ["--system", "--executor=units"])
    defer { daemon.stop() }
    let socket = system.path("\(daemon.folder)/socket")
    let begun = try RawConnection(socket)
    try begun.stream("Watch", .object(["identifierPrefix": .text("org.example.batch-0.0")]))
    let callers = try (0..<4).map { number in
      let requests = (0..<1000).map { Wire.TaskRequest.later("org.example.batch-\(number).\($0)") }
      let caller = try RawConnection(socket)
      try caller.send(Message.call(SchedulerMethod.SubmitBatch.self, .init(requests: requests)))
      return caller
    }
    #expect(try begun.receive()?.string("event") == "submitted")
    try system.run("systemctl", "restart", "--no-block", Self.name)
    var accepted = 0
    for caller in callers {
      // A batch that was not begun has no answer.
      guard case .array(let results)? = try caller.receive()?.parameters["results"] else { continue }
      #expect(results.count == 1000)
      accepted += results.count { $0["task"] != nil }
    }
    #expect(accepted > 0)
    #expect(try begun.receive() == nil)
    let control = "BGTASKD_SOCKET=\(daemon.folder)/socket \(daemon.folder)/bgtaskctl"
    let status = try daemon.wait("until \(control) --json status; do sleep 0.1; done")
    #expect(status.output.contains("\"pending\":\(accepted),"), "\(status.output)\(status.errors)")
    let journal = try system.run("journalctl", "-u", Self.name, "-o", "cat").output
    #expect(journal.contains("Ending; running work goes on."))
    #expect(!journal.contains("Dropped"))
  }
}
