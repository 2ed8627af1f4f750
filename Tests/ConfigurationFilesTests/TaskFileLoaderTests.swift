import Foundation
import LinuxSystem
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("Directories of declared tasks")
struct TaskFileLoaderTests {
  static let task = "[Task]\nCommand=/bin/true\n"

  private static func identifiers(_ loaded: LoadedTasks) -> [String] {
    loaded.set.declarations.map(\.request.identifier)
  }

  @Test(
    "Tasks of all directories are read in the order of their names; a higher file takes a lower one's place")
  func order() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/b.task", Self.task)
    try folders.write("vendor/a.task", Self.task + "Every=1h\n")
    try folders.write("system/a.task", Self.task + "Every=2h\n")
    try folders.write("user/c.task", Self.task)
    try folders.write("user/not.conf", "rubbish")
    try folders.write("user/.hidden.task", "rubbish")
    let loaded = folders.load()
    #expect(loaded.problems == [])
    #expect(Self.identifiers(loaded) == ["a", "b", "c"])
    #expect(loaded.set.declarations.first?.request.repeatEvery == .hours(2))
    #expect(loaded.set.declarations.map(\.file).first == folders.folder.path("system/a.task"))
    #expect(loaded.set.isComplete && loaded.set.unreadable == [])
  }

  @Test("An empty file and a link to /dev/null hide a task; a file with a comment only is an error")
  func masks() throws {
    let folders = try TaskFolders()
    for name in ["a", "b", "c"] { try folders.write("vendor/\(name).task", Self.task) }
    try folders.write("system/a.task", "")
    try FileManager.default.createSymbolicLink(
      atPath: folders.folder.path("system/b.task"), withDestinationPath: "/dev/null")
    try folders.write("system/c.task", "# nothing\n")
    let loaded = folders.load()
    #expect(Self.identifiers(loaded) == [])
    #expect(loaded.problems.map(\.text) == ["has no section [Task]"])
    #expect(loaded.set.unreadable == ["c.task"])
  }

  @Test("Drop-ins of all directories are added by name, and the highest of a name counts")
  func dropIns() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/a.task", Self.task + "Every=1h\nEnvironment=A=1\n")
    try folders.write("system/a.task.d/20-more.conf", "[Task]\nEvery=3h\nEnvironment=B=2\n")
    try folders.write("vendor/a.task.d/10-less.conf", "[Task]\nEvery=2h\n")
    try folders.write("vendor/a.task.d/20-more.conf", "[Task]\nEvery=4h\n")
    try folders.write("user/b.task.d/10.conf", "[Task]\nEvery=4h\n")
    let loaded = folders.load()
    #expect(loaded.problems == [])
    #expect(Self.identifiers(loaded) == ["a"])
    #expect(loaded.set.declarations.first?.request.repeatEvery == .hours(3))
    let path = try folders.write("user/a.task.d/30.conf", "[Task]\n\nEvery=often\n")
    #expect(folders.load().problems.first?.description.hasPrefix("\(path):3: Every=: ") == true)
    #expect(folders.load().set.unreadable == ["a.task"])
  }

  @Test("A file with errors is named as such, and the others count")
  func oneBadFile() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/a.task", Self.task)
    try folders.write("system/b.task", Self.task + "Every=x\n")
    try FileManager.default.createDirectory(
      atPath: folders.folder.path("vendor/c.task"), withIntermediateDirectories: true)
    let loaded = folders.load()
    #expect(Self.identifiers(loaded) == ["a"])
    #expect(loaded.set.unreadable == ["b.task", "c.task"])
    #expect(loaded.problems.last?.text == "cannot be read: Is a directory")
  }

  @Test("A pipe among tasks or drop-ins is an error that says so, and holds nobody up")
  func pipes() throws {
    let folders = try TaskFolders()
    try folders.write("vendor/a.task", Self.task)
    try folders.write("vendor/b.task", Self.task)
    try folders.write("system/b.task.d/20.conf", "[Task]\nEvery=2h\n")
    for name in ["user/pipe.task", "user/b.task.d/10.conf"] {
      let path = folders.folder.path(name)
      try FileManager.default.createDirectory(
        at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
      #expect(mkfifo(path, 0o600) == 0)
    }
    let loaded = folders.load()
    #expect(Self.identifiers(loaded) == ["a"])
    #expect(loaded.set.unreadable == ["b.task", "pipe.task"])
    #expect(
      loaded.problems.map(\.text)
        == [String](repeating: "cannot be read: Found a pipe, allowed is a file", count: 2))
    #expect(loaded.problems.compactMap(\.file).contains(folders.folder.path("user/pipe.task")))
  }

  @Test("A task whose name is no text is an error that names it, and other files are nobody's affair")
  func rawNames() throws {
    let folders = try TaskFolders()
    try folders.write("system/a.task", Self.task)
    let directory = folders.folder.path("system")
    for end in [".task", "~"] {
      let path = RawText(Array("\(directory)/k".utf8) + [0xe9] + Array(end.utf8))
      let file = open(path.cString, O_WRONLY | O_CREAT, 0o644)
      #expect(file >= 0)
      close(file)
    }
    let loaded = folders.load()
    #expect(Self.identifiers(loaded) == ["a"])
    #expect(loaded.problems.map(\.text) == [#"$'k\xe9.task' is not read: its name is not UTF-8"#])
    #expect(loaded.problems.first?.file == directory)
  }

  @Test("Two files that declare one identifier for one user: the second is an error")
  func collision() throws {
    let folders = try TaskFolders()
    let first = try folders.write("vendor/a.task", Self.task + "Identifier=x\n")
    let second = try folders.write("vendor/b.task", Self.task + "Identifier=x\n")
    try folders.write("vendor/c.task", Self.task + "Identifier=x\nUser=daemon\n")
    let loaded = folders.load(.system)
    #expect(loaded.set.declarations.map(\.uid) == [0, 1])
    #expect(
      loaded.problems.map(\.description) == [
        "\(second):3: Identifier=: found x, which \(first) declares already"
      ])
    #expect(loaded.set.unreadable == ["b.task"])
  }

  @Test("More files than are read are said, and then nothing is taken for removed")
  func tooMany() throws {
    let folders = try TaskFolders()
    for number in 0...TaskFileLoader.mostFiles {
      try folders.write("vendor/t\(10_000 + number).task", Self.task)
    }
    let loaded = folders.load()
    #expect(loaded.set.declarations.count == TaskFileLoader.mostFiles)
    #expect(!loaded.set.isComplete)
    #expect(loaded.problems.count == 1)
  }

  @Test("A directory that is not there is empty; one that cannot be read lets nothing be taken for removed")
  func directories() throws {
    let folders = try TaskFolders()
    #expect(folders.load().problems == [] && folders.load().set.isComplete)
    // The name of a directory may not be longer than 255 bytes.
    let long = folders.folder.path(String(repeating: "x", count: 300))
    let loaded = TaskFileLoader(directories: [long], owner: .system).load()
    #expect(loaded.problems.map(\.text) == ["cannot be read: File name too long"])
    #expect(!loaded.set.isComplete)
  }
}
