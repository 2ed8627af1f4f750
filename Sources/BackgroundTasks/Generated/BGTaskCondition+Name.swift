// Made of the table of conditions by `make generate`. Changes belong there.
// swift-format-ignore-file

extension BGTaskCondition {
  /// The name of a condition, whatever it asks: a ``BGTaskRequest/Relaxation`` names by it what it drops. The
  /// raw value is the word of bgtask-when(7).
  public enum Name: String, CaseIterable, Sendable {
    /// Power comes from outside.
    case externalPower = "external-power"
    /// No battery is being charged.
    case notCharging = "not-charging"
    /// There is a network that leads somewhere.
    case network
    /// There is a network that is not metered.
    case unmetered
    /// The network leads through a private one.
    case vpn
    /// Nobody uses the machine.
    case idle
    /// The screens of all users who are logged in are locked.
    case locked
    /// The lid is closed, and no other screen is on. A machine without a lid counts as open.
    case lidClosed = "lid-closed"
    /// A power-saver profile is on.
    case lowPower = "low-power"
    /// The machine is too hot for work that can wait.
    case hot
    /// Tasks stall for want of a processor.
    case cpuPressure = "cpu-pressure"
    /// Tasks stall for want of memory.
    case memoryPressure = "memory-pressure"
    /// Tasks stall for want of a disk.
    case ioPressure = "io-pressure"
    /// The disk of the state directory is nearly full.
    case storageLow = "storage-low"
    /// A Bluetooth device of this name, or with this address, is connected.
    case bluetooth
    /// The charge of the batteries.
    case battery
    /// The users who are logged in.
    case noUser = "no-user"
    /// The time of day.
    case between
    /// The day of the week.
    case on
    /// The free space of a file system.
    case storage
    /// A path is a mount point.
    case mounted
    /// A path exists.
    case exists
    /// A TCP port accepts connections.
    case reachable
    /// The number of processes that want to run.
    case load
    /// The exit status of a program.
    case check
  }
}
