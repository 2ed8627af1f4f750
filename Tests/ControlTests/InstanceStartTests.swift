import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization
import TestSupport
import Testing

@testable import Control

@Suite("run, of an instance of a template")
struct InstanceStartTests {
  /// A daemon that takes what is submitted, and starts that.
  private static func daemon(running: String? = nil, pending: Set<String> = []) throws -> FakeDaemon {
    let submitted = Submitted(pending)
    return try FakeDaemon { exchange in
      switch exchange.call {
      case .submit(let parameters):
        submitted.identifiers.withLock { _ = $0.insert(parameters.request.identifier) }
        exchange.reply(SchedulerMethod.Submit.Reply(task: Samples.task(parameters.request.identifier)))
      case .get(let parameters) where parameters.identifier == running:
        exchange.reply(task: Samples.task(parameters.identifier, state: .running))
      case .simulateLaunch(let parameters)
      where submitted.identifiers.withLock { $0.contains(parameters.identifier) }:
        exchange.reply(SchedulerMethod.SimulateLaunch.Reply(runId: "92b1c7d0"))
      case .get(let parameters):
        exchange.fail(noTask: parameters.identifier)
      case .simulateLaunch(let parameters):
        exchange.fail(noTask: parameters.identifier)
      default: exchange.hangUp()
      }
    }
  }

  private final class Submitted: Sendable {
    let identifiers: Mutex<Set<String>>

    init(_ identifiers: Set<String>) { self.identifiers = Mutex(identifiers) }
  }

  private static let text = """
    [Task]
    OnCalendar=daily
    RandomizedDelay=1h
    OverdueAfter=3d
    DeadlineDelay=2h
    Group=disk
    After=org.example.mount
    RequiresExternalPower=yes
    Command=/usr/bin/tar -cf /srv/%i.tar /%I

    """

