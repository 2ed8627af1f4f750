import ConfigurationFiles

/// Whose account it is. What reports of a run from within it has one beside its user's, so that a user who
/// has used up theirs does not take the runs' voices away.
struct AccountKey: Hashable, Comparable {
  var uid: UInt32
  var isReports = false

  static func < (left: AccountKey, right: AccountKey) -> Bool {
    (left.uid, left.isReports ? 1 : 0) < (right.uid, right.isReports ? 1 : 0)
  }
}

/// What one user has now of what all share.
struct Account {
  private var uses = [Int](repeating: 0, count: AccountBound.allCases.count)
  /// Bytes of the messages that were taken, those that are being taken apart included, and are not answered.
  var bytesTaken = 0

  subscript(bound: AccountBound) -> Int {
    get { uses[bound.index] }
    set { uses[bound.index] = newValue }
  }

  var isEmpty: Bool { bytesTaken == 0 && uses.allSatisfy { $0 == 0 } }
}

extension AccountBound {
  /// Its place in the table.
  fileprivate var index: Int {
    switch self {
    case .connections: 0
    case .streams: 1
    case .calls: 2
    case .callBytes: 3
    case .replyBytes: 4
    case .reads: 5
    }
  }
}
