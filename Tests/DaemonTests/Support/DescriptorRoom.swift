import Glibc

/// How many files the tests and what they start may have open.
enum DescriptorRoom {
  /// Makes room for so many, where the hard limit allows them (`ulimit -Hn`).
  /// - Returns: Why there is none; nil when there is.
  static func obstacle(to count: Int) -> String? {
    var limits = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    guard limits.rlim_max >= rlim_t(count) else {
      return "it needs \(count) open files, and \(limits.rlim_max) are allowed (ulimit -Hn)"
    }
    limits.rlim_cur = max(limits.rlim_cur, rlim_t(count))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    return nil
  }
}
