import BackgroundTasks

/// What a program hears of its machine beside its states.
protocol LifecycleSystem: Sendable {
  func memoryWarnings() -> AsyncStream<MemoryWarning>
  func timeChanges() -> AsyncStream<SignificantTimeChange>
  func lowPowerModes() -> AsyncStream<Bool>
  /// Tells what the machine does, for as long as what this returns is kept: one after the other. The machine
  /// waits until it was taken in.
  func followMachine(_ tell: @escaping @Sendable (MachineNews) async -> Void) -> any Sendable
  /// The same of the program's terminal.
  func followTerminal(_ tell: @escaping @Sendable (TerminalNews) async -> Void) -> any Sendable
}

/// Memory is short: programs wait for it. What can be made again should be given back.
public struct MemoryWarning: Hashable, Sendable {}

/// Why what a program shows or plans by the time of day may be wrong now.
public enum SignificantTimeChange: Hashable, Sendable {
  /// Somebody has set the machine's clock.
  case clock
  /// The machine is in another time zone.
  case zone
}
