import SchedulerCore

/// Programs that work, ask and watch for a scheduler: programs of runs, programs of applications, what looks
/// at paths. All of them answer at once.
struct Helpers {
  /// What each application handles, by its name.
  private let identifiers: [String: [String]]
  /// The runs that work, in the order in which they began, with those that have ended since.
  private var begun: [Launch] = []
  private var firstBegun = 0
  private var working: Set<RunID> = []
  private var connections: [RunID: ConnectionID] = [:]
  private var lastConnection: UInt64 = 0
  /// The looks whose paths are watched.
  private var watches: Set<RunID> = []
  /// What the paths are like.
  private var digest: Int64 = 1

  /// The run that has worked for longest.
  var oldest: Launch? {
    mutating get {
      while firstBegun < begun.count, !working.contains(begun[firstBegun].run.id) { firstBegun += 1 }
      return firstBegun < begun.count ? begun[firstBegun] : nil
    }
  }

  init(_ applications: [Application]) {
    identifiers = Dictionary(
      uniqueKeysWithValues: applications.map { ($0.name, $0.permittedIdentifiers.map(\.text)) })
  }

  /// The daemon has died, and no helper outlives it.
  mutating func die() {
    (begun, firstBegun, working) = ([], 0, [])
    (connections, watches) = ([:], [])
  }

  /// What comes of something that the scheduler asks for.
  mutating func answers(to directive: Directive, checksHold: Bool) -> [Event] {
    switch directive {
    case .launch(let launch), .deliver(let launch, _):
      begun.append(launch)
      working.insert(launch.run.id)
      return [.runStarted(launch.run.id)]
    case .start(let start): return begin(start)
    case .expire(let id, _, _), .kill(let id): return end(id)
    case .warn(let run, _, _, _): return working.remove(run) == nil ? [] : [.complete(run, success: false)]
    case .check(let request):
      return [.checked(request.id, CheckFinding(holds: checksHold, words: checksHold ? "yes" : "no"))]
    case .look(let look):
      watches.insert(look.id)
      return [.pathsLooked(look.id, .seen(PathStamp(digest: digest, newest: nil)))]
    case .unwatch(let id):
      watches.remove(id)
      return []
    case .goOn: return [.goOn]
    case .reply, .answer, .warnAssertion, .relieveAssertion, .dropAssertion, .guardLease, .freeze, .thaw,
      .arm,
      .report, .releaseDelay, .preventSleep, .readyToExit:
      return []
    }
  }

  /// The run's work is done.
  mutating func finish(_ launch: Launch, _ exit: Exit) -> Event {
    working.remove(launch.run.id)
    guard launch.task.request.target == .application else { return .runEnded(launch.run.id, exit) }
    return .call(.complete(launch.run.id, success: exit == .status(0)), uid: launch.run.uid)
  }

  /// All paths change.
  mutating func touchPaths() -> [Event] {
    digest += 1
    defer { watches = [] }
    return watches.sorted { $0.text < $1.text }.map(Event.pathsTouched)
  }

  /// The application's program handles all that its manifest permits.
  private mutating func begin(_ start: ApplicationStart) -> [Event] {
    lastConnection += 1
    connections[start.process] = ConnectionID(lastConnection)
    let registration = RegistrationRequest(
      connection: ConnectionID(lastConnection), application: start.application,
      identifiers: identifiers[start.application] ?? [], process: start.process)
    return [.runStarted(start.process), .call(.register(registration), uid: start.uid)]
  }

  private mutating func end(_ id: RunID) -> [Event] {
    let end = Event.runEnded(id, .signal("SIGTERM"))
    if let connection = connections.removeValue(forKey: id) { return [.disconnected(connection), end] }
    return working.remove(id) == nil ? [] : [end]
  }
}
