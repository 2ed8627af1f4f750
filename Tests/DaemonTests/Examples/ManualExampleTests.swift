import Foundation
import TestSupport
import Testing

/// What the manual's examples have people type, typed.
@Suite("The manual's examples")
struct ManualExampleTests {
  /// The command lines of a page's section of examples. Those of a crontab are the command alone.
  private static func commands(of page: String) throws -> [String] {
    let text = try Repository.text("config/man/\(page)")
    let section = text.split(separator: ".SH EXAMPLES").last?.split(separator: "\n.SH ").first ?? ""
    return section.replacing("\\e\n", with: "").replacing("\\-", with: "-").split(separator: "\n")
      .compactMap { line in
        guard let start = line.firstRange(of: "bgtaskctl ")?.lowerBound,
          line[..<start].allSatisfy({ "0123456789* root".contains($0) })
        else { return nil }
        return String(line[start...])
      }
  }

  @Test("Each command of the manual's examples works", arguments: [("bgtaskctl.1", 6), ("bgtask-when.7", 2)])
  func commands(page: String, count: Int) throws {
    let commands = try Self.commands(of: page)
    #expect(commands.count == count, "\(commands)")
    let daemon = try DaemonProcess.calm()
    let folder = daemon.folder
    // What the examples name is in a folder of the test's, and does nothing.
    for name in ["bin/systemctl", "bin/nightly-sync"] {
      try folder.write(name, "#!/bin/sh\n", executable: true)
    }
    // It may start at once, and is asked about.
    try folder.write("usr/local/bin/backup", "#!/bin/sh\nexec sleep 100\n", executable: true)
    try folder.write("etc/bgtaskd/tasks.d/here", "")
    try folder.write("etc/cron.d/backup", "0 3 * * * root \(folder.path("usr/local/bin/backup"))\n")
    try folder.write("var/lib/prometheus/node-exporter/here", "")
    let path = "\(folder.path("bin")):\(BuiltProduct.url("bgtaskctl").deletingLastPathComponent().path())"
    for command in commands {
      let line = ["/etc/", "/var/", "/usr/local/"].reduce(command) { line, beginning in
        line.replacing(" " + beginning, with: " " + folder.path + beginning)
      }.replacing(" --system ", with: " ")
      let run = try FinishedProgram.run(
        URL(filePath: "/bin/sh"), ["-e", "-c", line],
        environment: [
          "PATH": "\(path):/usr/bin:/bin", "BGTASKD_SOCKET": daemon.socket, "XDG_CONFIG_HOME": folder.path,
          "HOME": folder.path,
        ], directory: URL(filePath: folder.path))
      #expect(run.status == 0, "\(line)\n\(run.output)\(run.errors)")
    }
  }
}
