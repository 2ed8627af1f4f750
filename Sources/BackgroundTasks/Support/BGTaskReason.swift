public import Foundation
import SchedulerAPI

/// Only on Linux: the reason why a run was told to stop, or why a task is not running. Apple's framework has
/// no word for it.
public struct BGTaskReason: Hashable, Sendable, CustomStringConvertible {
  /// The code, for programs: one that `bgtaskctl status` lists (`externalPower`, `cancelled`).
  public let code: String
  /// The message, for people.
  public let message: String
  /// The value that is required; nil when there is none.
  public let required: String?
  /// The value that was observed instead; nil when there is none.
  public let observed: String?
  /// The date since which the reason holds; nil when it is not known.
  public let since: Date?

  /// Creates a reason, for tests of an application that takes reasons.
  public init(
    code: String, message: String, required: String? = nil, observed: String? = nil, since: Date? = nil
  ) {
    self.code = code
    self.message = message
    self.required = required
    self.observed = observed
    self.since = since
  }

  init(_ wire: Wire.Reason) {
    self.init(
      code: wire.code, message: wire.message, required: wire.required, observed: wire.observed,
      since: Microseconds.date(wire.sinceUSec))
  }

  /// The reason in one line, for people.
  public var description: String {
    let details = [required.map { "required: \($0)" }, observed.map { "observed: \($0)" }].compactMap { $0 }
    return details.isEmpty
      ? "\(code): \(message)" : "\(code): \(message) (\(details.joined(separator: ", ")))"
  }
}
