package import SchedulerCore
package import SystemdSyntax

/// The work that each device is given: so many tasks a day, each of which needs so much time on external
/// power, with an unmetered network and nobody at the device.
package struct WorkPlan: Hashable, Sendable {
  /// The number of tasks in each 24 hours of a device's record.
  package let count: Int
  /// The time that a task needs.
  package let length: TimeSpan
  /// The text of the plan, as it was given: `1/day,10min`.
  package let text: String
  /// The step in which a task saves its work; `nil` when a run that is stopped leaves nothing.
  package var resume: TimeSpan?
  /// The time of the day in UTC at which all tasks of a day are submitted; `nil` is a random one for each.
  package var timeOfDay: TimeSpan?

  private static let counts = 1...1000
  private static let lengths = TimeSpan.seconds(1)...TimeSpan.days(1)
  /// The time after its submission within which a task has to be done.
  static let patience = TimeSpan.days(1)

  /// Reads a plan: `COUNT/day,LENGTH`.
  package init(_ text: String) throws(SyntaxError) {
    let parts = text.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let suffix = "/day"
    guard parts.count == 2, parts[0].hasSuffix(suffix) else {
      throw SyntaxError(
        found: text, problem: "is no amount of work", allowed: "COUNT/day,LENGTH", example: "1/day,10min")
    }
    count = try IntegerSyntax.parse(String(parts[0].dropLast(suffix.count)), in: Self.counts)
    length = try Self.length(parts[1])
    self.text = text
  }

  /// Reads a length of work, or of a step in which work is saved.
  package static func length(_ text: String) throws(SyntaxError) -> TimeSpan {
    let length = TimeSpan(uSec: try TimeSpanSyntax.parse(text))
    guard lengths.contains(length) else {
      throw SyntaxError(
        found: text, problem: "is out of range",
        allowed: TimeSpanSyntax.format(lengths.lowerBound.uSec...lengths.upperBound.uSec), example: "10min")
    }
    return length
  }
}
