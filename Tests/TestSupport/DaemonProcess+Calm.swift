import SchedulerAPI

extension DaemonProcess {
  /// Starts a daemon on a machine on which everything may run, whatever the real one is like. `rules` are
  /// added to the quick ones of `[Scheduler]`.
  package static func calm(
    _ rules: String = "", folder: TemporaryFolder? = nil, socketName: String = "socket",
    program: [String] = [], arguments: [String] = [], environment: [String: String?] = [:]
  ) throws -> DaemonProcess {
    let daemon = try DaemonProcess(
      folder: folder, configuration: quick + "[Scheduler]\n" + rules, socketName: socketName,
      program: program, arguments: arguments, environment: environment)
    try daemon.calmDown()
    return daemon
  }

  /// Sets every condition so that work may run.
  package func calmDown() throws {
    try client().simulateConditions([
      "powerSource": "external", "batteryPercent": "unknown", "lowPowerMode": "no", "network": "unmetered",
      "idle": "yes", "thermalPressure": "no", "cpuPressure": "no", "memoryPressure": "no",
      "ioPressure": "no", "storageLow": "no",
    ])
  }

  /// Unplugs the machine, or gives it power.
  package func setPower(_ source: String) throws {
    try client().simulateConditions(["powerSource": source])
  }
}
