import LinuxSystem

/// Control groups of processes (cgroups(7)).
enum ControlGroup {
  /// Returns the group of a process in the hierarchy that systemd uses; nil when the process is gone.
  static func of(_ pid: Int32) -> String? {
    guard let bytes = try? SmallFile.read("/proc/\(pid)/cgroup", atMost: 64 * 1024) else { return nil }
    return path(in: String(decoding: bytes, as: UTF8.self))
  }

  /// Returns the path in the unified hierarchy, from the text of `/proc/PID/cgroup`.
  static func path(in text: String) -> String? {
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if parts[0] == "0", parts[1].isEmpty { return String(parts[2]) }
    }
    return nil
  }

  /// Whether a group is this one or below it. The whole path counts: users make groups of any name in their
  /// own part of the tree.
  static func holds(_ path: String, _ group: String) -> Bool { group == path || group.hasPrefix(path + "/") }
}
