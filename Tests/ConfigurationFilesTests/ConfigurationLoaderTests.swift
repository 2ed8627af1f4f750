import Foundation
import LinuxSystem
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("All that people write for the daemon")
struct ConfigurationLoaderTests {
  private static let manifest = "[Application]\nPermittedIdentifiers=org.example.*\n"

  private static func loader(_ folder: TemporaryFolder) -> ConfigurationLoader {
    var directories = ConfigurationDirectories(isSystem: true, environment: { _ in nil }, home: "/")
    directories.configuration = [folder.path("etc"), folder.path("lib")]
    directories.tasks = directories.configuration.map { "\($0)/tasks.d" }
    return ConfigurationLoader(directories, taskOwner: .system)
  }

  @Test(
    "The system's instance looks where administrators and packages write, a user's in their own place first")
  func directories() {
    let system = ConfigurationDirectories(isSystem: true, environment: { _ in "/x" }, home: "/home/me")
    #expect(system.configuration == ["/etc/bgtaskd", "/usr/local/lib/bgtaskd", "/usr/lib/bgtaskd"])
    #expect(
      system.tasks
        == ["/etc/bgtaskd/tasks.d", "/usr/local/lib/bgtaskd/tasks.d", "/usr/lib/bgtaskd/tasks.d"])
    let user = ConfigurationDirectories(isSystem: false, environment: { _ in nil }, home: "/home/me")
    #expect(user.configuration == ["/home/me/.config/bgtaskd"] + system.configuration)
    #expect(
      user.tasks == [
        "/home/me/.config/bgtaskd/tasks.d", "/etc/bgtaskd/user/tasks.d",
        "/usr/local/lib/bgtaskd/user/tasks.d",
        "/usr/lib/bgtaskd/user/tasks.d",
      ])
    let moved = ConfigurationDirectories(
      isSystem: false, environment: { $0 == "XDG_CONFIG_HOME" ? "/x" : nil }, home: "/home/me")
    #expect(moved.tasks.first == "/x/bgtaskd/tasks.d")
  }

  @Test("A drop-in or a manifest whose name is no text is an error, and changes nothing of what was")
  func rawNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("etc/applications.d/one.conf", Self.manifest)
    try folder.write("etc/tasks.d/a.task", "[Task]\nCommand=/bin/true\n")
    let loader = Self.loader(folder)
    let before = loader.load()
    #expect(before.isRight)
    for place in ["bgtaskd.conf.d", "applications.d", "tasks.d/a.task.d"] {
      let directory = folder.path("etc/\(place)")
      try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
      let path = RawText(Array("\(directory)/k".utf8) + [0xe9] + Array(".conf".utf8))
      let file = open(path.cString, O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0)
      close(file)
      let loaded = loader.load()
      #expect(loaded.allProblems.map(\.text) == [#"$'k\xe9.conf' is not read: its name is not UTF-8"#])
      #expect(loaded.allProblems.map(\.file) == [directory])
      #expect(loaded.configuration(keeping: before.configuration).manifests.keys.sorted() == ["one"])
      #expect(loaded.tasks.set.unreadable == (place.hasPrefix("tasks.d") ? ["a.task"] : []))
      #expect(unlink(path.cString) == 0)
    }
  }

  @Test("Manifests of a directory that cannot be read stay what they were")
  func unreadableDirectory() throws {
    let folder = try TemporaryFolder()
    try folder.write("etc/applications.d/one.conf", Self.manifest)
    let loader = Self.loader(folder)
    let before = loader.load()
    // Root may read any directory, but not follow a link to itself.
    try FileManager.default.moveItem(
      atPath: folder.path("etc/applications.d"), toPath: folder.path("etc/moved"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("etc/applications.d"), withDestinationPath: "applications.d")
    let loaded = loader.load()
    #expect(loaded.allProblems.count == 1)
    #expect(loaded.configuration(keeping: before.configuration).manifests.keys.sorted() == ["one"])
  }

  @Test("Rules, manifests and tasks come from their directories, or all from beside the file that is named")
  func places() throws {
    let folder = try TemporaryFolder()
    try folder.write("lib/bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=2\n")
    try folder.write("etc/bgtaskd.conf.d/10.conf", "[Scheduler]\nLowBatteryPercent=30\n")
    try folder.write("lib/applications.d/one.conf", Self.manifest)
    try folder.write("etc/tasks.d/a.task", "[Task]\nCommand=/bin/true\n")
    var loader = Self.loader(folder)
    let loaded = loader.load()
    #expect(loaded.isRight && loaded.allProblems == [])
    #expect(loaded.configuration.scheduler.maximumConcurrentRuns == 2)
    #expect(loaded.configuration.scheduler.lowBatteryPercent == 30)
    #expect(loaded.configuration.scheduler.applications.map(\.name) == ["one"])
    #expect(loaded.tasks.set.declarations.map(\.request.identifier) == ["a"])

    loader.file = try folder.write("other/mine.conf", "[Scheduler]\nMaxConcurrentRuns=3\n")
    try folder.write("other/tasks.d/b.task", "[Task]\nCommand=/bin/true\n")
    let named = loader.load()
    #expect(named.configuration.scheduler.maximumConcurrentRuns == 3)
    #expect(named.configuration.scheduler.applications == [])
    #expect(named.tasks.set.declarations.map(\.request.identifier) == ["b"])
  }

  @Test("Pipes in the place of rules and manifests are errors that say so")
  func pipes() throws {
    let folder = try TemporaryFolder()
    try folder.write("lib/applications.d/good.conf", Self.manifest)
    for name in ["etc/bgtaskd.conf", "etc/bgtaskd.conf.d/10.conf", "etc/applications.d/pipe.conf"] {
      let path = folder.path(name)
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(mkfifo(path, 0o600) == 0)
    }
    let loaded = Self.loader(folder).load()
    #expect(
      loaded.allProblems.map(\.text)
        == [String](repeating: "cannot be read: Found a pipe, allowed is a file", count: 3))
    #expect(loaded.configuration.scheduler.applications.count == 1)
  }

  @Test("A manifest may permit what no new task can be called, with a warning: older ones may wait for it")
  func oddNames() throws {
    let folder = try TemporaryFolder()
    try folder.write("lib/applications.d/a.conf", "[Application]\nPermittedIdentifiers=a..b -x good.*\n")
    try folder.write("lib/applications.d/b.conf", "[Application]\nPermittedIdentifiers=a/b\n")
    let loaded = Self.loader(folder).load()
    #expect(loaded.allProblems.map(\.severity) == [.warning, .warning, .error])
    #expect(loaded.configuration.scheduler.applications.map(\.permittedIdentifiers.count) == [3])
  }

  @Test("A reload keeps what a file with errors said before, each for itself")
  func keeping() throws {
    let folder = try TemporaryFolder()
    let loader = Self.loader(folder)
    try folder.write("etc/bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=2\n")
    try folder.write("lib/applications.d/one.conf", Self.manifest)
    try folder.write("lib/applications.d/two.conf", "[Application]\nPermittedIdentifiers=two\n")
    let old = loader.load().configuration
    // A higher file of the same name counts, and has errors; another is gone; a third is new.
    try folder.write("etc/bgtaskd.conf", "[Scheduler]\nMaxConcurrentRuns=many\n")
    try folder.write("etc/applications.d/one.conf", "[Application]\nExec=relative\n")
    try FileManager.default.removeItem(atPath: folder.path("lib/applications.d/two.conf"))
    try folder.write("etc/applications.d/three.conf", "[Application]\nPermittedIdentifiers=three\n")
    let loaded = loader.load()
    #expect(!loaded.isUsable && !loaded.isRight)
    let kept = loaded.configuration(keeping: old)
    #expect(kept.scheduler.maximumConcurrentRuns == 2)
    #expect(kept.scheduler.applications.map(\.name) == ["one", "three"])
    #expect(kept.manifests.keys.sorted() == ["one", "three"])
    // Its name was taken meanwhile.
    try folder.write("etc/applications.d/three.conf", "[Application]\nName=one\nPermittedIdentifiers=three\n")
    let taken = loader.load().configuration(keeping: old)
    #expect(taken.manifests["one"]?.permittedIdentifiers.map(\.text) == ["three"])
    #expect(loader.load().configuration.scheduler.maximumConcurrentRuns == 4)
  }
}
