/// The rate limit of a log. Of each kind of event (`MESSAGE_ID`) and each origin, ``limit`` entries are
/// written in ``intervalUSec``, then one that reports the suppression. Entries without a kind are a kind of
/// their own.
package struct LogSuppression: Sendable {
  /// The most entries of a kind in one interval.
  package static let limit = 500
  /// The interval in microseconds. journald by itself drops everything of a service that sends 10,000 in this
  /// time (journald.conf(5), `RateLimitBurst=`).
  package static let intervalUSec: Int64 = 30_000_000

  /// The most lines of one program's output in one interval: entries that have the ``outputField``.
  package static let outputLimit = 2000

  /// The field that names the user who caused an event.
  package var originField: LogField.Name
  /// The field that names the program that wrote a line, for entries without an ``originField``; nil when
  /// programs' lines do not go to this log.
  package var outputField: LogField.Name?
  /// The kind of the entry that reports the suppression.
  package var messageID: String?

  package init(originField: LogField.Name, outputField: LogField.Name? = nil, messageID: String? = nil) {
    self.originField = originField
    self.outputField = outputField
    self.messageID = messageID
  }
}

/// The entries that may still be written, by kind (``LogSuppression``).
struct LogBudget {
  /// The entries that are counted together.
  struct Kind: Hashable {
    var messageID: String?
    /// The user or program that causes the entries, so that none uses up the budget of another.
    var origin: String?
    var limit = LogSuppression.limit
  }

  /// The decision about an entry.
  enum Answer: Equatable {
    case write
    /// The first entry beyond the limit.
    case suppress
    case drop
  }

  private struct Use {
    var beginUSec: Int64
    var count = 0
  }

  /// The most kinds that are counted apart, so that invented origins do not fill the memory.
  private static let kindLimit = 1000

  private var uses: [Kind: Use] = [:]

  /// - Parameter nowUSec: The time on a clock that is never set.
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
