import Foundation
import SchedulerAPI
import TestSupport
import Testing

extension PackageSuite {
  @Suite("Its units and its catalog")
  struct UnitTests {
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    private static let analyze = URL(filePath: "/usr/bin/systemd-analyze")

    /// A folder in which everything is installed for, as it were, /usr/local.
    private func installed() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      let installation = try Installation.install(prefix: folder.path, configuration: folder.path("etc"))
      #expect(installation.status == 0, "\(installation.errors)")
      return folder
    }

    @Test("systemd-analyze verify has nothing to say", arguments: ["system", "user"])
    func verify(manager: String) throws {
      let folder = try installed()
      let units = ["bgtaskd.service", "bgtaskd.socket", "bgtask.slice"].map {
        folder.path("lib/systemd/\(manager)/\($0)")
      }
      let check = try FinishedProgram.run(
        Self.analyze, ["verify", "--man=yes", "--\(manager)"] + units,
        environment: ["XDG_RUNTIME_DIR": folder.path, "MANPATH": folder.path("share/man")])
      #expect(check.status == 0)
      #expect(check.output == "" && check.errors == "")
    }

    @Test("The exposure of the system's service is at most 2.0")
    func exposure() throws {
      let check = try FinishedProgram.run(
        Self.analyze,
        [
          "security", "--offline=true", "--no-pager", "--threshold=20",
          package.path("usr/lib/systemd/system/bgtaskd.service"),
        ])
      #expect(check.status == 0, "\(check.output.suffix(200))")
      #expect(check.output.contains("Overall exposure level"))
    }

    @Test("The catalog compiles, and explains every kind of message")
    func catalog() throws {
      let compiling = try Self.journalctl("--root", package.root.path(), "--update-catalog")
      #expect(compiling.status == 0 && compiling.errors == "", "\(compiling.errors)")
      let listing = try Self.journalctl("--root", package.root.path(), "--list-catalog")
      let explained = listing.output.matches(of: /(?m)^([0-9a-f]{32}) bgtaskd: \S/).map { String($0.1) }
      let ids = Set(ReportKind.allCases.compactMap(\.message?.id))
      #expect(explained.sorted() == ids.sorted())
    }

    private static func journalctl(_ arguments: String...) throws -> FinishedProgram {
      try FinishedProgram.run(URL(filePath: "/usr/bin/journalctl"), arguments)
    }
  }
}
