import Foundation
import Glibc
import SchedulerAPI
import TestSupport
import Testing
import Varlink

@testable import Control

@Suite("Failures")
struct FailureTests {
  @Test(
    "A long error goes on in the next line on a terminal, and is one line elsewhere",
    arguments: [60, 80, 140])
  func wrapped(width: Int) throws {
    let daemon = try FakeDaemon { $0.hangUp() }
    let words = ["submit", "-i", "a", "--when", "idle and vpm", "--", "/bin/true"]
    let narrow = ControlRun.run(words, daemon: daemon, width: width)
    let lines = narrow.errors.split(separator: "\n")
    #expect(lines.allSatisfy { TextWidth.of(String($0)) <= width })
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("  ") })
    #expect(lines.suffix(3).prefix(2) == ["  idle and vpm", "           ^"])
    let plain = ControlRun.run(words, daemon: daemon)
    #expect(plain.errors.split(separator: "\n").count == 4)
    #expect(plain.unwrappedErrors == narrow.unwrappedErrors)
  }

  @Test(
    "What is not permitted has many reasons: the daemon says what to do, and the rest fits them all",
    arguments: [
      "it is declared in /a.task; change that file",
      "no application's manifest permits it; add it to PermittedIdentifiers= of a manifest in applications.d",
    ])
  func notPermitted(message: String) throws {
    let error = SchedulerInterfaceError.notPermitted(identifier: "a", message: message)
    let daemon = try FakeDaemon { $0.fail(error) }
    let run = ControlRun.run(["show", "a"], daemon: daemon)
    #expect(run.status == .permission && run.output.isEmpty)
    #expect(
      run.unwrappedErrors
        == "bgtaskctl: \(error.description) or choose another identifier, or ask the administrator of this "
        + "machine")
    let json = ControlRun.run(["show", "a", "--json"], daemon: daemon)
    #expect(json.status == .permission && json.output.isEmpty)
    let parsed = try JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [String: Any]
    #expect(parsed?["message"] as? String == error.description)
    #expect(parsed?["error"] as? String == "io.bgtaskd.Scheduler.NotPermitted")
  }

  @Test("Every other error of the protocol has its exit status, its message and what to do next")
  func protocolErrors() throws {
    let table: [(SchedulerInterfaceError, Control.ExitStatus, String)] = [
      (
        .tooManyPendingTaskRequests(identifier: "a", limit: 10), .temporary,
        "end some with bgtaskctl cancel, or raise MaxPendingPerUser="
      ),
      (.unavailable(message: "the disk is full"), .unavailable, "bgtaskctl status shows the daemon's state"),
      (.immediateRunIneligible(identifier: "a", message: "no room"), .temporary, "--strategy queue"),
      (.invalidRequest(field: "kind", message: "wrong"), .data, "bgtaskctl submit --help"),
      (.noSuchTask(identifier: "a"), .no, "bgtaskctl list"),
      (.noSuchRun(runId: "r"), .no, "bgtaskctl history"),
      (.alreadyPending(identifier: "a"), .no, "--on-conflict replace takes its place"),
      (.permissionDenied(message: "not yours"), .permission, "root and the user that the daemon runs as"),
      (.tooLarge(limit: 10, message: "too long"), .data, "in pages"),
      (.simulationDisabled, .permission, "set AllowSimulation=yes in [Conditions]"),
    ]
    for (error, status, advice) in table {
      let daemon = try FakeDaemon { $0.fail(error) }
      let run = ControlRun.run(["show", "a"], daemon: daemon)
      #expect(run.status == status && run.output.isEmpty, "\(error)")
      #expect(run.errors.hasPrefix("bgtaskctl: \(error.description)\n  "), "\(run.errors)")
      #expect(run.errors.contains(advice), "\(run.errors)")
      MistakesTests.check(run.errors, of: "show")
      let json = ControlRun.run(["show", "a", "--json"], daemon: daemon)
      #expect(json.status == status && json.output.isEmpty)
      let parsed = try #require(
        JSONSerialization.jsonObject(with: Data(json.errors.utf8)) as? [String: Any])
      let parameters = try JSONSerialization.data(withJSONObject: #require(parsed["parameters"]))
      let name = try #require(parsed["error"] as? String)
      #expect(
        SchedulerInterfaceError(VarlinkError(name: name, rawParameters: [UInt8](parameters))) == error)
      #expect(parsed["message"] as? String == error.description)
    }
  }

  @Test("A daemon that is not running: how to start the one that was looked for")
  func notRunning() throws {
    let directory = try TemporaryFolder()
    let explicit = ControlRun.run(["--socket", directory.path + "/s", "list"])
    #expect(explicit.status == .unavailable)
    #expect(explicit.errors.contains("the daemon is not running: nobody listens at \(directory.path)/s\n"))
    #expect(explicit.errors.contains("start it: bgtaskd --socket \(directory.path)/s &"))
    let refused = ControlRun.run(["--socket", try staleSocket(in: directory), "list"])
    #expect(refused.status == .unavailable && refused.errors.contains("is not running"))
    let json = ControlRun.run(["--json", "--socket", directory.path + "/s", "list"])
    #expect(
      json.errors.hasPrefix(#"{"error":"DaemonNotRunning","parameters":{},"message":"the daemon is not"#))
    let noRuntime = ControlRun.run(["--user", "list"])
    #expect(noRuntime.status == .usage && noRuntime.errors.contains("XDG_RUNTIME_DIR"))
    let user = ControlRun.run(["--user", "list"], variables: ["XDG_RUNTIME_DIR": directory.path])
    #expect(user.errors.contains("nobody listens at \(directory.path)/bgtaskd/bgtaskd.socket"))
  }

  /// The socket of a daemon that was killed.
  private func staleSocket(in directory: TemporaryFolder) throws -> String {
    let path = directory.path + "/stale"
    close(try ScriptedServer.listen(at: path))
    return path
  }

  @Test("A daemon that answers what it must not")
  func brokenDaemons() throws {
    for answer in ["nonsense", "[]", #"{"parameters":{}}"#, #"{"parameters":{"tasks":5}}"#] {
      let daemon = try FakeDaemon { $0.send(Array(answer.utf8) + [0]) }
      let run = ControlRun.run(["list"], daemon: daemon)
      #expect(run.status == .software && run.errors.contains("broke the protocol"), "\(answer)")
    }
  }

  @Test("Errors of org.varlink.service")
  func serviceErrors() throws {
    let table: [(ServiceError, Control.ExitStatus, String)] = [
      (.invalidParameter(parameter: "request.kind", message: "bad"), .data, "request.kind: bad"),
      (.methodNotFound(method: "x.Y"), .unavailable, "the daemon does not know x.Y"),
      (.permissionDenied, .permission, "does not allow this"), (.expectedMore, .software, "ExpectedMore"),
    ]
    for (error, status, text) in table {
      let run = ControlRun.run(["show", "a"], daemon: try FakeDaemon { $0.fail(error) })
      #expect(run.status == status && run.errors.contains(text), "\(run.errors)")
    }
  }

  @Test("Messages of the daemon cannot carry commands to the terminal")
  func injection() throws {
    let daemon = try FakeDaemon {
      $0.fail(
        SchedulerInterfaceError.unavailable(message: "a\u{1B}]0;evil\u{7}\nbgtaskctl: all is well\u{9B}"))
    }
    let run = ControlRun.run(["list"], daemon: daemon, width: 80)
    #expect(run.errors.hasPrefix(#"bgtaskctl: a\x1b]0;evil\x07\nbgtaskctl: all is well\u009b"# + "\n  "))
    let json = ControlRun.run(["list", "--json"], daemon: daemon, width: 80)
    #expect(!json.errors.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x9B })
  }

  @Test("Exit statuses are those of sysexits.h, and help explains each of them")
  func statuses() {
    let numbers = [
      0, 1, EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_UNAVAILABLE, EX_SOFTWARE, EX_IOERR, EX_TEMPFAIL, EX_NOPERM,
      EX_CONFIG,
    ]
    #expect(Control.ExitStatus.allCases.map(\.rawValue) == numbers)
    #expect(HelpText.statuses.map(\.0) == Control.ExitStatus.allCases)
  }

  @Test("Standard output that cannot be written ends with 74")
  func fullDisk() throws {
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let result = try BuiltProgram.run([BuiltProgram.path, "help"], terminal: full)
    #expect(result.status == 74 && result.errors.contains("standard output cannot be written"))
  }
}
