/// The local user as whom a fleet user's tasks run.
package struct AllowedUser: Hashable, Sendable {
  /// The fleet user: a role of the database.
  package let fleetUser: String
  /// The local user.
  package let localUser: String

  /// Allows the tasks of a fleet user.
  package init(_ fleetUser: String, as localUser: String) {
    (self.fleetUser, self.localUser) = (fleetUser, localUser)
  }
}

/// The configuration of an agent (`fleet.conf`).
package struct FleetConfiguration: Hashable, Sendable {
  /// The most runs that a machine may allow.
  package static let mostRunsBound = 1000

  /// The machine: 32 hexadecimal digits.
  package var machine: String
  /// The host's name.
  package var name: String
  /// The machine's groups.
  package var groups: [String]
  /// The fleet users whose tasks run here. The first row of a user counts.
  package var allows: [AllowedUser]
  /// The most grants that the machine holds at once, 0 to ``mostRunsBound``. A machine with 0 drains: it
  /// takes no new work, and its runs go on.
  package var mostRuns: Int

  /// Creates a configuration; the number of runs is moved into its bounds.
  package init(machine: String, name: String, groups: [String], allows: [AllowedUser], mostRuns: Int) {
    self.machine = machine
    self.name = name
    self.groups = groups
    self.allows = allows
    self.mostRuns = min(max(mostRuns, 0), Self.mostRunsBound)
  }

  /// Returns the local user for a fleet user, or `nil` when the fleet user's tasks do not run here.
  func localUser(for fleetUser: String) -> String? {
    allows.first { $0.fleetUser == fleetUser }?.localUser
  }
}
