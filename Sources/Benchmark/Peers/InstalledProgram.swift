import Glibc

/// Programs of other people that the daemon is measured beside.
enum InstalledProgram {
  /// Where it is installed; nil when it is not.
  static func path(_ name: String) -> String? {
    let search = getenv("PATH").map { String(cString: $0) } ?? ""
    return (search.split(separator: ":").map(String.init) + ["/usr/bin"]).map { "\($0)/\(name)" }
      .first { $0.hasPrefix("/") && access($0, X_OK) == 0 }
  }
}
