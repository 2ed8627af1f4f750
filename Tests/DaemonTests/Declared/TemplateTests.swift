import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("Instances of templates")
struct TemplateTests {
  private static let name = "org.example.backup"

  /// The example as it is handed out, which writes into the test's folder, where a person's files are.
  private static func daemon() throws -> DaemonProcess {
    let folder = try TemporaryFolder()
    let text = try Repository.text("config/examples/template/\(name)@.task")
      .replacing("$HOME/backup", with: folder.path("backup"))
    try folder.write("tasks.d/\(name)@.task", text)
    // The daemon's files are those of the person who asks for a template.
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("bgtaskd"), withDestinationPath: folder.path)
    return try .calm(folder: folder)
  }

  private static func control(_ daemon: DaemonProcess, _ words: String...) throws -> FinishedProgram {
    try daemon.control(words, environment: ["XDG_CONFIG_HOME": daemon.folder.path])
  }

  private static func link(_ daemon: DaemonProcess, _ instance: String) throws -> String {
    let path = daemon.folder.path("tasks.d/\(name)@\(instance).task")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(name)@.task")
    return path
  }

  @Test("The example: a link makes a task, its own history stays, and without the link it is withdrawn")
  func links() throws {
    let daemon = try Self.daemon()
    #expect(try daemon.client().tasks().isEmpty)
    let (etc, dev) = (try Self.link(daemon, "etc-apt"), try Self.link(daemon, "etc-dpkg"))
    try daemon.reload()
    let identifiers = ["\(Self.name)@etc-apt", "\(Self.name)@etc-dpkg"]
    #expect(try daemon.client().tasks().map(\.request.identifier).sorted() == identifiers)
    #expect(try daemon.client().tasks().map(\.declaredIn).sorted { $0 ?? "" < $1 ?? "" } == [etc, dev])
    let started = try Self.control(daemon, "run", identifiers[0])
    #expect(started.status == 0, "\(started.errors)")
    #expect(try daemon.waitForEnd(of: identifiers[0])?.success == true)
    #expect(FileManager.default.fileExists(atPath: daemon.folder.path("backup/etc-apt.tar.gz")))
    let shown = try Self.control(daemon, "show", identifiers[0]).output
    #expect(shown.contains("Template: \(Self.name)@.task\n") && shown.contains("Title: Backup of /etc/apt\n"))
    try FileManager.default.removeItem(atPath: etc)
    try daemon.reload()
    #expect(try daemon.client().tasks().map(\.request.identifier) == [identifiers[1]])
    #expect(try daemon.client().runs(identifier: identifiers[0]).count == 1)
    #expect(try daemon.client().runs(identifier: identifiers[1]).isEmpty)
    // A template with an error leaves its instances as they were.
    try daemon.folder.write("tasks.d/\(Self.name)@.task", "[Task]\nCommand=/bin/true %q\n")
    try daemon.reload(saying: "'%q' is no specifier")
    #expect(try daemon.client().tasks().map(\.request.title) == ["Backup of /etc/dpkg"])
  }

  @Test("What no link asks for is run once from its template, and a link of its name takes its place later")
  func once() throws {
    let daemon = try Self.daemon()
    // What it asks for is not there, so that it does not begin by itself.
    try daemon.setPower("battery")
    let identifier = "\(Self.name)@etc-apt"
    let run = try Self.control(daemon, "run", identifier)
    #expect(run.status == 0 && run.output.contains("Started \(identifier) as run "), "\(run.errors)")
    #expect(try daemon.waitForEnd(of: identifier)?.success == true)
    #expect(try daemon.client().tasks().isEmpty)
    let again = try Self.control(daemon, "run", identifier)
    #expect(again.status == 0)
    #expect(try daemon.waitForEnd(of: identifier, attempts: 2)?.success == true)
    let path = try Self.link(daemon, "etc-apt")
    let early = try Self.control(daemon, "run", identifier)
    let place = daemon.folder.path("bgtaskd/tasks.d/\(identifier).task")
    #expect(
      early.status == 1 && early.errors.contains("\(place) declares it: the daemon reads it with kill "))
    try daemon.reload()
    #expect(try daemon.client().get(identifier).task.declaredIn == path)
    #expect(try daemon.client().runs(identifier: identifier).count == 2)
    // Its template has it come after the last date, so it is pending and can be run.
    #expect(try Self.control(daemon, "run", identifier).status == 0)
    #expect(try daemon.waitForEnd(of: identifier, attempts: 3)?.success == true)
  }
}
