import Foundation
import TestSupport
import Testing

extension PackageSuite {
  @Suite("make install")
  struct InstallationTests {
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    /// The files below a folder, from it on.
    private static func files(_ folder: URL) -> Set<String> {
      let base = folder.resolvingSymlinksInPath().path()
      let found = FileManager.default.enumerator(atPath: base)?.compactMap { $0 as? String } ?? []
      return Set(
        found.filter { name in
          var isDirectory: ObjCBool = false
          return FileManager.default.fileExists(atPath: "\(base)/\(name)", isDirectory: &isDirectory)
            && !isDirectory.boolValue
        })
    }

    @Test("It installs what the two packages have, below another prefix")
    func sameFiles() throws {
      let folder = try TemporaryFolder()
      let run = try Installation.install(
        prefix: "/opt/background", configuration: "/etc", destination: folder.path)
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      let fleet = try BuiltPackage(BuiltPackage.fleet.name)
      let ofPackage = Self.files(package.root).union(Self.files(fleet.root)).filter {
        !$0.hasPrefix("DEBIAN/") && !$0.hasPrefix("usr/share/doc/")
      }
      .filter { !$0.hasPrefix("var/lib/systemd/catalog/") }
      let expected = ofPackage.map { name in
        var name = name.replacing(/^usr\//, with: "opt/background/")
          .replacing("zsh/vendor-completions", with: "zsh/site-functions")
        if name.contains("/man/") { name = String(name.dropLast(".gz".count)) }
        return name
      }
      #expect(Self.files(folder.url) == Set(expected))
      let unit = folder.url.appending(path: "opt/background/lib/systemd/system/bgtaskd.service")
      #expect(
        try String(contentsOf: unit, encoding: .utf8).contains("ExecStart=/opt/background/bin/bgtaskd "))
      let page = folder.url.appending(path: "opt/background/share/man/man8/bgtaskd.8")
      #expect(try String(contentsOf: page, encoding: .utf8).contains("\"bgtaskd 1.2.3\""))
    }

    @Test("It leaves a configuration alone that is there already")
    func configurationStays() throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("etc/bgtaskd/bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=1\n")
      let run = try Installation.install(prefix: folder.path("usr"), configuration: folder.path("etc"))
      #expect(run.status == 0 && run.errors == "", "\(run.errors)")
      #expect(try String(contentsOfFile: file, encoding: .utf8) == "[Scheduler]\nMaxConcurrentRuns=1\n")
      #expect(FileManager.default.isExecutableFile(atPath: folder.path("usr/bin/bgtaskd")))
    }
  }
}
