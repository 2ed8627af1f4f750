/// How much of what has piled up one event takes in. What is left goes on with ``Event/goOn``, and others
/// have their turn in between.
struct Slice: Sendable {
  /// In looks at a leaf of an expression; a task costs ``task``.
  private var left: Int
  private let size: Int
  private var wasSpent = false

  init(_ size: Int) { (left, self.size) = (size, size) }

  /// So much takes some milliseconds.
  static let usual = 3000
  /// A task that is put where it waits costs as much as so many leaves.
  static let task = 24
  /// A task that is only looked at.
  static let look = 4
  /// A request that is submitted: a batch of a thousand that say little is one slice.
  static let request = 3
  /// A leaf of what a request says in its own words, which is told to its user.
  static let words = 2
  /// So many tasks of a user are moved on before it is the next one's turn.
  static let turn = 16

  var isSpent: Bool { left <= 0 }

  /// Something may have been left.
  var isCutShort: Bool { wasSpent || isSpent }

  mutating func spend(_ cost: Int) { left -= cost }

  /// What the event took in of something else may have been cut short.
  mutating func note(_ other: Slice) { wasSpent = wasSpent || other.isCutShort }

  /// What comes now has as much of its own, however much came before it: what piles up does not keep what is
  /// ready from starting.
  mutating func refill() {
    wasSpent = isCutShort
    left = size
  }
}
