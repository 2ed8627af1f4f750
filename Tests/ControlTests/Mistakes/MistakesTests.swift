import Glibc
import SchedulerAPI
import SystemdSyntax
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("What a person is told who has made a mistake")
struct MistakesTests {
  @Test(
    "The sentence says what is wrong, and the line below what to do",
    arguments: Mistake.submitting + Mistake.looking + Mistake.others)
  func table(mistake: Mistake) throws {
    let daemon = try Mistake.daemon()
    let words = try Words.split(mistake.line)
    let run = ControlRun.run(words, daemon: daemon)
    #expect(run.status.rawValue == mistake.status, "\(run.errors)")
    #expect(run.errors.hasPrefix("bgtaskctl: \(mistake.message)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").last?.contains(mistake.next) == true, "\(run.errors)")
    #expect(run.output.isEmpty)
    // Only what is to be edited is asked for first.
    if [64, 66].contains(mistake.status), !mistake.line.hasPrefix("edit") { #expect(daemon.calls.isEmpty) }
    if run.errors.contains("--unchecked submits it all the same") {
      let unchecked = ControlRun.run(["submit", "--unchecked"] + words.dropFirst(), daemon: daemon)
      #expect(unchecked.status == .success, "\(unchecked.errors)")
    }
    Self.check(run.errors, of: mistake.line)
  }

  @Test("There are at least a hundred of them, each only once")
  func many() {
    let lines = (Mistake.submitting + Mistake.looking + Mistake.others).map(\.line)
    #expect(lines.count >= 100 && Set(lines).count == lines.count)
  }

  /// What is true of every message.
  static func check(_ errors: String, of line: String) {
    let lines = errors.split(separator: "\n").map(String.init)
    // Names of the protocol are for programs; the fields of simulate are written by people.
    if !line.hasPrefix("simulate") {
      #expect(errors.firstMatch(of: #/\b[a-z]+[A-Z]\w*/#) == nil, "\(errors)")
    }
    #expect(!errors.contains("USec") && !errors.contains("microseconds"), "\(errors)")
    #expect(lines.count >= 2, "\(errors)")
    for line in lines { #expect(!line.hasSuffix("."), "\(errors)") }
    for line in lines.dropFirst() { #expect(line.hasPrefix("  "), "\(errors)") }
  }

  @Test(
    "A daemon that is not there, or none, is told of with how to start or name it",
    arguments: [
      ("/nonexistent/socket", 69, "the daemon is not running: nobody listens at ", "start it: bgtaskd "),
      ("/etc/passwd", 64, "/etc/passwd is not a socket", "name the daemon's socket with --socket"),
      ("/etc", 64, "/etc is not a socket", "name the daemon's socket with --socket"),
      (
        "/" + String(repeating: "x", count: 120), 64, "the socket's path is longer than the 107 bytes",
        "a shorter one"
      ),
    ] as [(String, Int32, String, String)],
    ["list", "show a", "cancel a", "pause", "rerun 0123", "edit a --title x"])
  func noDaemon(socket: (path: String, status: Int32, message: String, next: String), line: String) {
    let run = ControlRun.run(["--socket", socket.path] + line.split(separator: " ").map(String.init))
    #expect(run.status.rawValue == socket.status && run.errors.contains(socket.message), "\(run.errors)")
    #expect(run.errors.contains("\n  ") && run.errors.contains(socket.next), "\(run.errors)")
  }

  @Test(
    "A daemon that hangs up is told of with what is certain",
    arguments: ["list", "status", "history", "watch"])
  func hangsUp(verb: String) throws {
    let daemon = try FakeDaemon { $0.hangUp() }
    let run = ControlRun.run([verb], daemon: daemon)
    #expect(run.status == .inputOutput)
    #expect(
      run.errors == """
        bgtaskctl: the daemon at \(daemon.path) hung up
          what the daemon acknowledged is stored; its journal says more: journalctl -t bgtaskd

        """)
  }

  @Test(
    "The headers of a transfer go by the option that says them, though a daemon calls them credentials",
    arguments: [
      "fetch --headers-file headers https://example.org/a /srv/a",
      "submit -i a --url https://example.org/a --transfer-file /srv/a --headers-file /srv/headers",
    ])
  func headers(line: String) throws {
    let daemon = try FakeDaemon {
      $0.fail(SchedulerInterfaceError.invalidRequest(field: "command.credentials", message: "no directory"))
    }
    let run = ControlRun.run(try Words.split(line), daemon: daemon)
    #expect(run.status == .data && run.errors.hasPrefix("bgtaskctl: --headers-file: no directory\n"))
    Self.check(run.errors, of: line)
  }
}
