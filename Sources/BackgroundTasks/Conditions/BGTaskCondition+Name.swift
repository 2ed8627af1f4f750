extension BGTaskCondition {
  /// What a condition is called, whatever it asks: by this a ``BGTaskRequest/Relaxation`` says what is given
  /// up. The raw value is the word of bgtask-when(7).
  public enum Name: String, CaseIterable, Sendable {
    /// Power from outside.
    case externalPower = "external-power"
    /// Batteries that are not being charged.
    case notCharging = "not-charging"
    /// A network, whatever its name.
    case network
    /// A network that is not paid for by volume.
    case unmetered
    /// A private network.
    case vpn
    /// A machine that nobody uses.
    case idle
    /// Locked screens.
    case locked
    /// A closed lid.
    case lidClosed = "lid-closed"
    /// The power-saver profile.
    case lowPower = "low-power"
    /// Heat.
    case hot
    /// Busy processors.
    case cpuPressure = "cpu-pressure"
    /// Short memory.
    case memoryPressure = "memory-pressure"
    /// Busy disks.
    case ioPressure = "io-pressure"
    /// A full disk.
    case storageLow = "storage-low"
    /// How full batteries are.
    case battery
    /// Who is logged in.
    case noUser = "no-user"
    /// The time of day.
    case between
    /// The day of the week.
    case on
    /// How much room there is.
    case storage
    /// Something is mounted somewhere.
    case mounted
    /// Something is there.
    case exists
    /// A port can be connected to.
    case reachable
    /// How many processes want to run.
    case load
    /// What a program says.
    case check
  }
}
