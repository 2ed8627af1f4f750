import Glibc
import LinuxSystem
import TestSupport

/// A control group of one's own with PSI files, so that only what a test does counts as pressure in it.
final class PressureGroup {
  private let path: String
  private let files: FileTree
  private var load: Child?

  /// A directory with `cpu`, `memory` and `io`, like `/proc/pressure`.
  var root: String { files.path }

  /// Nil, with a printed reason, where groups cannot be made.
  init?(for file: StaticString = #fileID) throws {
    let roots = ["/sys/fs/cgroup", "/sys/fs/cgroup/unified"]
    guard let root = roots.first(where: { access("\($0)/cgroup.controllers", F_OK) == 0 }) else {
      leaveOut("no control groups of version 2", in: file)
      return nil
    }
    let files = try FileTree()
    let path = "\(root)/bgtaskd-test-\(getpid())-\(files.path.suffix(6))"
    guard mkdir(path, 0o755) == 0 else {
      leaveOut("\(SystemError(call: "mkdir", subject: path))", in: file)
      return nil
    }
    self.path = path
    self.files = files
    guard access("\(path)/cpu.pressure", W_OK) == 0 else {
      leaveOut("no pressure stall information", in: file)
      rmdir(path)
      return nil
    }
    for name in ["cpu", "memory", "io"] { try files.link(name, to: "\(path)/\(name).pressure") }
  }

  /// Two programs want one processor all the time.
  func press() throws {
    let script = """
      echo $$ > \(path)/cgroup.procs && taskset -pc 0 $$ > /dev/null || exit 1
      while :; do :; done & first=$!
      while :; do :; done & second=$!
      echo pressing
      read line
      kill $first $second
      wait
      """
    let load = try Child(["sh", "-c", script])
    self.load = load
    guard load.readLine() == "pressing" else { throw SystemError(call: "press", code: EPERM) }
  }

  /// They stop.
  func relax() {
    load?.finish()
    load = nil
  }

  /// Removes the group and its files.
  func remove() {
    relax()
    rmdir(path)
  }

  deinit { remove() }
}
