import Glibc
import SchedulerAPI
import SchedulerCore
import TestSupport
import Testing

@Suite("Conditions that have to be asked, in the daemon")
struct CheckedConditionTests {
  /// So that a test need not wait for a minute.
  private static let rules = "[Conditions]\nCheckIntervalSec=1s\nCheckTimeoutSec=500ms\n"

  private let daemon: DaemonProcess

  init() throws { daemon = try .calm(Self.rules) }

  private func submit(_ identifier: String, when: String) throws {
    let task = try daemon.client().submit(.shell(identifier, kind: .continued).with { $0.when = when })
    #expect(task.reason?.code == "when", "\(when)")
  }

  /// Waits until the only condition of a task has this answer.
  private func waitForAnswer(_ answer: String, to identifier: String) throws -> Bool {
    try waitForAnswer(to: identifier) { $0 == answer }
  }

  private func waitForAnswer(to identifier: String, _ isMeant: (String) -> Bool) throws -> Bool {
    try daemon.wait { client in
      let observed = try client.explain(identifier).expression?.first?.observed
      return observed.map(isMeant) ?? false ? true : nil
    } ?? false
  }

  @Test("A path that appears lets the task run, and one that goes stops what runs by it")
  func exists() throws {
    let path = daemon.folder.path("medium")
    let client = try daemon.client()
    let task = try client.submit(
      .shell("copy", "exec sleep 600", kind: .continued).with { $0.while = "exists \"\(path)\"" })
    #expect(task.reason?.code == "when")
    #expect(try waitForAnswer("No such file or directory", to: "copy"))
    try daemon.folder.write("medium", "")
    let run = try daemon.wait { try $0.get("copy").task.runId }
    #expect(unlink(path) == 0)
    let end = try daemon.waitForEnd(of: "copy")
    #expect(end?.runId == run && end?.stopReason?.code == "when")
    #expect(end?.stopReason?.observed == "exists \"\(path)\": No such file or directory")
  }

  @Test("A port that is opened lets the task run")
  func reachable() throws {
    let listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        #expect(bind(listener, $0, length) == 0 && getsockname(listener, $0, &length) == 0)
      }
    }
    // It is bound, so that nobody else gets it, and nobody listens yet.
    try submit("send", when: "reachable 127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
    #expect(try waitForAnswer("Connection refused", to: "send"))
    #expect(listen(listener, 1) == 0)
    #expect(try daemon.waitForEnd(of: "send")?.success == true)
  }

  @Test("A program's exit status is the answer; one that takes too long says no, and is gone")
  func command() throws {
    let path = daemon.folder.path("ready")
    try submit("a", when: "check \"/usr/bin/test -e '\(path)'\"")
    #expect(try waitForAnswer("exit status 1", to: "a"))
    try daemon.folder.write("ready", "")
    #expect(try daemon.waitForEnd(of: "a")?.success == true)

    try submit("b", when: "check \"/bin/sleep 600\"")
    #expect(try waitForAnswer("no answer within 500ms", to: "b"))
    try submit("c", when: "not check \"/no/such/program\"")
    #expect(try waitForAnswer(to: "c") { $0.hasPrefix("could not be checked: ") })
    // What could not be asked excludes nothing, either.
    #expect(try daemon.client().get("c").task.state == .waiting)
  }

  @Test("Room, load and what is mounted")
  func others() throws {
    try submit("a", when: "storage / >= 1 and storage / <= 100% and mounted /proc and load >= 0 per core")
    #expect(try daemon.waitForEnd(of: "a")?.success == true)
    let lacking = [
      ("storage >= 1024P", " free"), ("storage / > 100%", "% free"),
      ("mounted \"\(daemon.folder.path)\"", "nothing is mounted there"),
    ]
    for (number, (when, observed)) in lacking.enumerated() {
      try submit("b\(number)", when: when)
      #expect(try waitForAnswer(to: "b\(number)") { $0.hasSuffix(observed) }, "\(when)")
    }
    // What could not be asked says why.
    try submit("d", when: "storage \(daemon.folder.path)/none > 1%")
    #expect(try waitForAnswer("could not be checked: No such file or directory", to: "d"))
    try submit("c", when: "load > 1000 per core")
    #expect(try waitForAnswer(to: "c") { $0.hasSuffix(" per core") })
  }

  @Test("Who waits for a path without a task is told when it is there")
  func waitFor() throws {
    let path = daemon.folder.path("here")
    try daemon.folder.write("here", "")
    let run = try daemon.control("wait-for", "--when", "exists \(path)", "--timeout", "20s")
    #expect(run.status == 0, "\(run.errors)")
    let other = try daemon.control("wait-for", "--when", "exists \(path)x", "--timeout", "1s")
    #expect(other.status == 75 && other.errors.contains("exists \"\(path)x\""))
  }
}
