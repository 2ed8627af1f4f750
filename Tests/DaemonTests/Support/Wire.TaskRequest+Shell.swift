import SchedulerAPI
import SchedulerCore

extension Wire.TaskRequest {
  /// A request that runs a script of `/bin/sh`.
  static func shell(_ identifier: String, _ script: String = "true", kind: Wire.Kind = .processing) -> Self {
    Self(identifier: identifier, kind: kind, command: Wire.Command(argv: ["/bin/sh", "-c", script]))
  }

  /// A request that runs a program.
  static func program(_ identifier: String, _ argv: String...) -> Self {
    Self(identifier: identifier, kind: .processing, command: Wire.Command(argv: argv))
  }

  /// A request that waits for longer than any test.
  static func later(_ identifier: String) -> Self {
    shell(identifier).with { $0.earliestBeginUSec = .now + 3_600_000_000 }
  }

  /// The request with changes.
  func with(_ change: (inout Self) -> Void) -> Self {
    var request = self
    change(&request)
    return request
  }
}

extension Wire.Retry {
  /// Tries again at once.
  static func atOnce(attempts: Int = 10) -> Self {
    Self(backoff: .linear, initialDurationUSec: 0, maximumAttempts: attempts)
  }
}
