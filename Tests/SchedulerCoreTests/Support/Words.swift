@testable import SchedulerCore

// Short words for the tables.

extension TimeSpan {
  static func of(_ seconds: Double) -> TimeSpan { TimeSpan(uSec: Int64((seconds * 1_000_000).rounded())) }
}

extension WallTime {
  /// Seconds after a test's beginning.
  static func at(_ seconds: Double) -> WallTime {
    WallTime(uSec: 1_700_000_000_000_000) + .of(seconds)
  }
}

extension MonotonicTime {
  /// Seconds after a test's beginning.
  static func at(_ seconds: Double) -> MonotonicTime { MonotonicTime(uSec: 5_000_000_000) + .of(seconds) }
}

extension SchedulerConfiguration {
  /// The defaults, but nothing settles.
  static var plain: SchedulerConfiguration {
    var configuration = SchedulerConfiguration()
    configuration.settling = .zero
    return configuration
  }

  /// With a few changes.
  func with(_ change: (inout SchedulerConfiguration) -> Void) -> SchedulerConfiguration {
    var configuration = self
    change(&configuration)
    return configuration
  }
}

extension TaskRequest {
  /// A command that demands as little as possible.
  static func command(_ identifier: String, _ change: (inout TaskRequest) -> Void = { _ in }) -> TaskRequest {
    var request = TaskRequest(identifier: identifier, kind: .refresh)
    change(&request)
    return request
  }

  /// A long piece of work.
  static func processing(
    _ identifier: String, _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .command(identifier) {
      $0.kind = .processing
      change(&$0)
    }
  }

  /// What a person started.
  static func continued(
    _ identifier: String, _ change: (inout TaskRequest) -> Void = { _ in }
  ) -> TaskRequest {
    .command(identifier) {
      $0.kind = .continued
      change(&$0)
    }
  }
}

extension Event {
  static func submit(_ request: TaskRequest, uid: UInt32 = 1000) -> Event {
    .call(.submit(Submission(request: request, payload: [1])), uid: uid)
  }

  static func submitBatch(_ requests: [TaskRequest], uid: UInt32 = 1000) -> Event {
    .call(.submitBatch(requests.map { Submission(request: $0, payload: [1]) }), uid: uid)
  }

  static func cancel(_ identifier: String, uid: UInt32 = 1000) -> Event {
    .call(.cancel(identifier: identifier), uid: uid)
  }

  /// The program at the other end of the connection handles these.
  static func register(
    _ identifiers: String..., on connection: UInt64, of application: String = "", uid: UInt32 = 1000,
    runs: [RunID] = [], process: RunID? = nil
  ) -> Event {
    .call(
      .register(
        RegistrationRequest(
          connection: ConnectionID(connection), application: application, identifiers: identifiers,
          runs: runs, process: process)), uid: uid)
  }

  static func disconnected(_ connection: UInt64) -> Event { .disconnected(ConnectionID(connection)) }

  static func call(_ call: Call, uid: UInt32 = 1000) -> Event {
    .call(call, caller: Caller(uid: uid, isPrivileged: uid == 0), token: ReplyToken(0))
  }
}
