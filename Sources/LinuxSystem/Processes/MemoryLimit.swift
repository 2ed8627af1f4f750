import Glibc

/// The memory that a process may use: the limit of its control group and those above it (cgroups(7),
/// `memory.max`), and never more than the machine has.
package enum MemoryLimit {
  /// Returns the limit in bytes; nil where none is known.
  package static func bytes() -> Int? {
    (folders.compactMap(limit) + [physical].compactMap(\.self)).min()
  }

  /// The folders of the group and those above it, without the root, which has no limit of its own.
  private static var folders: [String] {
    guard let bytes = try? SmallFile.read("/proc/self/cgroup", atMost: 64 << 10),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first(where: {
        $0.hasPrefix("0::/")
      })
    else { return [] }
    var parts = line.dropFirst(4).split(separator: "/")
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append("/sys/fs/cgroup/" + parts.joined(separator: "/"))
      parts.removeLast()
    }
    return folders
  }

  /// Returns the group's limit; nil for `max`.
  private static func limit(in folder: String) -> Int? {
    guard let bytes = try? SmallFile.read("\(folder)/memory.max", atMost: 64) else { return nil }
    return Int(String(decoding: bytes, as: UTF8.self).split(separator: "\n").first ?? "")
  }

  private static var physical: Int? {
    let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
    return pages > 0 && size > 0 ? pages * size : nil
  }
}
