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
    let run = ControlRun.run(try mistake.words(), daemon: daemon)
    #expect(run.status.rawValue == mistake.status, "\(run.errors)")
    #expect(run.errors.hasPrefix("bgtaskctl: \(mistake.message)"), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").last?.contains(mistake.next) == true, "\(run.errors)")
    #expect(run.output.isEmpty)
    check(run.errors, of: mistake.line)
  }

  @Test("There are at least a hundred of them, each only once")
  func many() {
    let lines = (Mistake.submitting + Mistake.looking + Mistake.others).map(\.line)
    #expect(lines.count >= 100 && Set(lines).count == lines.count)
  }

  /// What is true of every message.
  private func check(_ errors: String, of line: String) {
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
      ("/" + String(repeating: "x", count: 120), 64, "the socket's path is longer than", "a shorter one"),
    ] as [(String, Int32, String, String)],
    ["list", "show a", "cancel a", "pause", "rerun 0123", "edit a --title x"])
  func noDaemon(socket: (path: String, status: Int32, message: String, next: String), line: String) {
    let run = ControlRun.run(["--socket", socket.path] + line.split(separator: " ").map(String.init))
    #expect(run.status.rawValue == socket.status && run.errors.contains(socket.message), "\(run.errors)")
    #expect(run.errors.contains("\n  ") && run.errors.contains(socket.next), "\(run.errors)")
  }

  @Test("A daemon that hangs up is told of with what is certain", arguments: ["list", "status", "history"])
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
    "What the daemon refuses is told with what helps",
    arguments: [
      (.permissionDenied(message: "this is for root"), 77, "root and the user that the daemon runs as"),
      (.simulationDisabled, 77, "set AllowSimulation=yes in [Conditions]"),
      (.unavailable(message: "the disk takes nothing"), 69, "bgtaskctl status shows the daemon's state"),
      (.tooManyPendingTaskRequests(identifier: "a", limit: 3), 75, "end some with bgtaskctl cancel"),
      (.alreadyPending(identifier: "a"), 1, "--on-conflict replace takes its place"),
      (
        .notPermitted(identifier: "a", message: "add it to a manifest in applications.d"), 77,
        "a manifest in applications.d"
      ),
    ] as [(SchedulerInterfaceError, Int32, String)])
  func refused(error: SchedulerInterfaceError, status: Int32, next: String) throws {
    let daemon = try FakeDaemon { $0.fail(error) }
    let run = ControlRun.run(["submit", "-i", "a", "--", "/bin/true"], daemon: daemon)
    #expect(run.status.rawValue == status && run.errors.contains(next), "\(run.errors)")
    check(run.errors, of: "submit")
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
    check(run.errors, of: line)
  }

  @Test("Of several identifiers those that are right are not left out because of one that is wrong")
  func several() throws {
    let daemon = try FakeDaemon { exchange in
      guard case .cancel(let parameters) = exchange.call else { return exchange.hangUp() }
      if parameters.identifier == "b" {
        exchange.fail(noTask: "b")
      } else {
        exchange.reply(SchedulerMethod.Cancel.Reply())
      }
    }
    let run = ControlRun.run(["cancel", "a", "b", "c"], daemon: daemon)
    #expect(run.status == .no && run.output == "Cancelled a.\nCancelled c.\n")
    #expect(run.errors.hasPrefix("bgtaskctl: no task b is pending or running\n"))
  }

  @Test("A file that is to be read and cannot be is named, with what to do")
  func files() throws {
    let folder = try TemporaryFolder()
    let lines = [
      "submit --file \(folder.path)", "import crontab \(folder.path)", "import crontab \(folder.path)/x",
      "check \(folder.path)/x.task", "metrics --output \(folder.path)/no/x.prom",
    ]
    for line in lines {
      let run = ControlRun.run(line.split(separator: " ").map(String.init), daemon: try Mistake.daemon())
      #expect(run.errors.contains(folder.path) && run.errors.contains("\n  name a file "), "\(run.errors)")
      #expect(
        run.errors.contains(#/cannot be (read|written): (No such file|Is a directory)/#), "\(run.errors)")
    }
  }

  @Test("Nonsense in files is told of by line, each line once")
  func nonsense() throws {
    let folder = try TemporaryFolder()
    let requests = try folder.write("r.jsonl", "{\"identifier\":\"x\"\nhello\n")
    let batch = ControlRun.run(["submit", "--file", requests], daemon: try Mistake.daemon())
    #expect(batch.status == .data && batch.output == "Submitted 0 tasks; refused: 2.\n")
    #expect(batch.errors.contains("line 1: ") && batch.errors.contains("line 2: "), "\(batch.errors)")
    let table = try folder.write("crontab", "this is nonsense\n99 * * * * true\n@reboot true\n")
    let cron = ControlRun.run(["import", "crontab", table])
    #expect(cron.status == .data)
    for line in 1...3 { #expect(cron.errors.contains("\(table):\(line): "), "\(cron.errors)") }
    let task = try folder.write("a.task", "[Task]\nComand=/bin/true\nWhen=idel\n")
    let check = ControlRun.run(["check", task])
    #expect(check.status == .data)
    #expect(check.output.contains("did you mean Command=?") && check.output.contains("\(task):3: "))
  }
}
