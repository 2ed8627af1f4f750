import ConfigurationFiles
import SchedulerAPI

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

/// What every user has of what all share, from the moment that it costs something until it costs nothing any
/// more. Every door asks here. It is confined to the daemon's queue.
final class Accounts {
  /// So many bytes a user has also when all users together have too many.
  private static let smallBytes = 256 << 10
  /// No further call is taken while calls of so many bytes are being answered: a long one is work for a
  /// while.
  private static let bytesAtOnce = 32 << 10

  var limits: ServerLimits
  private var accounts: [AccountKey: Account] = [:]
  private var total = Account()
  /// Connections of those who report of runs.
  private(set) var reportConnections = 0

  init(_ limits: ServerLimits) { self.limits = limits }

  func uses(_ bound: AccountBound, _ key: AccountKey) -> Int { accounts[key]?[bound] ?? 0 }

  /// What all have together.
  func total(_ bound: AccountBound) -> Int { total[bound] }

  func add(_ bound: AccountBound, _ count: Int, to key: AccountKey) {
    guard count != 0 else { return }
    accounts[key, default: Account()][bound] += count
    total[bound] += count
    if bound == .connections && key.isReports { reportConnections += count }
    forgetIfEmpty(key)
  }

  func addTaken(bytes: Int, to key: AccountKey) {
    accounts[key, default: Account()].bytesTaken += bytes
    forgetIfEmpty(key)
  }

  private func forgetIfEmpty(_ key: AccountKey) {
    if accounts[key]?.isEmpty == true { accounts[key] = nil }
  }

  func limit(_ bound: AccountBound, _ key: AccountKey) -> Int {
    key.isReports ? bound.forReports : limits[bound]
  }

  /// Whether the user may have no more of it, or all users together.
  func isFull(_ bound: AccountBound, _ key: AccountKey) -> Bool {
    let own = uses(bound, key)
    if own >= limit(bound, key) { return true }
    switch bound {
    case .callBytes, .replyBytes:
      return own > Self.smallBytes && total[bound] >= limits[bound] * AccountBound.users
    case .connections, .streams, .calls, .reads: return false
    }
  }

  /// Whether another call of the user may be taken: there are not too many that wait for their reply, and not
  /// too long ones.
  func takesCalls(_ key: AccountKey) -> Bool {
    guard let account = accounts[key] else { return true }
    return account[.calls] < limit(.calls, key) && account.bytesTaken < Self.bytesAtOnce
  }

  /// What `Status` shows: of one user, or of all who have something.
  func shown(of uid: UInt32?) -> [Wire.Account] {
    var shown: [UInt32: [String: Int]] = [:]
    for (key, account) in accounts where uid == nil || key.uid == uid {
      for bound in AccountBound.allCases where account[bound] != 0 {
        shown[key.uid, default: [:]][bound.rawValue, default: 0] += account[bound]
      }
    }
    return shown.sorted { $0.key < $1.key }.map { Wire.Account(uid: $0.key, uses: $0.value) }
  }

  /// The bounds, as `Status` shows them.
  var shownBounds: [String: Int] {
    Dictionary(uniqueKeysWithValues: AccountBound.allCases.map { ($0.rawValue, limits[$0]) })
  }
}
