import Glibc

/// What a process uses of the machine, as `/proc` says at one moment (proc(5)).
package struct ProcessUsage: Hashable, Sendable {
  /// `VmRSS`: the memory that is resident, in bytes; pages of files that others use as well are counted.
  package var residentBytes: Int
  /// `VmHWM`: the most that `VmRSS` ever was, in bytes.
  package var peakBytes: Int
  /// `RssAnon`: that part of it which is the process's own and has no file behind it, in bytes.
  package var anonymousBytes: Int
  /// How often each of its threads was switched to or from, of its own accord or not, by the thread's number.
  /// A process that sleeps through has the same numbers before and after.
  package var contextSwitches: [Int32: Int]

  /// Looks at a process now.
  /// - Throws: ``SystemError``: ENOENT or ESRCH when it is gone.
  package init(of pid: Int32) throws(SystemError) {
    let status = try Self.status("/proc/\(pid)/status")
    residentBytes = (Self.number("VmRSS:", in: status) ?? 0) * 1024
    peakBytes = (Self.number("VmHWM:", in: status) ?? 0) * 1024
    anonymousBytes = (Self.number("RssAnon:", in: status) ?? 0) * 1024
    contextSwitches = [:]
    for name in DirectoryReader.names(in: "/proc/\(pid)/task") {
      // A thread that ends between the two looks is left out.
      guard let thread = Int32(name), let own = try? Self.status("/proc/\(pid)/task/\(name)/status") else {
        continue
      }
      contextSwitches[thread] =
        (Self.number("voluntary_ctxt_switches:", in: own) ?? 0)
        + (Self.number("nonvoluntary_ctxt_switches:", in: own) ?? 0)
    }
  }

  /// Of all threads together, after an earlier look at the same process. A thread that has ended meanwhile
  /// was switched to for that, and counts once.
  package func contextSwitches(since earlier: ProcessUsage) -> Int {
    let ended = earlier.contextSwitches.keys.count { contextSwitches[$0] == nil }
    return contextSwitches.reduce(ended) { $0 + $1.value - (earlier.contextSwitches[$1.key] ?? 0) }
  }

  private static func status(_ path: String) throws(SystemError) -> [Substring] {
    String(decoding: try SmallFile.read(path, atMost: 64 * 1024), as: UTF8.self).split(separator: "\n")
  }

  /// The number behind a field's name.
  private static func number(_ field: String, in lines: [Substring]) -> Int? {
    guard let line = lines.first(where: { $0.hasPrefix(field) }) else { return nil }
    return line.dropFirst(field.count).split { $0 == " " || $0 == "\t" }.first.flatMap { Int($0) }
  }
}
