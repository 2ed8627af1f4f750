/// What of a transfer decisions need. The address and the file stay in the store, with the rest that the core
/// never looks at.
package struct TransferRule: Hashable, Sendable {
  /// Whom it speaks to: the address' host and port.
  package var host: String
  /// Which of a user's transfers to one host goes first.
  package var priority: TransferPriority
  /// Whether it may be put off for the machine's sake (R35).
  package var isDiscretionary: Bool
  /// The identifier of the user's task that does not begin before all transfers that name it have ended; nil
  /// is none.
  package var session: String?

  /// A rule.
  package init(
    host: String, priority: TransferPriority = .normal, isDiscretionary: Bool = false, session: String? = nil
  ) {
    self.host = host
    self.priority = priority
    self.isDiscretionary = isDiscretionary
    self.session = session
  }
}

/// What becomes of a transfer's file.
package enum TransferDirection: String, CaseIterable, Sendable {
  /// What is at the address is put there.
  case download
  /// It is sent to the address.
  case upload
}

/// Which of a user's transfers to one host goes first.
package enum TransferPriority: String, CaseIterable, Sendable {
  case low, normal, high
}

/// Whom a user's transfers speak to.
struct TransferHost: Hashable, Comparable {
  var uid: UInt32
  var name: String

  init(uid: UInt32, name: String) { (self.uid, self.name) = (uid, name) }

  /// Nil for what is no transfer.
  init?(of task: ScheduledTask) {
    guard let name = task.request.transfer?.host else { return nil }
    (uid, self.name) = (task.uid, name)
  }

  /// Any fixed order.
  static func < (left: TransferHost, right: TransferHost) -> Bool {
    (left.uid, left.name) < (right.uid, right.name)
  }
}
