import Foundation
import TestSupport
import Testing

extension PackageSuite {
  @Suite("What dpkg is told")
  struct ControlTests {
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    @Test(
      "Fields: the programs' version, this machine's architecture, the programs' libraries"
    )
    func fields() throws {
      let architecture = try FinishedProgram.run(
        URL(filePath: "/usr/bin/dpkg"), ["--print-architecture"]
      ).output.trimmingCharacters(in: .whitespacesAndNewlines)
      #expect(try package.field("Package") == "bgtaskd")
      #expect(try package.field("Architecture") == architecture)
      let version = try package.field("Version")
      #expect(package.file.lastPathComponent == "bgtaskd_\(version)_\(architecture).deb")
      let dependencies = try package.field("Depends").split(separator: ",").map {
        $0.split(separator: " ").first.map(String.init) ?? ""
      }
      #expect(
        Set(dependencies) == [
          "init-system-helpers", "libc6", "libcurl4", "libgcc-s1", "libsqlite3-0", "libssl3", "libstdc++6",
          "libsystemd0",
        ])
      let suggested = try package.field("Suggests")
      for library in ["libwayland-client0", "libxcb1", "libxcb-sync1"] {
        #expect(suggested.contains(library), "a server has no display")
      }
      #expect(try Int(package.field("Installed-Size")) ?? 0 > 10_000)
    }

    @Test("Another version is the same with another number")
    func otherVersion() throws {
      let next = try BuiltPackage(version: "99.1")
      #expect(try next.field("Version") == "99.1")
      #expect(next.file.lastPathComponent.hasPrefix("bgtaskd_99.1_"))
      #expect(try next.text("DEBIAN/postinst") == package.text("DEBIAN/postinst"))
      let programs = try [package, next].map {
        try Data(contentsOf: URL(filePath: $0.path("usr/bin/bgtaskd")))
      }
      #expect(programs[0] == programs[1])
    }

    @Test("Every file below /etc is a configuration file, which an upgrade does not overwrite")
    func configurationFiles() throws {
      let etc = package.root.appending(path: "etc")
      let entries = FileManager.default.enumerator(at: etc, includingPropertiesForKeys: [.isRegularFileKey])
      let files = (entries?.compactMap { $0 as? URL } ?? []).filter {
        (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
      }
      let listed = try package.text("DEBIAN/conffiles").split(separator: "\n").map(String.init)
      #expect(!files.isEmpty)
      #expect(Set(files.map { String($0.path().dropFirst(package.root.path().count)) }) == Set(listed))
    }

    @Test("The maintainer's scripts are right for sh", arguments: ["postinst", "prerm", "postrm"])
    func scripts(name: String) throws {
      let script = package.path("DEBIAN/\(name)")
      #expect(FileManager.default.isExecutableFile(atPath: script))
      let check = try FinishedProgram.run(URL(filePath: "/bin/sh"), ["-n", script])
      #expect(check.status == 0 && check.errors == "", "\(check.errors)")
    }

    @Test("lintian finds no error and nothing to warn of")
    func lintian() throws {
      let lintian = URL(filePath: "/usr/bin/lintian")
      try #require(
        FileManager.default.isExecutableFile(atPath: lintian.path()), "the package lintian is missing")
      let check = try FinishedProgram.run(
        lintian, ["--allow-root", "--no-cfg", "--fail-on", "error,warning", package.file.path()],
        environment: ["LC_ALL": "C.UTF-8"])
      #expect(check.status == 0)
      #expect(check.output == "")
    }
  }
}
