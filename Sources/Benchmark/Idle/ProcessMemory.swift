import LinuxSystem

/// The memory of a process, counted page by page (`/proc/PID/smaps_rollup`): `status` may be some hundred
/// kilobytes behind.
struct ProcessMemory {
  /// All resident memory, parts of files that others use as well included.
  let residentBytes: Int
  /// The memory that has no file behind it, swapped out or not.
  let anonymousBytes: Int

  /// Reads the memory of a process now.
  /// - Throws: ``SystemError``: ENOENT or ESRCH when the process is gone.
  init(of pid: Int32) throws(SystemError) {
    let path = "/proc/\(pid)/smaps_rollup"
    let lines = String(decoding: try SmallFile.read(path, atMost: 16 * 1024), as: UTF8.self)
      .split(separator: "\n").map { $0.split(separator: " ") }
    func bytes(_ field: String) -> Int {
      lines.first { $0.first == field[...] && $0.count > 1 }.flatMap { Int($0[1]) }.map { $0 * 1024 } ?? 0
    }
    residentBytes = bytes("Rss:")
    anonymousBytes = bytes("Anonymous:") + bytes("Swap:")
  }
}
