import Glibc

/// The resources that a process uses, as `/proc` shows them at one moment (proc(5)).
package struct ProcessUsage: Hashable, Sendable {
  /// `VmRSS`: the resident memory in bytes, with the pages of files that other processes share.
  package var residentBytes: Int
  /// `VmHWM`: the most that `VmRSS` ever was, in bytes.
  package var peakBytes: Int
  /// `RssAnon`: the part of `VmRSS` that is the process's own and has no file behind it, in bytes.
  package var anonymousBytes: Int
  /// The number of context switches of each thread, voluntary or not, by the thread's number. The numbers of
  /// a process that sleeps do not change.
  package var contextSwitches: [Int32: Int]

  /// Reads the usage of a process now.
  /// - Throws: ``SystemError``: ENOENT or ESRCH when it is gone.
  package init(of pid: Int32) throws(SystemError) {
    let status = try Self.status("/proc/\(pid)/status")
    residentBytes = (Self.number("VmRSS:", in: status) ?? 0) * 1024
    peakBytes = (Self.number("VmHWM:", in: status) ?? 0) * 1024
    anonymousBytes = (Self.number("RssAnon:", in: status) ?? 0) * 1024
    contextSwitches = [:]
    for name in DirectoryReader.names(in: "/proc/\(pid)/task") {
      // A thread that ends between the two reads is left out.
      guard let thread = Int32(name), let own = try? Self.status("/proc/\(pid)/task/\(name)/status") else {
        continue
      }
      contextSwitches[thread] =
        (Self.number("voluntary_ctxt_switches:", in: own) ?? 0)
        + (Self.number("nonvoluntary_ctxt_switches:", in: own) ?? 0)
    }
  }

  /// Returns the context switches of all threads since an earlier reading of the same process. A thread that
  /// has ended meanwhile was switched to for that, and counts once.
  package func contextSwitches(since earlier: ProcessUsage) -> Int {
    let ended = earlier.contextSwitches.keys.count { contextSwitches[$0] == nil }
    return contextSwitches.reduce(ended) { $0 + $1.value - (earlier.contextSwitches[$1.key] ?? 0) }
  }

  private static func status(_ path: String) throws(SystemError) -> [Substring] {
    String(decoding: try SmallFile.read(path, atMost: 64 * 1024), as: UTF8.self).split(separator: "\n")
  }

  /// Returns the number behind a field's name.
  private static func number(_ field: String, in lines: [Substring]) -> Int? {
    guard let line = lines.first(where: { $0.hasPrefix(field) }) else { return nil }
    return line.dropFirst(field.count).split { $0 == " " || $0 == "\t" }.first.flatMap { Int($0) }
  }
}
