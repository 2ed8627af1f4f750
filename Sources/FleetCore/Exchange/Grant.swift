/// The name of one grant: an occurrence in a machine's hands for the epoch's time.
package struct GrantID: Hashable, Comparable, Sendable {
  /// The occurrence's number in the database.
  package let occurrence: Int64
  /// The number of the grant among all grants of this occurrence, from 1 on.
  package let epoch: Int64

  /// Creates the name of an occurrence's grant with this epoch.
  package init(occurrence: Int64, epoch: Int64) { (self.occurrence, self.epoch) = (occurrence, epoch) }

  /// Whether `left` comes before `right`: by occurrence, then by epoch.
  package static func < (left: GrantID, right: GrantID) -> Bool {
    (left.occurrence, left.epoch) < (right.occurrence, right.epoch)
  }
}

/// The digest of what a machine has to know of a task in order to claim it: group, fleet user, requirements.
package struct ClassID: Hashable, Comparable, Sendable {
  /// The digest: 32 hexadecimal digits.
  package let value: String

  /// Creates the name from a digest.
  package init(_ value: String) { self.value = value }

  /// Whether `left` comes before `right` by its digits.
  package static func < (left: ClassID, right: ClassID) -> Bool { left.value < right.value }
}

/// The way in which a task's occurrences are spread over the machines.
package enum FleetMode: String, CaseIterable, Sendable {
  /// One occurrence, on whichever machine.
  case once
  /// One occurrence for each machine of the group.
  case everywhere
  /// One occurrence for each date, each on whichever machine.
  case nightly
}

/// An occurrence that the database has put into this machine's hands.
package struct Grant: Hashable, Sendable {
  /// The name of this grant.
  package let id: GrantID
  /// The task's number in the database.
  package let task: Int64
  /// The task's identifier, chosen by its fleet user.
  package let identifier: String
  /// The fleet user who submitted the task.
  package let user: String
  /// The class from which the occurrence was claimed.
  package let `class`: ClassID
  /// The task's mode.
  package let mode: FleetMode
  /// The `TaskRequest` as it was submitted, as JSON text. The core hands it on unread.
  package let request: String
  /// The date on the database's clock after which a run that has not begun is dropped, in microseconds since
  /// the Unix epoch.
  package let deadlineUSec: Int64?

  /// Creates a grant with these properties.
  package init(
    id: GrantID, task: Int64, identifier: String, user: String, class: ClassID, mode: FleetMode,
    request: String, deadlineUSec: Int64? = nil
  ) {
    self.id = id
    self.task = task
    self.identifier = identifier
    self.user = user
    self.class = `class`
    self.mode = mode
    self.request = request
    self.deadlineUSec = deadlineUSec
  }
}

/// A grant of which the agent can read the name, and not the rest. It is given back.
package struct UnreadableGrant: Hashable, Sendable {
  /// The name of this grant.
  package let id: GrantID
  /// The task's identifier; empty where it cannot be read.
  package let identifier: String
  /// The fleet user who submitted the task; empty where it cannot be read.
  package let user: String
  /// The class from which the occurrence was claimed; `nil` where it cannot be read.
  package let `class`: ClassID?
  /// The reason for which it cannot be read, for people.
  package let message: String

  /// Creates a grant of which so much can be read.
  package init(id: GrantID, identifier: String, user: String, class: ClassID?, message: String) {
    (self.id, self.identifier, self.user) = (id, identifier, user)
    (self.class, self.message) = (`class`, message)
  }
}
