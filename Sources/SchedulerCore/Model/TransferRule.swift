/// The part of a transfer that decisions need. The address and the file stay in the store, with the rest that
/// the core never looks at.
package struct TransferRule: Hashable, Sendable {
  /// The host and port of the address.
  package var host: String
  package var priority: TransferPriority
  /// Whether it may be put off for the machine's sake (R35).
  package var isDiscretionary: Bool
  /// The identifier of the user's task that does not begin before all transfers that name it have ended;
  /// `nil` is none.
  package var session: String?

  package init(
    host: String, priority: TransferPriority = .normal, isDiscretionary: Bool = false, session: String? = nil
  ) {
    self.host = host
    self.priority = priority
    self.isDiscretionary = isDiscretionary
    self.session = session
  }
}

/// The direction in which a transfer moves its file.
package enum TransferDirection: String, CaseIterable, Sendable {
  /// The content of the address is written to the file.
  case download
  /// The file is sent to the address.
  case upload
}

/// The rank of a transfer among those of its user with one host.
package enum TransferPriority: String, CaseIterable, Sendable {
  case low, normal, high
}

/// The host and port that a user's transfers speak to.
struct TransferHost: Hashable {
  var uid: UInt32
  var name: String

  init(uid: UInt32, name: String) { (self.uid, self.name) = (uid, name) }

  /// Creates the host of a task; `nil` unless the task is a transfer.
  init?(of task: ScheduledTask) {
    guard let name = task.request.transfer?.host else { return nil }
    (uid, self.name) = (task.uid, name)
  }
}
