import SchedulerAPI
import SchedulerCore
import Varlink

/// The state of the connection on which runs are delivered, and every decision about it. It has no socket, no
/// thread and no clock: an input goes in, and actions come out. An input that makes no sense in a phase
/// changes nothing.
struct DeliveryState: Hashable, Sendable {
  /// The phase of the connection. Each case carries only what is valid in it.
  enum Phase: Hashable {
    /// No identifier is registered, or none was when the last connection ended.
    case idle
    /// The connection is being made.
    case connecting(Attempt)
    /// The registration was sent, and its answer is awaited.
    case registering(Attempt)
    /// Runs are delivered.
    case registered(Registration)
    /// The next attempt waits until the pause is over.
    case pausing(GrowingPause)
    case closed
  }

  /// One attempt to register.
  struct Attempt: Hashable {
    let identifiers: [String]
    var pause: GrowingPause
    /// Whether the next attempt follows at once should this one fail.
    var isHurried = false
  }

  struct Registration: Hashable {
    /// The name that `AddIdentifiers` takes.
    let name: String?
    /// The identifiers that the daemon knows of.
    var known: Set<String>
  }

  /// A caller that registers an identifier and waits.
  struct Caller: Hashable {
    enum Awaited: Hashable {
      /// The call that adds the identifier to a registration, which this caller makes.
      case call
      /// This attempt, or a later one.
      case attempt(Int)
    }

    let number: Int
    let identifier: String
    var awaited: Awaited
  }

  private(set) var phase = Phase.idle
  /// The registered identifiers, in the order of their registration.
  private(set) var identifiers: [String] = []
  /// The number of attempts that have begun.
  private(set) var attempts = 0
  private(set) var callers: [Caller] = []
  private(set) var runs = DeliveredRuns()
  /// The application's name, as the daemon found it.
  private(set) var application: String?
  /// Whether identifiers that could not be added are tried again soon.
  private(set) var willAdd = false
  /// The last warning since there was a connection: the same warning is not repeated.
  private(set) var complaint: Warning?

  private static let reconnection = GrowingPause(first: .milliseconds(10), longest: .seconds(5))
  private static let additionPause = TimeSpan.seconds(5)
  private static let tellingPause = TimeSpan.seconds(1)

  /// Takes in an input, and returns the actions that follow from it.
  mutating func handle(_ input: Input) -> [Action] {
    switch input {
    case .register(let identifier, let caller): register(identifier, caller)
    case .gaveUp(let caller): gaveUp(caller)
    case .unregister(let identifier): unregister(identifier)
    case .added(let identifier, let name): added(identifier, to: name)
    case .notAdded(let identifier, let error): notAdded(identifier, error)
    case .connected: connected()
    case .received(let reply): received(reply)
    case .refused(let error): refused(error)
    case .garbled(let message): garbled(message)
    case .lost: lost()
    case .pauseOver(let attempt): pauseOver(attempt)
    case .addAgain: addAgain()
    case .resumed: resumed()
    case .tellAgain: tellAgain()
    case .completed(let end): completed(end)
    case .told(let end): told(end)
    case .notTold(let end): notTold(end)
    case .close: close()
    }
  }

  private var isRegistered: Bool {
    if case .registered = phase { true } else { false }
  }

  /// Whether there is a connection, or one is being made.
  private var hasConnection: Bool {
    switch phase {
    case .connecting, .registering, .registered: true
    case .idle, .pausing, .closed: false
    }
  }

  // MARK: Asked by others

  private mutating func register(_ identifier: String, _ caller: Int) -> [Action] {
    if !identifiers.contains(identifier) { identifiers.append(identifier) }
    switch phase {
    case .closed: return [.answer(caller: caller, isRegistered: true)]
    case .registered(let registration):
      // Without a name no identifier can be added: the next connection registers it.
      guard let name = registration.name else { return [.answer(caller: caller, isRegistered: true)] }
      callers.append(Caller(number: caller, identifier: identifier, awaited: .call))
      return [.add(identifier, to: name)]
    case .idle, .connecting, .registering, .pausing:
      // An attempt that is under way does not include the identifier.
      callers.append(Caller(number: caller, identifier: identifier, awaited: .attempt(attempts + 1)))
      return hurry()
    }
  }

  private mutating func gaveUp(_ caller: Int) -> [Action] {
    callers.removeAll { $0.number == caller }
    return []
  }

  /// Forgets an identifier. The daemon keeps it until the connection ends; its launches find no handler.
  private mutating func unregister(_ identifier: String) -> [Action] {
    identifiers.removeAll { $0 == identifier }
    if case .pausing = phase, identifiers.isEmpty { phase = .idle }
    return answer { $0.identifier == identifier && $0.awaited != .call }
  }

