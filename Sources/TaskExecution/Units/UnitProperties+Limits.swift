import LinuxSystem
import PlainText
import SchedulerCore

/// The limits of what a program may use and access (systemd.resource-control(5), systemd.exec(5)).
extension UnitProperties {
  /// Returns the limits that systemd cannot be told; nil when there are none.
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
    if let nice = limits.nice { try writer.property("Nice", int32: Int32(nice)) }
    if let ioClass = limits.ioClass {
      try writer.property("IOSchedulingClass", int32: ProcessPriority.IOClass(ioClass).rawValue)
    }
    if let bytes = limits.memoryMaxBytes { try writer.property("MemoryMax", uint64: UInt64(bytes)) }
    if let percent = limits.cpuQuotaPercent {
      // The quota is the processor time in each second.
      try writer.property("CPUQuotaPerSecUSec", uint64: UInt64(percent) * 10_000)
    }
    if let folders = program.writtenFolders {
      try writeTransferSandbox(folders, writer)
    } else {
      try writeSandbox(limits.sandbox ?? .none, writer)
    }
  }

  /// Writes the sandbox of a transfer, which speaks to unknown servers: it gains no rights and writes nowhere
  /// else. Files stay open under a user's own systemd, and with folders that systemd cannot write down.
  private func writeTransferSandbox(_ folders: [String], _ writer: BusWriter) throws(BusError) {
    try writeSandbox(.basic, writer)
    guard runsAsUsers else { return }
    try writer.property("PrivateDevices", bool: true)
    guard folders.allSatisfy({ $0.utf8.allSatisfy { !Self.unwritable.contains($0) } }) else { return }
    try writer.property("ProtectSystem", string: "strict")
    try writeWritable(folders, writer)
  }

  private func writeSandbox(_ sandbox: Sandbox, _ writer: BusWriter) throws(BusError) {
    if sandbox >= .basic {
      for name in Self.basic + (runsAsUsers ? Self.ofRoot : []) { try writer.property(name, bool: true) }
    }
    if sandbox >= .system {
      try writer.property("PrivateDevices", bool: true)
      try writer.property("PrivateTmp", bool: true)
      try writer.property("ProtectSystem", string: sandbox == .strict ? "strict" : "full")
    }
    if sandbox == .strict, let directory = program.workingDirectory {
      try writeWritable([directory], writer)
    }
  }

  /// Writes the folders to which alone the program may write. With `-` systemd leaves out one that is
  /// missing, instead of not starting the program: the program, or the step to its working directory, then
  /// fails on it, and that error names it.
  private func writeWritable(_ folders: [String], _ writer: BusWriter) throws(BusError) {
    try writer.property("ReadWritePaths", "as") { (writer) throws(BusError) in
      try writer.strings(folders.map { "-" + $0 })
    }
  }

  private static let basic = ["NoNewPrivileges", "RestrictSUIDSGID", "LockPersonality", "RestrictRealtime"]
  /// The properties against rights that users' own programs lack, and that a user's manager cannot set.
  private static let ofRoot = [
    "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "ProtectControlGroups",
    "ProtectClock", "ProtectHostname",
  ]
}
