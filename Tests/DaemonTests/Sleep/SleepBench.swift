import SchedulerAPI
import TestSupport

/// A daemon on a machine whose logind does what a test says.
struct SleepBench {
  let bus: PrivateBus
  let logind: SimulatedLogind
  let daemon: DaemonProcess

  init(_ rules: String = "", manifests: [String: String] = [:], limitUSec: UInt64 = 5_000_000) throws {
    bus = try PrivateBus()
    logind = try SimulatedLogind(on: bus.address, limitUSec: limitUSec)
    daemon = try .withApplications(
      manifests, rules, environment: ["DBUS_SYSTEM_BUS_ADDRESS": bus.address])
    guard logind.wait(for: 1, "delay") else { throw BenchError.machineDoesNotWait }
  }

  enum BenchError: Error { case machineDoesNotWait }

  /// Submits a script of which a run is going on when this returns.
  /// - Returns: The number of its process.
  func run(
    _ identifier: String, _ ready: NamedPipe, status: Int = 1,
    _ change: (inout Wire.TaskRequest) -> Void = { _ in }
  ) throws -> Int32? {
    try daemon.client().submit(.shell(identifier, Programs.polite(ready, status: status)).with(change))
    return Int32(try ready.read())
  }

  /// Says that the machine is about to go, and waits until it is let go.
  /// - Returns: False when it is still held after 20 s.
  func leave(_ going: SimulatedLogind.Going) -> Bool {
    logind.say(going, true)
    return logind.wait(for: 0, "delay")
  }
}
