/// The windows of one set of requirements in three numbers, which are all that is remembered of them.
package struct WindowRecord: Hashable, Sendable {
  /// The requirements that all hold in the windows.
  package let requirements: Requirements
  /// The number of windows that have ended.
  package var count: Int64 = 0
  /// The sum of their lengths as ``WindowModel/measure(_:)`` has them, in millionths.
  package var sum: Int64 = 0
  /// The time in which they ended.
  package var span = TimeSpan.zero
  /// The date up to which ``span`` counts.
  package var countedTo: WallTime

  /// The number of windows from which on earlier ones count for less: people move, and machines change hands.
  private static let memory = 400
  /// The longest time that counts at once, so that a clock that was set teaches little.
  private static let longestStep = TimeSpan.days(7)

  package init(requirements: Requirements, countedTo: WallTime) {
    self.requirements = requirements
    self.countedTo = countedTo
  }

  /// The same record without numbers that no windows can have.
  var checked: WindowRecord {
    var record = self
    record.count = min(max(count, 0), Int64(Self.memory))
    record.sum = min(max(sum, 0), 1_000_000_000_000)
    record.span = min(max(span, .zero), .days(10_000))
    return record
  }

  /// Takes in a window of this length that has ended.
  mutating func end(after length: TimeSpan, at now: WallTime, _ model: WindowModel) {
    count += 1
    sum += Int64((model.measure(length.inSeconds) * 1e6).rounded())
    span = span + min(max(now - countedTo, .zero), Self.longestStep)
    countedTo = now
    guard count > Self.memory else { return }
    (count, sum, span) = (count / 2, sum / 2, TimeSpan(uSec: span.uSec / 2))
  }
}
