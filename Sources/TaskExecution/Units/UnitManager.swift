package import LinuxSystem

/// The systemd that runs programs as its units: the system's, or the user's own.
package struct UnitManager: Hashable, Sendable {
  /// The bus of the manager.
  package var address: BusAddress
  /// Whether the manager starts programs as other users. A user's manager cannot.
  package var runsAsUsers: Bool
  /// The manager's control group as this process sees it in `/proc`; nil when the manager itself names it so,
  /// which it does unless the two are in different control group namespaces.
  package var controlGroup: String?
  /// The files by which environments and credentials reach programs. Without them environments are
  /// properties, where no other user can read the manager's units, and credentials are refused.
  package var secretFiles: SecretFiles?

  package init(
    address: BusAddress, runsAsUsers: Bool, controlGroup: String? = nil,
    secretFiles: SecretFiles? = nil
  ) {
    self.address = address
    self.runsAsUsers = runsAsUsers
    self.controlGroup = controlGroup
    self.secretFiles = secretFiles
  }

  /// The system's manager, which starts each program as the user who submitted it. Every user can read its
  /// units.
  package static func system(secretFiles: SecretFiles) -> UnitManager {
    UnitManager(address: .system, runsAsUsers: true, secretFiles: secretFiles)
  }
  /// The manager of this process's user, whose units no other user can read.
  package static func user(secretFiles: SecretFiles?) -> UnitManager {
    UnitManager(address: .user, runsAsUsers: false, secretFiles: secretFiles)
  }
}
