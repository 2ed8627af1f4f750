// Room FleetCore: every decision of a machine of a fleet, as values without clock and without I/O.
// Way in: `FleetAgent` takes a `FleetEvent` and a moment, and returns `FleetDirective`s.
// Must not know: PostgreSQL, JSON, sockets, files, the daemon's protocol.

package import SchedulerCore

/// Every decision of a fleet's agent, without a clock or I/O: a ``FleetEvent`` with its moment goes in,
/// ``FleetDirective``s come out, and from the same start the same events give the same directives.
///
/// Three parties have the truth: the database knows whose an occurrence is, the daemon knows what runs here,
/// the agent's file joins both over the agent's end. These rules keep them together at any crash:
/// - A grant is on disk before the daemon is given its task (``FleetDirective/submit(_:)``), so that the next
///   agent can tell the database that the machine holds it.
/// - The daemon forgets an end (``FleetDirective/forget(_:)``) only when the database has acknowledged it and
///   the file says so, so that no end is lost and none is taken for a task that never was.
/// - A grant from the file is handed in again only when the database has confirmed it and the daemon has said
///   that it does not have the task.
/// - The sequence on disk is the highest that may have been sent, so that the next session can follow; only a
///   disk that hangs lets it fall behind by one.
package struct FleetAgent: Hashable, Sendable {
  /// The part of its life that the agent is in.
  enum Phase: Hashable {
    case starting
    case working
    /// The agent stops its runs, and then says that it leaves.
    case leaving
    /// The session has ended. The file is still to say so.
    case left
    case exited
  }

  var configuration: FleetConfiguration
  /// The facts that the database has accepted in this session.
  var accepted: MachineFacts?
  var random: SeededGenerator
  var phase = Phase.starting
  /// The boot's identifier.
  var boot = ""
  var session: Session
  var link = DatabaseLink()
  /// The database's clock, once the database has answered.
  var clock: DatabaseClock?
  var classes = ClassTable()
  /// The grants in the machine's hands, in the order in which they came.
  var holdings: [Holding] = []
  var store = StoreState()
  var daemon = DaemonPresence.unknown
  /// Whether the daemon answers.
  var hasDaemon: Bool { daemon == .there }
  /// The computed dates that the database does not know.
  var dates: [TaskDate] = []
  /// Calendars whose dates are being computed or were computed, by task.
  var calendars: [Int64: FleetCalendar] = [:]
  /// Whether the journal was told that there are more classes than the agent follows.
  var hasToldManyClasses = false
  /// The fleet users about whom the journal was told that they are not allowed.
  var toldDisallowed: Set<String> = []
  /// The end of the lease of the machine's own session before the boot: until then a refused identity is its.
  var ownLeaseUntil: BootTime?
  var armed: BootTime?
  /// The decision about the current event so far.
  var directives: [FleetDirective] = []

  /// Creates an agent that decides nothing before ``FleetEvent/started(_:)``.
  /// - Parameter seed: For the names of sessions and all other chance; random in the agent, fixed in tests.
  package init(configuration: FleetConfiguration, seed: UInt64) {
    self.configuration = configuration
    var random = SeededGenerator(seed: seed)
    session = Session(id: random.name())
    self.random = random
  }

  /// Takes in one event and returns the directives, to be carried out in order.
  /// - Precondition: The first event is ``FleetEvent/started(_:)``, and no other one is.
  package mutating func handle(_ event: FleetEvent, at now: BootTime) -> [FleetDirective] {
    apply(event, at: now)
    if phase != .starting { advance(at: now) }
    persistChanges()
    exitWhenLeft()
    arm(at: now)
    defer { directives = [] }
    return directives
  }

  private mutating func apply(_ event: FleetEvent, at now: BootTime) {
    switch event {
    case .started(let start): self.start(start, at: now)
    case _ where phase == .starting: preconditionFailure("\(event) comes before the agent has started")
    case .configuration(let configuration): configure(configuration, at: now)
    case .persisted(let revision): persisted(revision)
    case .notPersisted(let cause): notPersisted(cause, at: now)
    case .answered(let answer): take(answer, at: now)
    case .failed(let failure): take(failure, at: now)
    case .hinted: hinted(at: now)
    case .observed(let observations): observe(observations, at: now)
    case .accepted(let id): accepted(id)
    case .refused(let id, let message): refused(id, message, at: now)
    case .begun(let begin): began(begin, at: now)
    case .ended(let report): ended(report, at: now)
    case .gone(let id, let reason): gone(id, waitedFor: reason, at: now)
    case .daemonLost(let cause): loseDaemon(cause)
    case .daemonBack(let holdings): reconcile(with: holdings, at: now)
    case .datesComputed(let computed): announce(computed)
    case .leave: leave(at: now)
    case .timer: armed = nil
    }
  }

  /// Does what is due. The lease comes first: an agent that was stopped past it begins nothing.
  private mutating func advance(at now: BootTime) {
    loseLeaseWhenDue(at: now)
    giveBackWhatDoesNotBegin(at: now)
    submitGranted(at: now)
    retryStore(at: now)
    askWhenDue(at: now)
  }

  private mutating func start(_ start: FleetStart, at now: BootTime) {
    precondition(phase == .starting, "an agent starts once, and this one is \(phase)")
    phase = .working
    boot = start.boot
    link.next = now
    if let stored = start.stored { restore(stored, at: now) }
    changeStore(durably: false)
  }
}
