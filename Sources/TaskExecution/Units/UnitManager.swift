package import LinuxSystem

/// The systemd that runs programs as its units: the system's, or the user's own.
package struct UnitManager: Hashable, Sendable {
  /// Where it is.
  package var address: BusAddress
  /// Whether it starts programs as other users. A user's manager cannot.
  package var runsAsUsers: Bool
  /// Its own control group as this process sees it in `/proc`; nil when that is what the manager itself says,
  /// as it is unless the two are in different control group namespaces.
  package var controlGroup: String?
  /// How environments and credentials reach programs; without it environments do as properties, where nobody
  /// else can look at the manager's units, and credentials do not.
  package var secretFiles: SecretFiles?

  /// A manager.
  package init(
    address: BusAddress, runsAsUsers: Bool, controlGroup: String? = nil,
    secretFiles: SecretFiles? = nil
  ) {
    self.address = address
    self.runsAsUsers = runsAsUsers
    self.controlGroup = controlGroup
    self.secretFiles = secretFiles
  }

  /// The system's manager, which starts each program as the user who submitted it. Every user can look at its
  /// units.
  package static func system(secretFiles: SecretFiles) -> UnitManager {
    UnitManager(address: .system, runsAsUsers: true, secretFiles: secretFiles)
  }
  /// The manager of this process's user, which shows its units to nobody else.
  package static func user(secretFiles: SecretFiles?) -> UnitManager {
    UnitManager(address: .user, runsAsUsers: false, secretFiles: secretFiles)
  }
}
