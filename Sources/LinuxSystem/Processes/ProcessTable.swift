import Glibc

/// The processes that `/proc` shows (proc(5)). An answer may be outdated when it is given: a caller that acts
/// on one holds a ``ProcessHandle`` and asks again.
package enum ProcessTable {
  /// Returns the numbers of all visible processes, in ascending order.
  /// - Throws: ``SystemError`` when `/proc` is not mounted.
  package static func all() throws(SystemError) -> [Int32] {
    try DirectoryReader.listing(of: "/proc", atMost: .max).compactMap { Int32($0) }.sorted()
  }

  /// The user that this process acts as.
  package static var ownUser: UInt32 { geteuid() }

  /// Returns the process group of a process, this one's for 0; nil when the process is gone.
  package static func group(of pid: Int32) -> Int32? {
    try? systemCall("getpgid") { getpgid(pid) }
  }

  /// Whether the process exists and is not a zombie.
  package static func isAlive(_ pid: Int32) -> Bool {
    guard let state = status(of: pid)?.first else { return false }
    return !["Z", "X", "x"].contains(state)
  }

  /// Returns the parent of a process; nil when it is gone.
  package static func parent(of pid: Int32) -> Int32? {
    guard let fields = status(of: pid), fields.count > 1 else { return nil }
    return Int32(fields[1])
  }

  /// Returns the children of a process, zombies too.
  package static func children(of pid: Int32) -> [Int32] {
    guard access("/proc/thread-self/children", F_OK) == 0 else {
      // A kernel without CONFIG_PROC_CHILDREN.
      return ((try? all()) ?? []).filter { parent(of: $0) == pid }
    }
    return DirectoryReader.names(in: "/proc/\(pid)/task").flatMap { thread in
      let bytes = try? SmallFile.read("/proc/\(pid)/task/\(thread)/children", atMost: 1024 * 1024)
      return String(decoding: bytes ?? [], as: UTF8.self).split(separator: " ").compactMap { Int32($0) }
    }
  }

  /// Returns state, parent and what follows them (proc(5), `/proc/PID/stat`); nil for a process that is gone.
  private static func status(of pid: Int32) -> [Substring]? {
    guard let line = try? SmallFile.read("/proc/\(pid)/stat", atMost: 4096),
      // The program's name may hold spaces and parentheses; the state is the second byte after the last one.
      let name = line.lastIndex(of: UInt8(ascii: ")"))
    else { return nil }
    return String(decoding: line[(name + 1)...], as: UTF8.self).split(separator: " ")
  }

  /// Returns the effective user of a process; nil when it is gone.
  package static func user(of pid: Int32) -> UInt32? {
    var status = stat()
    guard (try? systemCall("stat") { stat("/proc/\(pid)", &status) }) != nil else { return nil }
    return status.st_uid
  }

  /// Returns the value of a variable in the environment that the process was started with; nil when it has
  /// none, is gone, or may not be read.
  package static func environmentValue(of pid: Int32, _ name: String) -> String? {
    // The largest environment that execve(2) allows on a machine with the usual stack limit.
    guard let bytes = try? SmallFile.read("/proc/\(pid)/environ", atMost: 2 * 1024 * 1024) else { return nil }
    return bytes.withUnsafeBytes { value(of: name + "=", in: $0) }
  }

  /// Finds a variable with memchr(3) and memcmp(3), because a daemon's start searches the environments of all
  /// its user's processes.
  private static func value(of prefix: String, in bytes: UnsafeRawBufferPointer) -> String? {
    let prefix = Array(prefix.utf8)
    var rest = bytes
    while let start = rest.baseAddress, !rest.isEmpty {
      let length = memchr(start, 0, rest.count).map { UnsafeRawPointer($0) - start } ?? rest.count
      if length >= prefix.count, memcmp(start, prefix, prefix.count) == 0 {
        return String(decoding: rest[prefix.count..<length], as: UTF8.self)
      }
      rest = UnsafeRawBufferPointer(rebasing: rest[min(length + 1, rest.count)...])
    }
    return nil
  }
}
