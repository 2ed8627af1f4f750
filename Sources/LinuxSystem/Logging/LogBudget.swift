/// What is left of each kind of entry to write down, see ``LogSuppression``.
struct LogBudget {
  /// What is counted together.
  struct Kind: Hashable {
    var messageID: String?
    /// Whose events they are, so that nobody uses up what is another's.
    var origin: String?
    var limit = LogSuppression.limit
  }

  /// What is to be done with an entry.
  enum Answer: Equatable {
    case write
    /// It is the first one too many.
    case suppress
    case drop
  }

  private struct Use {
    var beginUSec: Int64
    var count = 0
  }

  /// More are not kept apart: whoever makes up origins would have the log keep all of them.
  private static let kindLimit = 1000

  private var uses: [Kind: Use] = [:]

  /// - Parameter nowUSec: On a clock that is never set.
  mutating func take(_ kind: Kind, nowUSec: Int64) -> Answer {
    let isOver = { (use: Use) in nowUSec - use.beginUSec >= LogSuppression.intervalUSec }
    if uses.count >= Self.kindLimit, uses[kind] == nil {
      uses = uses.filter { !isOver($0.value) }
      if uses.count >= Self.kindLimit, kind.origin != nil {
        return take(Kind(messageID: kind.messageID, origin: nil), nowUSec: nowUSec)
      }
    }
    var use = uses[kind] ?? Use(beginUSec: nowUSec)
    if isOver(use) { use = Use(beginUSec: nowUSec) }
    use.count += 1
    uses[kind] = use
    if use.count <= kind.limit { return .write }
    return use.count == kind.limit + 1 ? .suppress : .drop
  }
}
