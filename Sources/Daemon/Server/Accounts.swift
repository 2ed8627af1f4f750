import ConfigurationFiles
import SchedulerAPI

/// The owner of an account. Programs that report of their run have an account beside their user's, so that a
/// user whose own is full does not silence the runs.
struct AccountKey: Hashable, Comparable {
  var uid: UInt32
  var isReports = false

  static func < (left: AccountKey, right: AccountKey) -> Bool {
    (left.uid, left.isReports ? 1 : 0) < (right.uid, right.isReports ? 1 : 0)
  }
}

/// The use that one user makes now of what all users share.
struct Account {
  private var uses = [Int](repeating: 0, count: AccountBound.allCases.count)
  /// The bytes of messages that were taken and are not answered, including those that are being decoded.
  var bytesTaken = 0
  /// The bytes of messages that have begun and not ended, which are a part of the bytes of calls.
  var bytesHalfSent = 0

  subscript(bound: AccountBound) -> Int {
    get { uses[bound.index] }
    set { uses[bound.index] = newValue }
  }

  var isEmpty: Bool { bytesTaken == 0 && bytesHalfSent == 0 && uses.allSatisfy { $0 == 0 } }
}

extension AccountBound {
  /// The bound's place in the table.
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

/// The use that every user makes of what all users share, from the moment that it costs something until it
/// costs nothing any more. The server asks here at every door. Confined to the daemon's queue.
final class Accounts {
  /// The bytes that a user may have even when all users together have too many.
  private static let smallBytes = 256 << 10
  /// The bytes of unanswered calls from which on no further call is taken: a long call is work for a while.
  private static let bytesAtOnce = 32 << 10

  var limits: ServerLimits
  private var accounts: [AccountKey: Account] = [:]
  private var total = Account()
  /// The number of connections that report of runs.
  private(set) var reportConnections = 0

  init(_ limits: ServerLimits) { self.limits = limits }

  func uses(_ bound: AccountBound, _ key: AccountKey) -> Int { accounts[key]?[bound] ?? 0 }

  /// Returns the use of all users together.
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

  func addHalfSent(bytes: Int, to key: AccountKey) {
    guard bytes != 0 else { return }
    accounts[key, default: Account()].bytesHalfSent += bytes
    forgetIfEmpty(key)
  }

  /// Whether messages without an end alone take all that the user's calls may: no call that is answered makes
  /// room for their ends.
  func isFullOfHalves(_ key: AccountKey) -> Bool { bytesHalfSent(key) >= limit(.callBytes, key) }

  func bytesHalfSent(_ key: AccountKey) -> Int { accounts[key]?.bytesHalfSent ?? 0 }

  private func forgetIfEmpty(_ key: AccountKey) {
    if accounts[key]?.isEmpty == true { accounts[key] = nil }
  }

  func limit(_ bound: AccountBound, _ key: AccountKey) -> Int {
    key.isReports ? bound.forReports : limits[bound]
  }

  /// Whether the user, or all users together, may have no more.
  func isFull(_ bound: AccountBound, _ key: AccountKey) -> Bool {
    let own = uses(bound, key)
    if own >= limit(bound, key) { return true }
    switch bound {
    case .callBytes, .replyBytes:
      return own > Self.smallBytes && total[bound] >= limits[bound] * AccountBound.users
    case .connections, .streams, .calls, .reads: return false
    }
  }

  /// Whether another call of the user may be taken: the calls that wait for their reply are neither too many
  /// nor too long.
  func takesCalls(_ key: AccountKey) -> Bool {
    guard let account = accounts[key] else { return true }
    return account[.calls] < limit(.calls, key) && account.bytesTaken < Self.bytesAtOnce
  }

  /// Returns the uses that `Status` shows: of one user, or of all users with any.
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