  private mutating func close() -> [Action] {
    let disconnection: [Action] = hasConnection ? [.disconnect] : []
    phase = .closed
    return answer { $0.awaited != .call } + disconnection
  }

  /// Lets the callers that are meant go on.
  private mutating func answer(_ isRegistered: Bool = true, _ isMeant: (Caller) -> Bool) -> [Action] {
    let answered = callers.filter(isMeant)
    callers.removeAll(where: isMeant)
    return answered.map { .answer(caller: $0.number, isRegistered: isRegistered) }
  }

  // MARK: Attempts

  /// Ends the present pause, or skips the next one, because a caller waits for the connection.
  private mutating func hurry() -> [Action] {
    switch phase {
    case .idle: return begin(Self.reconnection)
    case .pausing(let pause): return begin(pause)
    case .connecting(var attempt):
      attempt.isHurried = true
      phase = .connecting(attempt)
    case .registering(var attempt):
      attempt.isHurried = true
      phase = .registering(attempt)
    case .registered, .closed: break
    }
    return []
  }

  private mutating func begin(_ pause: GrowingPause) -> [Action] {
    guard !identifiers.isEmpty else {
      phase = .idle
      return []
    }
    attempts += 1
    phase = .connecting(Attempt(identifiers: identifiers, pause: pause))
    return [.connect]
  }

  private mutating func rest(_ pause: GrowingPause) -> [Action] {
    guard !identifiers.isEmpty else {
      phase = .idle
      return []
    }
    var pause = pause
    let length = pause.next()
    phase = .pausing(pause)
    return [.later(.pauseOver(attempt: attempts), length)]
  }

  /// Ends a pause, unless it was cut short and another attempt has begun since.
  private mutating func pauseOver(_ attempt: Int) -> [Action] {
    guard case .pausing(let pause) = phase, attempt == attempts else { return [] }
    return begin(pause)
  }

  private mutating func connected() -> [Action] {
    switch phase {
    case .connecting(let attempt):
      phase = .registering(attempt)
      return [.register(attempt.identifiers, runs: runs.names)]
    case .closed:
      // The backend was closed when there was no connection to end yet.
      return [.disconnect]
    case .idle, .registering, .registered, .pausing: return []
    }
  }

  private mutating func lost() -> [Action] {
    switch phase {
    case .connecting(let attempt), .registering(let attempt): return failed(attempt)
    case .registered: return rest(Self.reconnection)
    case .idle, .pausing, .closed: return []
    }
  }

  /// Handles an attempt without a connection, or without an answer on it.
  private mutating func failed(_ attempt: Attempt) -> [Action] {
    let answers = answerAttempt()
    guard attempt.isHurried else { return answers + rest(attempt.pause) }
    var pause = attempt.pause
    _ = pause.next()
    return answers + begin(pause)
  }

  /// Answers the callers of an attempt that has ended. An identifier that the attempt did not include waits
  /// for the next one, unless the daemon knows it all the same from an earlier registration.
  private mutating func answerAttempt(known: Set<String> = []) -> [Action] {
    let latest = attempts
    return answer { caller in
      guard case .attempt(let number) = caller.awaited else { return false }
      return number <= latest || known.contains(caller.identifier)
    }
  }

  // MARK: What the daemon sends

  private mutating func received(_ reply: SchedulerMethod.Register.Reply) -> [Action] {
    switch phase {
    case .registering(let attempt):
      let known = Set(attempt.identifiers)
      phase = .registered(Registration(name: reply.registration, known: known))
      application = reply.application ?? application
      complaint = nil
      return answerAttempt(known: known) + addMissing() + [.resume] + deliver(reply)
    case .registered: return deliver(reply)
    case .idle, .connecting, .pausing, .closed: return []
    }
  }

  private mutating func deliver(_ reply: SchedulerMethod.Register.Reply) -> [Action] {
    var actions: [Action] = []
    if let launch = reply.launch, runs.launch(launch.runId) { actions.append(.launch(launch)) }
    if let expire = reply.expire, runs.expire(expire.runId) { actions.append(.expire(expire)) }
    return actions
  }

  private mutating func refused(_ error: VarlinkError) -> [Action] {
    guard case .registering(let attempt) = phase else { return lost() }
    let refusal = SchedulerInterfaceError(error)
    guard let refusal, Self.concernsIdentifiers(refusal) else {
      // A daemon that starts or that cannot write recovers soon.
      if case .unavailable = refusal { return failed(attempt) }
      return complain(.refused(attempt.identifiers, error)) + failed(attempt)
    }
    var culprits = attempt.identifiers
    if case .notPermitted(let identifier, _) = refusal, culprits.contains(identifier) {
      culprits = [identifier]
    }
    // The next attempt begins at once, because the other identifiers have no answer yet.
    let answers = culprits.flatMap { refuse($0, refusal) }
    for index in callers.indices where callers[index].awaited != .call {
      callers[index].awaited = .attempt(attempts + 1)
    }
    return answers + begin(Self.reconnection)
  }

