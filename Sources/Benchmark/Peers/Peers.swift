import Glibc

/// Other programs that the daemon is measured beside: their paths in `PATH`, or `nil`.
struct Peers {
  let beanstalkd = Self.path(of: Beanstalkd.program)
  let taskSpooler = Self.path(of: TaskSpooler.program)

  /// The names of the programs that are not installed.
  var missing: [String] {
    [(Beanstalkd.program, beanstalkd), (TaskSpooler.program, taskSpooler)].filter { $0.1 == nil }.map(\.0)
  }

  private static func path(of name: String) -> String? {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return search.split(separator: ":").map { "\($0)/\(name)" }.first {
      $0.hasPrefix("/") && access($0, X_OK) == 0
    }
  }
}
