import Foundation
import SchedulerCore
import SystemdSyntax
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("Files that are named, as the daemon would read them")
struct FileCheckerTests {
  private static func problems(_ folders: TaskFolders, _ paths: [String]) -> [String] {
    var checker = FileChecker(
      owner: .user(1000), rules: SchedulerConfiguration(),
      taskDirectories: TaskFolders.names.map { folders.folder.path($0) })
    for path in paths { checker.check(folders.folder.path(path)) }
    checker.checkTogether(
      at: Moment(wall: WallTime(uSec: 1_795_247_670_000_000), monotonic: MonotonicTime(uSec: 0)))
    return checker.problems.map(\.description)
  }

  @Test(
    "A drop-in counts with its task in whichever directory that lies, and the task with its drop-ins",
    arguments: [
      "OnCalendar=daily", "Quiet=5s", "After=a", "RuntimeLimit=10000d",
    ])
  func directories(line: String) throws {
    let folders = try TaskFolders()
    try folders.write("vendor/a.task", "[Task]\nCommand=/bin/true\nEvery=1h\n")
    let dropIn = try folders.write("user/a.task.d/local.conf", "[Task]\n\(line)\n")
    for path in ["user/a.task.d/local.conf", "vendor/a.task"] {
      let problems = Self.problems(folders, [path])
      #expect(!problems.isEmpty && problems.allSatisfy { $0.hasPrefix("\(dropIn):2: ") }, "\(problems)")
    }
    try folders.write("user/a.task.d/local.conf", "[Task]\nTitle=x\n")
    #expect(Self.problems(folders, ["user/a.task.d/local.conf", "vendor/a.task"]) == [])
  }

  @Test("Of a circle the same file is wrong in whatever order they are named, as for the daemon")
  func circle() throws {
    let folders = try TaskFolders()
    for (name, other) in [("a", "c"), ("b", "a"), ("c", "b")] {
      try folders.write("user/\(name).task", "[Task]\nCommand=/bin/true\nAfter=\(other)\n")
    }
    let told =
      "\(folders.folder.path("user/c.task")):3: After=: found b, which comes after c itself: c after b after "
      + "a after c; a task cannot come after itself"
    #expect(Self.problems(folders, ["user/a.task", "user/b.task", "user/c.task"]) == [told])
    #expect(Self.problems(folders, ["user/c.task", "user/b.task", "user/a.task"]) == [told])
  }

  @Test("A file that everybody may write is warned of, by a check and by the daemon; it counts all the same")
  func openToAll() throws {
    let folders = try TaskFolders()
    let path = try folders.write("user/a.task", "[Task]\nCommand=/bin/true\n")
    for (mode, isTold): (mode_t, Bool) in [(0o644, false), (0o664, false), (0o666, true)] {
      try #require(chmod(path, mode) == 0)
      let told = Self.problems(folders, ["user/a.task"])
      #expect(told.contains { $0.contains("everybody may write") } == isTold)
      let loaded = folders.load()
      #expect(loaded.problems.contains { $0.severity == .warning } == isTold)
      #expect(loaded.set.declarations.count == 1)
    }
  }
  @Test("A file of somebody else's is warned of, root's is not", .enabled(if: geteuid() == 0))
  func owner() throws {
    let folders = try TaskFolders()
    let path = try folders.write("user/a.task", "[Task]\nCommand=/bin/true\n")
    #expect(Self.problems(folders, ["user/a.task"]).isEmpty)
    try #require(chown(path, 12_345, gid_t.max) == 0)
    let told = Self.problems(folders, ["user/a.task"])
    #expect(told.count == 1 && told[0].contains("its owner 12345 may write to it"), "\(told)")
  }

  @Test("What lies beside the files that are read, and is not read for its name, is warned of")
  func unread() throws {
    let folders = try TaskFolders()
    for name in [
      "user/a.task", "user/a.task.d/10.conf", "vendor/b@.task", "user/b@x.task.d/10.conf", "user/.hidden",
      "user/a.task~", "user/README", "user/c.task.dpkg-old",
    ] {
      try folders.write(name, name.hasSuffix(".conf") ? "" : "[Task]\nCommand=/bin/true\n")
    }
    #expect(Self.unread(folders) == [])
    for name in ["user/backup", "user/nightly.tasks", "user/gone.task.d/10.conf", "user/a.task.d/local"] {
      try folders.write(name, "[Task]\nCommand=/bin/true\n")
    }
    #expect(
      Self.unread(folders) == [
        "a.task.d/local: is not read: a drop-in is called NAME.conf",
        "backup: is not read: a task's file is called NAME.task",
        "gone.task.d: is not read: there is no gone.task for these drop-ins",
        "nightly.tasks: is not read: a task's file is called NAME.task",
      ])
  }

  /// The warnings of a check of all files, with names from the user's directory on.
  private static func unread(_ folders: TaskFolders) -> [String] {
    let places = TaskFolders.names.map { folders.folder.path($0) }
    var loader = ConfigurationLoader(
      ConfigurationDirectories(isSystem: false, environment: { _ in nil }, home: "/nonexistent"),
      taskOwner: .user(geteuid()))
    (loader.directories, loader.taskDirectories) = ([], places)
    var checker = FileChecker(
      owner: .user(geteuid()), rules: SchedulerConfiguration(), taskDirectories: places)
    checker.check(loader, at: Moment(wall: WallTime(uSec: 0), monotonic: MonotonicTime(uSec: 0)))
    return checker.problems.map { problem in
      #expect(problem.severity == .warning)
      return problem.description.replacingOccurrences(of: "\(folders.folder.path("user"))/", with: "")
    }
  }
}
