import Glibc

/// The memory that a process may use: the limit of its control group and those above it (cgroups(7),
/// `memory.max`), and never more than the machine has.
package enum MemoryLimit {
  /// Returns the limit in bytes; nil where none is known.
  /// - Parameters:
  ///   - membership: The file that names the control group (`/proc/self/cgroup`).
  ///   - root: The mount point of the control groups.
  package static func bytes(membership: String = "/proc/self/cgroup", root: String = "/sys/fs/cgroup") -> Int?
  {
    let limits = folders(membership).compactMap { limit(in: root + $0) } + [physical].compactMap(\.self)
    return limits.min()
  }

  /// Returns the group and those above it, without the root, which has no limit of its own.
  private static func folders(_ membership: String) -> [String] {
    guard let bytes = try? SmallFile.read(membership, atMost: 64 << 10),
      let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first(where: {
        $0.hasPrefix("0::/")
      })
    else { return [] }
    var parts = line.dropFirst(4).split(separator: "/")
    var folders: [String] = []
    while !parts.isEmpty {
      folders.append("/" + parts.joined(separator: "/"))
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
