extension BGTaskCondition {
  /// The name of a condition, whatever it asks: a ``BGTaskRequest/Relaxation`` gives conditions up by name.
  /// The raw value is the word of bgtask-when(7).
  public enum Name: String, CaseIterable, Sendable {
    /// Power from outside.
    case externalPower = "external-power"
    /// Batteries that are not being charged.
    case notCharging = "not-charging"
    /// A network, whatever its name.
    case network
    /// A network whose traffic costs no money.
    case unmetered
    /// A private network.
    case vpn
    /// A machine that is idle.
    case idle
    /// Screens that are locked.
    case locked
    /// A closed lid.
    case lidClosed = "lid-closed"
    /// The power-saver profile.
    case lowPower = "low-power"
    /// A machine that is too hot.
    case hot
    /// Processors that are busy.
    case cpuPressure = "cpu-pressure"
    /// Memory that is short.
    case memoryPressure = "memory-pressure"
    /// Disks that are busy.
    case ioPressure = "io-pressure"
    /// A full disk.
    case storageLow = "storage-low"
    /// The charge of the batteries.
    case battery
    /// The users who are logged in.
    case noUser = "no-user"
    /// The time of day.
    case between
    /// The day of the week.
    case on
    /// The free room of a file system.
    case storage
    /// A mounted file system.
    case mounted
    /// A file that exists.
    case exists
    /// A port that takes connections.
    case reachable
    /// The load of the processors.
    case load
    /// The exit status of a program.
    case check
  }
}
