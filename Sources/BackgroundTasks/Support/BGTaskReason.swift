public import Foundation
import SchedulerAPI

/// Only on Linux: why a run was told to stop, or why a task is not running. Apple's framework has no word for
/// it.
public struct BGTaskReason: Hashable, Sendable, CustomStringConvertible {
  /// For programs: one of the codes that `bgtaskctl status` lists (`externalPower`, `cancelled`).
  public let code: String
  /// For people.
  public let message: String
  /// What is asked for; nil when there is no such thing.
  public let required: String?
  /// What was found instead; nil when there is no such thing.
  public let observed: String?
  /// Since when it holds; nil when that is not known.
  public let since: Date?

  /// A reason, for tests of what an application makes of one.
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

  /// One line for people.
  public var description: String {
    let details = [required.map { "required: \($0)" }, observed.map { "observed: \($0)" }].compactMap { $0 }
    return details.isEmpty
      ? "\(code): \(message)" : "\(code): \(message) (\(details.joined(separator: ", ")))"
  }
}
