import Foundation
import TestSupport
import Testing

extension PackageSuite {
  @Suite("Its contents")
  struct ContentsTests {
    private let package: BuiltPackage

    init() throws { package = try #require(PackageSuite.package) }

    /// The files besides programs, by their directories.
    private static let texts = [
      "etc/bgtaskd": ["bgtaskd.conf"],
      "usr/lib/systemd/catalog": ["bgtaskd.catalog"],
      "usr/lib/systemd/system": ["bgtask.slice", "bgtaskd.service", "bgtaskd.socket"],
      "usr/lib/systemd/user": ["bgtask.slice", "bgtaskd.service", "bgtaskd.socket"],
      "usr/share/bash-completion/completions": ["bgtaskctl"],
      "usr/share/bgtaskd/waiting": [
        "apt-daily-upgrade.conf", "apt-daily.conf", "dpkg-db-backup.conf", "e2scrub_all.conf", "fstrim.conf",
        "fwupd-refresh.conf", "logrotate.conf", "man-db.conf", "plocate-updatedb.conf",
      ],
      "usr/share/bgtaskd": ["io.bgtaskd.Scheduler.varlink"],
      "usr/share/doc/bgtaskd": ["changelog.gz", "copyright"],
      "usr/share/fish/vendor_completions.d": ["bgtaskctl.fish"],
      "usr/share/man/man1": ["bgtaskctl.1.gz"],
      "usr/share/man/man5": ["bgtask-unit.5.gz", "bgtask.task.5.gz", "bgtaskd.conf.5.gz"],
      "usr/share/man/man7": ["bgtask-judgement.7.gz", "bgtask-when.7.gz"],
      "usr/share/man/man8": ["bgtaskd.8.gz"],
      "usr/share/zsh/vendor-completions": ["_bgtaskctl"],
    ]
    /// Whose service manager has a generator.
    private static let generators = ["system", "user"]
    private static let programs = [
      "bin/bgtaskctl", "bin/bgtaskd", "libexec/bgtaskd/bgtask-transfer", secondName,
    ]
    /// Helpers at displays, with the library that only they have. They know no version: they are started with
    /// a pause, and with nothing else.
    private static let displayHelpers = [
      "libexec/bgtaskd/bgtask-idle-wayland": ["libwayland-client.so.0"],
      "libexec/bgtaskd/bgtask-idle-x11": ["libxcb.so.1", "libxcb-sync.so.1"],
    ]
    /// The same file as bgtaskctl, which does something else when it is called so.
    private static let secondName = "libexec/bgtaskd/bgtask-helper"

    /// All examples of the tree, by their path below its root; true for programs.
    private static func examples() throws -> [String: Bool] {
      let folder = Repository.root.appending(path: "config/examples").path()
      var examples: [String: Bool] = [:]
      for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
        var isDirectory: ObjCBool = false
        let path = "\(folder)/\(name)"
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), !isDirectory.boolValue
        else { continue }
        examples[name] = FileManager.default.isExecutableFile(atPath: path)
      }
      return examples
    }

