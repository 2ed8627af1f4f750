/// Whose turn it is to have something done: the user whose last turn was longest ago goes first.
struct UserTurns {
  /// How many there were, and the number of each user's last.
  private var count: UInt64 = 0
  private var last: [UInt32: UInt64] = [:]

  /// The users in the order of their turns.
  func sorted(_ users: some Sequence<UInt32>) -> [UInt32] {
    users.sorted { (last[$0, default: 0], $0) < (last[$1, default: 0], $1) }
  }

  /// That was the user's turn.
  mutating func take(_ uid: UInt32) {
    count += 1
    last[uid] = count
  }
}
