import LinuxSystem

/// Looks for programs that a daemon has started.
enum ProcessesOfRuns {
  /// The processes whose environment leads to the daemon on this socket.
  static func find(socket: String) -> [Int32] {
    let all = (try? ProcessTable.all()) ?? []
    return all.filter {
      ProcessTable.environmentValue(of: $0, "BGTASKD_SOCKET") == socket && ProcessTable.isAlive($0)
    }
  }
}