    @Test("These files, with these modes, all of root's")
    func files() throws {
      let listing = try FinishedProgram.run(
        URL(filePath: "/usr/bin/dpkg-deb"), ["--contents", package.file.path()])
      let entries = listing.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 5) }
      #expect(entries.allSatisfy { $0.count == 6 && $0[1] == "root/root" })
      let found = Set(entries.filter { !$0[0].hasPrefix("d") }.map { "\($0[0]) \($0[5])" })
      var expected = Set<String>()
      for (directory, names) in Self.texts {
        for name in names { expected.insert("-rw-r--r-- ./\(directory)/\(name)") }
      }
      for name in Self.programs + Self.displayHelpers.keys where name != Self.secondName {
        expected.insert("-rwxr-xr-x ./usr/\(name)")
      }
      expected.insert("lrwxrwxrwx ./usr/\(Self.secondName) -> ../../bin/bgtaskctl")
      for (name, isProgram) in try Self.examples() {
        // Those are used where they are.
        let place = name.hasPrefix("actions/") ? name : "examples/\(name)"
        expected.insert("-rw\(isProgram ? "xr-xr-x" : "-r--r--") ./usr/share/bgtaskd/\(place)")
      }
      for scope in Self.generators {
        expected.insert("-rwxr-xr-x ./usr/lib/systemd/\(scope)-generators/bgtaskd-generator")
      }
      expected.insert("lrwxrwxrwx ./usr/share/doc/bgtaskd/examples -> ../../bgtaskd/examples")
      #expect(found == expected)
      let directories = entries.filter { $0[0].hasPrefix("d") }
      #expect(directories.allSatisfy { $0[0] == "drwxr-xr-x" })
      for name in ["applications.d", "bgtaskd.conf.d", "tasks.d", "user/tasks.d"] {
        #expect(directories.contains { $0[5] == "./etc/bgtaskd/\(name)/" })
      }
    }

    @Test("The programs run without a Swift runtime", arguments: programs)
    func programsStandAlone(path: String) throws {
      let program = try standsAlone(
        path, with: ["libsystemd.so.0", "libsqlite3.so.0", "libcurl.so.4", "libcrypto.so.3"])
      let run = try FinishedProgram.run(program, ["--version"], environment: ["LD_LIBRARY_PATH": nil])
      #expect(run.status == 0)
      #expect(run.output == "\(program.lastPathComponent) \(try package.field("Version"))\n")
    }

    @Test("Helpers at displays have nothing of the daemon's, and nobody else has what they have")
    func displayHelpersStandAlone() throws {
      for (path, libraries) in Self.displayHelpers {
        let helper = try standsAlone(path, with: libraries)
        let run = try FinishedProgram.run(helper, ["--version"], environment: ["LD_LIBRARY_PATH": nil])
        #expect(run.status == 64 && run.output == "" && run.errors == "")
      }
    }

    /// Holds a program against the shared libraries that it may need beside the system's own.
    private func standsAlone(_ path: String, with libraries: [String]) throws -> URL {
      let program = URL(filePath: package.path("usr/\(path)"))
      let dynamic = try FinishedProgram.run(URL(filePath: "/usr/bin/readelf"), ["--dynamic", program.path()])
        .output
      let needed = dynamic.matches(of: /\(NEEDED\)\s+Shared library: \[([^\]]+)\]/).map { String($0.1) }
      let known: Set = [
        "libc.so.6", "libm.so.6", "libstdc++.so.6", "libgcc_s.so.1", "ld-linux-x86-64.so.2",
        "ld-linux-aarch64.so.1",
      ]
      #expect(needed.contains("libc.so.6"))
      #expect(Set(needed).isSubset(of: known.union(libraries)), "\(needed)")
      #expect(!dynamic.contains("RUNPATH") && !dynamic.contains("RPATH"))
      let sections = try FinishedProgram.run(URL(filePath: "/usr/bin/readelf"), ["-SW", program.path()])
        .output
      #expect(!sections.contains(".debug_") && !sections.contains(".symtab"))
      // Nothing uses the standard library's patterns, whose engine is large.
      #expect(try Data(contentsOf: program).firstRange(of: Data("_RegexParser".utf8)) == nil, "\(path)")
      return program
    }

    @Test("The same inputs give the same bytes, wherever and by whomever it is built")
    func reproducible() throws {
      let elsewhere = try TemporaryFolder()
      let copying = try FinishedProgram.run(
        URL(filePath: "/bin/cp"),
        [
          "-R", "--parents", "config", "systemd", "Sources/SchedulerAPI/io.bgtaskd.Scheduler.varlink",
          elsewhere.path,
        ], directory: Repository.root)
      #expect(copying.status == 0, "\(copying.errors)")
      let programs = elsewhere.url.appending(path: "programs of another day")
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      for name in BuiltPackage.programs {
        try FileManager.default.copyItem(
          at: try #require(BuiltProduct.release(name)), to: programs.appending(path: name))
      }
      let again = try BuiltPackage(
        repository: elsewhere.url, programs: programs,
        environment: [
          "TZ": "Pacific/Auckland", "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1", "XZ_OPT": "-9",
          "DESTDIR": "/nonexistent", "PREFIX": "/opt",
        ], umask: "077")
      #expect(again.file.lastPathComponent == package.file.lastPathComponent)
      #expect(try Data(contentsOf: again.file) == Data(contentsOf: package.file))
    }

    @Test("Texts name the paths that the package has")
    func paths() throws {
      for name in ["system", "user"] {
        let service = try package.text("usr/lib/systemd/\(name)/bgtaskd.service")
        #expect(service.contains("ExecStart=/usr/bin/bgtaskd "))
      }
      let manifest = try package.text("usr/share/bgtaskd/examples/python-handler.conf")
      let handler = try #require(manifest.firstMatch(of: /Exec=\/usr\/bin\/python3 \/(\S+)/))
      #expect(FileManager.default.isExecutableFile(atPath: package.path(String(handler.1))))
      let pages = try FinishedProgram.run(
        URL(filePath: "/bin/sh"), ["-c", "zcat \"$0\"/*/*.gz", package.path("usr/share/man")]
      ).output
      #expect(pages.contains("/usr/share/bgtaskd/io.bgtaskd.Scheduler.varlink"))
      #expect(!pages.contains("/usr/local/share") && !pages.contains("@VERSION@"))
    }

    @Test("What is in it is what its list of checksums says")
    func checksums() throws {
      let check = try FinishedProgram.run(
        URL(filePath: "/usr/bin/md5sum"), ["--check", "--strict", "--quiet", "DEBIAN/md5sums"],
        directory: package.root)
      #expect(check.status == 0, "\(check.output)\(check.errors)")
      let count = try package.text("DEBIAN/md5sums").split(separator: "\n").count
      let files =
        try Self.texts.values.joined().count + Self.programs.count + Self.displayHelpers.count
        + Self.examples().count + Self.generators.count
      #expect(count == files - 2, "all but the configuration and a second name")
    }

    @Test("The daemon takes the shipped configuration and the manifests of the examples")
    func configuration() throws {
      let folder = try TemporaryFolder()
      try FileManager.default.copyItem(
        atPath: package.path("etc/bgtaskd/bgtaskd.conf"), toPath: folder.path("bgtaskd.conf"))
      let manifests = folder.url.appending(path: "applications.d")
      try FileManager.default.createDirectory(at: manifests, withIntermediateDirectories: true)
      for name in ["photo-indexer.conf", "python-handler.conf"] {
        try FileManager.default.copyItem(
          atPath: package.path("usr/share/bgtaskd/examples/\(name)"),
          toPath: manifests.appending(path: name).path())
      }
      let check = try FinishedProgram.run(
        URL(filePath: package.path("usr/bin/bgtaskd")),
        ["--check-configuration", "--config", folder.path("bgtaskd.conf")])
      #expect(check.status == 0 && check.errors == "", "\(check.errors)")
    }
  }
}
