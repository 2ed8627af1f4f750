import LinuxSystem
import PlainText
import SchedulerCore

/// What a program may take and touch (systemd.resource-control(5), systemd.exec(5)).
extension UnitProperties {
  /// What systemd could not be told of it.
  static func limitsProblem(with program: Program) -> LaunchProblem? {
    guard program.limits.sandbox == .strict, let directory = program.workingDirectory else { return nil }
    // systemd writes the list into a file, with spaces between its paths.
    guard directory.utf8.allSatisfy({ !unwritable.contains($0) }) else {
      return LaunchProblem(
        "working directory \(SingleLine.escaped(directory)): with Sandbox=strict systemd takes no spaces, "
          + "colons, quotation marks or backslashes in it",
        isPassing: false)
    }
    return nil
  }

  private static let unwritable = Array(" :\"'\\".utf8)

  func writeProgramLimits(_ writer: BusWriter) throws(BusError) {
    let limits = program.limits
    if let nice = limits.nice { try int32(writer, "Nice", Int32(nice)) }
    if let ioClass = limits.ioClass {
      try int32(writer, "IOSchedulingClass", ProcessPriority.IOClass(ioClass).rawValue)
    }
    if let bytes = limits.memoryMaxBytes { try number(writer, "MemoryMax", UInt64(bytes)) }
    if let percent = limits.cpuQuotaPercent {
      // Of each second.
      try number(writer, "CPUQuotaPerSecUSec", UInt64(percent) * 10_000)
    }
    if let folders = program.writtenFolders {
      try writeTransferSandbox(folders, writer)
    } else {
      try writeSandbox(limits.sandbox ?? .none, writer)
    }
  }

  /// What speaks to strangers over the network gains nothing, and writes nowhere else. A user's own systemd
  /// keeps files from nobody; folders that systemd cannot write down are not kept either.
  private func writeTransferSandbox(_ folders: [String], _ writer: BusWriter) throws(BusError) {
    try writeSandbox(.basic, writer)
    guard runsAsUsers else { return }
    try bool(writer, "PrivateDevices", true)
    guard folders.allSatisfy({ $0.utf8.allSatisfy { !Self.unwritable.contains($0) } }) else { return }
    try string(writer, "ProtectSystem", "strict")
    try property(writer, "ReadWritePaths", "as") { (writer) throws(BusError) in try writer.strings(folders) }
  }

  private func writeSandbox(_ sandbox: Sandbox, _ writer: BusWriter) throws(BusError) {
    if sandbox >= .basic {
      for name in Self.basic + (runsAsUsers ? Self.ofRoot : []) { try bool(writer, name, true) }
    }
    if sandbox >= .system {
      try bool(writer, "PrivateDevices", true)
      try bool(writer, "PrivateTmp", true)
      try string(writer, "ProtectSystem", sandbox == .strict ? "strict" : "full")
    }
    if sandbox == .strict, let directory = program.workingDirectory {
      try property(writer, "ReadWritePaths", "as") { (writer) throws(BusError) in
        try writer.strings([directory])
      }
    }
  }

  private static let basic = ["NoNewPrivileges", "RestrictSUIDSGID", "LockPersonality", "RestrictRealtime"]
  /// What a user's own programs may not do anyway, and their manager cannot forbid.
  private static let ofRoot = [
    "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "ProtectControlGroups",
    "ProtectClock", "ProtectHostname",
  ]
}