  private static func templates(_ text: String = text) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("bgtaskd/tasks.d/backup@.task", text)
    return folder
  }

  private static func run(_ name: String, _ daemon: FakeDaemon, _ folder: TemporaryFolder) -> ControlRun {
    ControlRun.run(["run", name], daemon: daemon, variables: ["XDG_CONFIG_HOME": folder.path])
  }

  @Test("What the daemon does not take of a template is said at its line, in its words")
  func refused() throws {
    let daemon = try FakeDaemon { exchange in
      switch exchange.call {
      case .submit:
        exchange.fail(
          SchedulerInterfaceError.invalidRequest(
            field: "order.after[0]", message: "found a, which comes after order.group"))
      case .get, .simulateLaunch: exchange.fail(noTask: "backup@home")
      default: exchange.hangUp()
      }
    }
    let folder = try Self.templates()
    let run = Self.run("backup@home", daemon, folder)
    let place = "\(folder.path)/bgtaskd/tasks.d/backup@.task:7: After=: found a, which comes after Group="
    #expect(run.status == .data && run.errors.contains(place), "\(run.errors)")
  }

  @Test("What no file declares is submitted once from its template, without dates, and started")
  func submits() throws {
    let (daemon, folder) = (try Self.daemon(), try Self.templates())
    let run = Self.run("backup@home-me", daemon, folder)
    let place = folder.path("bgtaskd/tasks.d")
    #expect(run.status == .success && run.errors == "")
    #expect(
      run.lines == [
        "Submitted backup@home-me, once, from \(place)/backup@.task.",
        "With a link it runs again as the template says: ln -s backup@.task "
          + "\(place)/backup@home-me.task, then kill -HUP PID, with the process that bgtaskctl status names",
        "Started backup@home-me as run 92b1c7d0.",
      ])
    #expect(
      daemon.submitted == [
        Wire.TaskRequest(
          identifier: "backup@home-me", kind: .processing, requiresExternalPower: true,
          command: .init(argv: ["/usr/bin/tar", "-cf", "/srv/home-me.tar", "/home/me"]),
          order: .init(group: "disk"), template: "backup@.task")
      ])
  }

  @Test("An instance that would wait for changes is run once, and does not wait for them")
  func changes() throws {
    let folder = try Self.templates("[Task]\nOnPathChanged=/srv/%i\nQuiet=1min\nCommand=/bin/true\n")
    let daemon = try Self.daemon()
    #expect(Self.run("backup@home", daemon, folder).status == .success)
    #expect(daemon.submitted.map(\.pathChange) == [nil])
  }

  @Test("What its template calls otherwise is found under that name, and started when it is pending")
  func otherNames() throws {
    let folder = try Self.templates("[Task]\nIdentifier=org.example.%i\nCommand=/bin/true\n")
    let fresh = try Self.daemon()
    #expect(Self.run("backup@home", fresh, folder).lines.last == "Started org.example.home as run 92b1c7d0.")
    #expect(fresh.submitted.map(\.identifier) == ["org.example.home"])
    let pending = try Self.daemon(pending: ["org.example.home"])
    #expect(Self.run("backup@home", pending, folder).lines == ["Started org.example.home as run 92b1c7d0."])
    #expect(pending.submitted.isEmpty)
  }

  @Test("What runs is not submitted a second time")
  func running() throws {
    let (daemon, folder) = (try Self.daemon(running: "backup@home"), try Self.templates())
    let run = Self.run("backup@home", daemon, folder)
    #expect(run.status == .no && run.errors.contains("backup@home is running already"), "\(run.errors)")
    #expect(daemon.submitted.isEmpty)
  }

  @Test("What a file declares is left to the file")
  func declared() throws {
    let (daemon, folder) = (try Self.daemon(), try Self.templates())
    let file = folder.path("bgtaskd/tasks.d/backup@home.task")
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "backup@.task")
    let run = Self.run("backup@home", daemon, folder)
    #expect(run.status == .no && run.errors.contains("  \(file) declares it: "), "\(run.errors)")
    #expect(daemon.submitted.isEmpty)
  }

  @Test("Templates are listed with their files, and behind identifiers for those who complete them")
  func list() throws {
    let folder = try Self.templates()
    let daemon = try FakeDaemon { exchange in
      if case .list = exchange.call {
        exchange.reply(tasks: [Samples.task("a@x")])
      } else {
        exchange.hangUp()
      }
    }
    let variables = ["XDG_CONFIG_HOME": folder.path]
    let names = ControlRun.run(
      ["list", "--identifiers", "--templates"], daemon: daemon, variables: variables)
    #expect(names.lines == ["a@x", "backup@"])
    let table = ControlRun.run(["list", "--templates"], daemon: daemon, variables: variables)
    #expect(
      table.lines.suffix(2) == [
        "TEMPLATE  FILE", "backup@   \(folder.path("bgtaskd/tasks.d/backup@.task"))",
      ])
    #expect(ControlRun.run(["list", "--templates", "--json"], daemon: daemon).status == .usage)
  }

  @Test("An instance whose name does not say so is listed and shown with its template")
  func template() throws {
    var (one, other) = (Samples.task("backup@home"), Samples.task("org.example.srv"))
    one.request.template = "backup@.task"
    other.request.template = "backup@.task"
    let daemon = try FakeDaemon { [one, other] exchange in
      switch exchange.call {
      case .list: exchange.reply(tasks: [one, other])
      case .get: exchange.reply(task: other)
      default: exchange.hangUp()
      }
    }
    let lines = ControlRun.run(["list"], daemon: daemon).lines
    #expect(lines.contains { $0.hasPrefix("org.example.srv  backup@.task  ") }, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("backup@home                    waiting") }, "\(lines)")
    #expect(
      ControlRun.run(["show", "org.example.srv"], daemon: daemon).output.contains("Template: backup@.task\n"))
  }

  @Test("A template with errors says them, and one that is not there says where it would be")
  func errors() throws {
    let daemon = try Self.daemon()
    let folder = try Self.templates("[Task]\nCommand=/bin/true %q\n")
    let bad = Self.run("backup@home", daemon, folder)
    #expect(bad.status == .data && bad.errors.contains("backup@.task:2: Command=: '%q' is no specifier"))
    let none = Self.run("other@home", daemon, folder)
    #expect(none.status == .no)
    #expect(
      none.errors.hasPrefix("bgtaskctl: no task other@home is pending, and there is no template other@.task"))
    #expect(none.errors.contains(folder.path("bgtaskd/tasks.d")))
    #expect(daemon.submitted.isEmpty)
  }
}
