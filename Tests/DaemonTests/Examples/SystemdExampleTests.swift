import Foundation
import SchedulerAPI
import TestSupport
import Testing

@Suite("Examples for systemd")
struct SystemdExampleTests {
  static let analyze = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The example with the programs that were built, and with one in the place of a program that may not be
  /// installed.
  private static func text(_ name: String) throws -> String {
    try Example.text("systemd/\(name)")
      .replacingOccurrences(of: "/usr/bin/bgtaskctl", with: BuiltProduct.url("bgtaskctl").path())
  }

  private static func verify(_ folder: TemporaryFolder, _ unit: String) throws -> FinishedProgram {
    let analyze = try #require(Self.analyze)
    return try FinishedProgram.run(URL(filePath: analyze), ["verify", "--man=no", folder.path(unit)])
  }

  @Test(
    "systemd takes the drop-in that makes a service wait, in the place of the service's own command",
    .enabled(if: analyze != nil, "systemd-analyze is not installed"))
  func waitFor() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "fstrim.service", "[Unit]\nDescription=x\n[Service]\nType=oneshot\nExecStart=/no/such/program\n")
    #expect(try Self.verify(folder, "fstrim.service").errors.contains("/no/such/program"))
    try folder.write("fstrim.service.d/wait-for.conf", try Self.text("wait-for.conf"))
    let run = try Self.verify(folder, "fstrim.service")
    #expect(run.status == 0 && run.errors == "", "\(run.errors)")
  }

  @Test(
    "systemd takes the calendar timer that submits, and its service",
    .enabled(if: analyze != nil, "systemd-analyze is not installed"))
  func submit() throws {
    let folder = try TemporaryFolder()
    for kind in ["timer", "service"] { try folder.write("submit.\(kind)", try Self.text("submit.\(kind)")) }
    for kind in ["timer", "service"] {
      let run = try Self.verify(folder, "submit.\(kind)")
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
    }
  }

  @Test("The command lines of the examples are what bgtaskctl takes")
  func commandLines() throws {
    let daemon = try DaemonProcess.calm()
    for name in ["wait-for.conf", "submit.service"] {
      let line = try #require(
        try Example.text("systemd/\(name)").split(separator: "\n").last { $0.hasPrefix("ExecStart=/") })
      // Of this daemon, and with a program that does nothing.
      let words = line.split(separator: " ").dropFirst().filter { $0 != "--system" }
        .prefix { $0 != "--" }.map(String.init)
      let run = try daemon.control(words + ["--", "/bin/true"])
      #expect(run.status == 0, "\(name): \(run.errors)")
    }
    #expect(try daemon.waitForEnd(of: "org.example.reindex")?.success == true)
  }
}
