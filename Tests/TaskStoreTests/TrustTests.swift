import Glibc
import SchedulerCore
import TaskStore
import TestSupport
import Testing

@Suite("A state directory that somebody else prepared")
struct TrustTests {
  /// What makes a directory with a store untrustworthy, and what the error says.
  struct Trap: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Below the directory.
    var path: String
    var spring: @Sendable (_ directory: String) -> Void
    var found: String
    var allowed: String
    var needsRoot = false
  }

  static let traps = [
    Trap(
      testDescription: "a directory of another user", path: "", spring: { _ = chown($0, 12345, 12345) },
      found: "user 12345 owns it", allowed: "user \(geteuid())", needsRoot: true),
    Trap(
      testDescription: "a directory that the group may write", path: "", spring: { _ = chmod($0, 0o770) },
      found: "its mode is 0770", allowed: "writing by its owner only"),
    Trap(
      testDescription: "a directory that all may write", path: "", spring: { _ = chmod($0, 0o1777) },
      found: "its mode is 01777", allowed: "writing by its owner only"),
    Trap(
      testDescription: "a link to a directory", path: "",
      spring: {
        _ = rename($0, "\($0).real")
        _ = symlink("\($0).real", $0)
      }, found: "it is a symbolic link", allowed: "a directory"),
    Trap(
      testDescription: "a store of another user", path: "/bgtaskd.sqlite",
      spring: { _ = chown("\($0)/bgtaskd.sqlite", 12345, 12345) }, found: "user 12345 owns it",
      allowed: "user \(geteuid())", needsRoot: true),
    Trap(
      testDescription: "a store that all may write", path: "/bgtaskd.sqlite",
      spring: { _ = chmod("\($0)/bgtaskd.sqlite", 0o666) }, found: "its mode is 0666",
      allowed: "writing by its owner only"),
    Trap(
      testDescription: "a link in the store's place", path: "/bgtaskd.sqlite",
      spring: {
        _ = rename("\($0)/bgtaskd.sqlite", "\($0)/other")
        _ = symlink("other", "\($0)/bgtaskd.sqlite")
      }, found: "it is a symbolic link", allowed: "a regular file"),
    Trap(
      testDescription: "a log that was put beside it", path: "/bgtaskd.sqlite-wal",
      spring: {
        close(open("\($0)/bgtaskd.sqlite-wal", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
        _ = chmod("\($0)/bgtaskd.sqlite-wal", 0o606)
      }, found: "its mode is 0606", allowed: "writing by its owner only"),
    Trap(
      testDescription: "a half-finished recovery that was put beside it", path: "/bgtaskd.sqlite.recovered",
      spring: { _ = symlink("/etc/hostname", "\($0)/bgtaskd.sqlite.recovered") },
      found: "it is a symbolic link", allowed: "a regular file"),
    Trap(
      testDescription: "a FIFO as the lock", path: "/bgtaskd.lock",
      spring: {
        _ = unlink("\($0)/bgtaskd.lock")
        _ = mkfifo("\($0)/bgtaskd.lock", 0o600)
      }, found: "it is not a file", allowed: "a regular file"),
  ]

  @Test(
    "It is refused, for a start and for a recovery, with what was found, what is allowed and what to do",
    arguments: traps)
  func refused(_ trap: Trap) async throws {
    guard !trap.needsRoot || geteuid() == 0 else { return }
    let scratch = try TemporaryFolder()
    let directory = scratch.path("state")
    let store = try TaskStore(directory: directory, history: .unlimited)
    try await store.write([.putTask(Samples.task(1), payload: [1])])
    store.close()
    trap.spring(directory)
    let failures = [
      #expect(throws: StoreError.self) { try TaskStore(directory: directory, history: .unlimited) },
      #expect(throws: StoreError.self) { try TaskStore.recover(directory: directory, stamp: "1") },
    ]
    for failure in failures {
      #expect(failure?.code == .untrusted)
      #expect(failure?.path == directory + trap.path)
      #expect(failure?.detail.contains(trap.found) == true, "\(failure?.detail ?? "")")
      #expect(failure?.detail.contains("allowed is \(trap.allowed)") == true, "\(failure?.detail ?? "")")
      #expect(failure?.detail.contains("To mend it, ") == true)
    }
    #expect(try RawFile.list(directory).allSatisfy { !$0.contains("damaged") })
  }

  @Test("Where others can put another directory in its place it is refused; a sticky directory is fine")
  func wayThere() throws {
    let scratch = try TemporaryFolder()
    #expect(mkdir(scratch.path("open"), 0o700) == 0)
    #expect(chmod(scratch.path("open"), 0o777) == 0)
    let directory = scratch.path("open/state")
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: directory, history: .unlimited)
    }
    #expect(failure?.code == .untrusted)
    #expect(failure?.path == scratch.path("open"))
    #expect(failure?.detail.contains("its mode is 0777, so others can replace what is in it") == true)
    // Nothing was made there.
    #expect(try RawFile.list(scratch.path("open")).isEmpty)
    #expect(chmod(scratch.path("open"), 0o1777) == 0)
    try TaskStore(directory: directory, history: .unlimited).close()
    // By the way of a link as well.
    #expect(chmod(scratch.path("open"), 0o777) == 0)
    #expect(mkdir(scratch.path("open/inner"), 0o700) == 0)
    #expect(symlink("open/inner", scratch.path("link")) == 0)
    let other = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path("link/state"), history: .unlimited)
    }
    #expect(other?.path == scratch.path("open"))
  }

  @Test("A link of another user on the way is refused", .enabled(if: geteuid() == 0))
  func linkOfOthers() throws {
    let scratch = try TemporaryFolder()
    #expect(chmod(scratch.path, 0o1777) == 0)
    #expect(mkdir(scratch.path("own"), 0o700) == 0)
    #expect(symlink("own", scratch.path("link")) == 0)
    try TaskStore(directory: scratch.path("link/state"), history: .unlimited).close()
    #expect(lchown(scratch.path("link"), 12345, 12345) == 0)
    let failure = #expect(throws: StoreError.self) {
      try TaskStore(directory: scratch.path("link/state"), history: .unlimited)
    }
    #expect(failure?.code == .untrusted)
    #expect(failure?.path == scratch.path("link"))
  }
}
