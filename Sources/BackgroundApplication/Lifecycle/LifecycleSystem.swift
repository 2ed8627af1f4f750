import BackgroundTasks

/// The sources of events of the machine that a program hears of, beside its states.
protocol LifecycleSystem: Sendable {
  func memoryWarnings() -> AsyncStream<MemoryWarning>
  func timeChanges() -> AsyncStream<SignificantTimeChange>
  func lowPowerModes() -> AsyncStream<Bool>
  /// Reports what the machine does, one event after the other, for as long as the result is kept. The machine
  /// waits until each event was taken in.
  func followMachine(_ tell: @escaping @Sendable (MachineNews) async -> Void) -> any Sendable
  /// Reports what the program's terminal does, in the same way.
  func followTerminal(_ tell: @escaping @Sendable (TerminalNews) async -> Void) -> any Sendable
}

/// A warning that memory is short: processes wait for it. Data that can be made again should be given back.
public struct MemoryWarning: Hashable, Sendable {}

/// The reason why a display or a plan by the time of day may be wrong now.
public enum SignificantTimeChange: Hashable, Sendable {
  /// The machine's clock was set.
  case clock
  /// The machine is in another time zone.
  case zone
}
