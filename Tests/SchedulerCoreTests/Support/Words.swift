import SchedulerCore

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

extension BootTime {
  /// Seconds after a test's beginning, without suspend.
  static func at(_ seconds: Double) -> BootTime { BootTime(uSec: 5_000_000_000) + .of(seconds) }
}

extension SchedulerConfiguration {
  /// The defaults, but nothing settles, and no window of conditions has to last.
  static var plain: SchedulerConfiguration { .eager.with { $0.settling = .zero } }

  /// The defaults, but no window of conditions has to last.
  static var eager: SchedulerConfiguration { SchedulerConfiguration().with { $0.judgement = .eager } }

  /// The defaults without settling, lapses and idleness, under which windows have to last.
  static var patient: SchedulerConfiguration {
    SchedulerConfiguration().with {
      $0.settling = .zero
      $0.lapse = .zero
      $0.processingRequiresIdle = false
      $0.programsAreUnits = true
    }
  }

  /// One run at a time, whoever starts it.
  static var oneAtATime: SchedulerConfiguration {
    .plain.with {
      $0.maximumConcurrentRuns = 1
      $0.maximumExtraRunsPerUser = 0
    }
  }

  /// Three applications, of which one cannot be started, without spacing or budgets.
  static var served: SchedulerConfiguration {
    .plain.with {
      $0.applications = [
        Application(name: "mail", permittedIdentifiers: [IdentifierPattern("mail.*")]),
        Application(name: "photos", permittedIdentifiers: [IdentifierPattern("photos.*")]),
        Application(
          name: "remote", permittedIdentifiers: [IdentifierPattern("remote.*")], isStartable: false),
      ]
      $0.refreshSpacing = .zero
      $0.processingSpacing = .zero
      $0.runtimeBudgetPerHour = .zero
      $0.maximumPendingRefreshPerApplication = 9
      $0.maximumConcurrentRuns = 9
    }
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

extension TaskRequest {
  /// With a few changes.
  func with(_ change: (inout TaskRequest) -> Void) -> TaskRequest {
    var request = self
    change(&request)
    return request
  }

  /// What an application handles.
  static func handled(_ identifier: String, _ change: (inout TaskRequest) -> Void = { _ in }) -> TaskRequest {
    .command(identifier) {
      $0.target = .application
      change(&$0)
    }
  }
}

extension Event {
  /// A start without declared tasks.
  static func started(sameBoot: Bool, surviving: Set<RunID>, ended: [RunID: ProgramEnd] = [:]) -> Event {
    .started(sameBoot: sameBoot, surviving: surviving, ended: ended, declared: .unread)
  }

  static func submit(_ request: TaskRequest, uid: UInt32 = 1000) -> Event {
    .call(.submit(Submission(request: request, payload: [1])), uid: uid)
  }

  /// A request with a lease that is over at this point.
  static func submit(_ request: TaskRequest, trustedUntil seconds: Double, uid: UInt32 = 1000) -> Event {
    .call(.submit(Submission(request: request, payload: [1], trustedUntil: .at(seconds))), uid: uid)
  }

  static func renew(_ identifier: String, until seconds: Double, uid: UInt32 = 1000) -> Event {
    .call(.renewLease(identifier: identifier, until: .at(seconds)), uid: uid)
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

  static func addIdentifiers(_ identifiers: [String], to registration: String, uid: UInt32 = 1000) -> Event {
    .call(.addIdentifiers(identifiers, registration: registration), uid: uid)
  }

  /// R36.
  static func isNow(
    _ state: ApplicationState, _ application: String, on connection: UInt64, uid: UInt32 = 1000
  ) -> Event {
    .call(
      .setApplicationState(state, application: application, connection: ConnectionID(connection)), uid: uid)
  }

  static func complete(_ run: RunID, success: Bool = true, uid: UInt32 = 1000) -> Event {
    .call(.complete(run, success: success), uid: uid)
  }

  /// A program asks for time to save.
  static func hold(
    on connection: UInt64, for seconds: Double? = 30, uid: UInt32 = 1000, process: RunID? = nil
  ) -> Event {
    let assertion = Assertion(
      connection: ConnectionID(connection), uid: uid, why: "saving", limit: seconds.map { .of($0) },
      process: process, since: .at(0))
    return .call(.beginAssertion(assertion), uid: uid)
  }

  static func disconnected(_ connection: UInt64) -> Event { .disconnected(ConnectionID(connection)) }

  static func call(_ call: Call, uid: UInt32 = 1000) -> Event {
    .call(call, caller: Caller(uid: uid, isPrivileged: uid == 0), token: ReplyToken(0))
  }
}

extension Event {
  /// The machine gets power from outside.
  static var plugged: Event { .conditions([.powerSource(.external)]) }
  static var unplugged: Event { .conditions([.powerSource(.battery)]) }
}