  private mutating func garbled(_ message: String) -> [Action] {
    hasConnection ? complain(.garbled(message)) + lost() : []
  }

  private static func concernsIdentifiers(_ error: SchedulerInterfaceError) -> Bool {
    switch error {
    // The registration has ended, and so has its connection.
    case .invalidRequest(field: "registration", _): false
    case .notPermitted, .invalidRequest, .permissionDenied: true
    default: false
    }
  }

  private mutating func refuse(_ identifier: String, _ error: SchedulerInterfaceError) -> [Action] {
    identifiers.removeAll { $0 == identifier }
    return [.warn(.notRegistered(identifier, error))] + answer(false) { $0.identifier == identifier }
  }

  /// Warns of a failure, and not again while the same failure goes on.
  private mutating func complain(_ warning: Warning) -> [Action] {
    defer { complaint = warning }
    return complaint == warning ? [] : [.warn(warning)]
  }

  // MARK: Additions

  /// Adds the missing identifiers one by one, so that each has its own answer.
  private func addMissing() -> [Action] {
    guard case .registered(let registration) = phase, let name = registration.name else { return [] }
    return identifiers.filter { !registration.known.contains($0) }.map { .add($0, to: name) }
  }

  private mutating func added(_ identifier: String, to name: String) -> [Action] {
    // Another connection may be there by now, which has registered the identifier or will.
    guard case .registered(var registration) = phase, registration.name == name else {
      return answerCall(identifier)
    }
    registration.known.insert(identifier)
    phase = .registered(registration)
    return answer { $0.identifier == identifier }
  }

  private mutating func notAdded(_ identifier: String, _ error: SchedulerInterfaceError?) -> [Action] {
    if let error, Self.concernsIdentifiers(error) { return refuse(identifier, error) }
    let answers = answerCall(identifier)
    // The next connection registers every identifier. Making one now would interrupt the runs of this one.
    guard isRegistered, !willAdd else { return answers }
    willAdd = true
    return answers + [.later(.addAgain, Self.additionPause)]
  }

  /// Answers the callers of a call that has added nothing. A connection that goes on gets the identifier
  /// later; without one, the callers wait for the next attempt.
  private mutating func answerCall(_ identifier: String) -> [Action] {
    let isMeant: (Caller) -> Bool = { $0.identifier == identifier && $0.awaited == .call }
    switch phase {
    case .registered, .closed: return answer(true, isMeant)
    case .idle, .connecting, .registering, .pausing:
      // An identifier that was unregistered meanwhile is registered by no attempt.
      guard identifiers.contains(identifier) else { return answer(true, isMeant) }
      let meant = callers.indices.filter { isMeant(callers[$0]) }
      guard !meant.isEmpty else { return [] }
      for index in meant { callers[index].awaited = .attempt(attempts + 1) }
      return hurry()
    }
  }

  private mutating func addAgain() -> [Action] {
    willAdd = false
    return addMissing()
  }

  // MARK: Ends of runs

  private mutating func completed(_ end: DeliveredRuns.End) -> [Action] {
    guard runs.complete(end.runId) else { return [] }
    // Without a connection there is mostly no daemon to tell: the next registration tells.
    if isRegistered { return [.tell(end)] }
    runs.keep(end)
    return hurry()
  }

  private mutating func resumed() -> [Action] {
    if case .telling = runs.repetition { return [] }
    return tellNext()
  }

  private mutating func tellAgain() -> [Action] { runs.repetition == .pausing ? tellNext() : [] }

  private mutating func told(_ end: DeliveredRuns.End) -> [Action] {
    runs.forget(end)
    return runs.repetition == .telling(end.runId) ? tellNext() : []
  }

  /// Keeps an end. The next registration tells it; a daemon that cannot record it now is told after a pause.
  private mutating func notTold(_ end: DeliveredRuns.End) -> [Action] {
    runs.keep(end)
    guard isRegistered else { return hurry() }
    return runs.pause() ? [.later(.tellAgain, Self.tellingPause)] : []
  }

  private mutating func tellNext() -> [Action] {
    guard isRegistered else {
      runs.rest()
      return []
    }
    return runs.tellNext().map { [.tell($0)] } ?? []
  }
}
