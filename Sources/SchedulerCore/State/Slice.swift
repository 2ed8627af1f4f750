/// The bound of the work that one event takes in. The rest goes on with ``Event/goOn``, and other events come
/// in between.
struct Slice: Sendable {
  /// The cost left, in looks at an atom of an expression; a task costs ``task``.
  private var left: Int
  private let size: Int
  private var wasSpent = false

  init(_ size: Int) { (left, self.size) = (size, size) }

  /// The usual size, which takes some milliseconds.
  static let usual = 3000
  /// The cost of putting a task in its place.
  static let task = 24
  /// The cost of a look at a task.
  static let look = 4
  /// The cost of a submitted request: a batch of a thousand small ones is one slice.
  static let request = 3
  /// The cost of an atom of a request's expression that is reported to its user.
  static let words = 12
  /// The cost of a search for the next date of one expression of a calendar.
  static let date = 1
  /// The number of a user's tasks that are moved on before the next user's turn.
  static let turn = 16

  /// Returns the cost of a task that is stored or deleted, whose bytes the disk writes; a small one costs
  /// nothing besides.
  static func storing(_ bytes: Int) -> Int { max(bytes - 1024, 0) / 256 }

  var isSpent: Bool { left <= 0 }

  /// Whether a part of the work may be left.
  var isCutShort: Bool { wasSpent || isSpent }

  mutating func spend(_ cost: Int) { left -= cost }

  /// Notes another slice, whose work may have been cut short.
  mutating func note(_ other: Slice) { wasSpent = wasSpent || other.isCutShort }

  /// Gives the next kind of work the full size, whatever came before it, so that a backlog does not keep
  /// ready tasks from starting.
  mutating func refill() {
    wasSpent = isCutShort
    left = size
  }
}
