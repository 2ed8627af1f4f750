import Foundation
import TestSupport
import Testing

extension PackageSuite {
  @Suite("The package of the fleet's agent")
  struct FleetPackageTests {
    private let package: BuiltPackage
    private let fleet: BuiltPackage

    init() throws {
      package = try #require(PackageSuite.package)
      fleet = try BuiltPackage(BuiltPackage.fleet.name)
    }

    @Test("It has the agent with its unit and its user, and alone depends on libpq")
    func contents() throws {
      #expect(fleet.file.lastPathComponent.hasPrefix("bgtaskd-fleet_"))
      for name in [
        "usr/libexec/bgtaskd/bgtask-fleet", "usr/lib/systemd/system/bgtask-fleet.service",
        "usr/lib/sysusers.d/bgtask-fleet.conf", "etc/bgtaskd/fleet.conf",
        "usr/share/man/man8/bgtask-fleet.8.gz",
      ] {
        #expect(FileManager.default.fileExists(atPath: fleet.path(name)), "\(name)")
        #expect(!FileManager.default.fileExists(atPath: package.path(name)), "\(name)")
      }
      #expect(try fleet.text("DEBIAN/control").contains("libpq5"))
      #expect(try !package.text("DEBIAN/control").contains("libpq"))
      #expect(try fleet.text("DEBIAN/conffiles") == "/etc/bgtaskd/fleet.conf\n")
    }

    @Test("The maintainer's scripts are right for sh", arguments: ["postinst", "prerm", "postrm"])
    func scripts(name: String) throws {
      let check = try FinishedProgram.run(
        URL(filePath: "/bin/sh"), ["-n", fleet.path("DEBIAN/\(name)")])
      #expect(check.status == 0 && check.errors == "", "\(check.errors)")
    }

    @Test("lintian finds no error and nothing to warn of")
    func lintian() throws {
      let check = try FinishedProgram.run(
        URL(filePath: "/usr/bin/lintian"),
        ["--allow-root", "--no-cfg", "--fail-on", "error,warning", fleet.file.path()],
        environment: ["LC_ALL": "C.UTF-8"])
      #expect(check.status == 0 && check.output == "", "\(check.output)")
    }
  }
}
