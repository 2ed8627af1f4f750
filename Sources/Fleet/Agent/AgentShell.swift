// Room Fleet: the agent that makes this machine one of a fleet, and the calls of people to the fleet's
// database. Way in: `FleetProgram`. Must not know: what the agent decides (`FleetCore`), and what the
// database decides.

import Dispatch
import FleetCore
import FleetDatabase
import Glibc
import LinuxSystem
import PlainText
import SchedulerCore
import Varlink

/// The shell around ``FleetCore/FleetAgent``: takes events in, has the core decide, carries out.
actor AgentShell {
  nonisolated let executor = QueueExecutor(label: "io.bgtaskd.fleet")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private var agent: FleetAgent
  private var settings: FleetSettings
  private let identity: String
  private let readSettings: () throws(Misuse) -> FleetSettings
  private let log: SystemLog
  private let file: StateFile
  private let daemon: DaemonLink
  private let exchanges: ExchangeLine
  private var calendars = CalendarQueue()
  private let serviceManager: ServiceManager
  private var timer: WakeUpTimer?
  private let signals: SignalSource
  /// The last line for `systemctl status`.
  private var statusLine = ""

  /// The signals that an agent must catch before all else: they would kill one that is about to start.
  static let caughtSignals = [SIGTERM, SIGINT, SIGHUP, SIGUSR1]

  /// - Parameters:
  ///   - signals: ``caughtSignals``.
  ///   - identity: The machine: 32 hexadecimal digits.
  ///   - readSettings: Reads the settings again, for a reload.
  ///   - seed: For the names of sessions and for chance.
  init(
    _ settings: FleetSettings, signals: SignalSource, identity: String, file: StateFile, socket: String,
    ownUser: String,
    log: SystemLog, seed: UInt64, readSettings: @escaping () throws(Misuse) -> FleetSettings
  ) {
    agent = FleetAgent(configuration: settings.configuration(of: identity), seed: seed)
    self.signals = signals
    (self.settings, self.identity, self.readSettings) = (settings, identity, readSettings)
    self.log = log
    self.file = file
    let queue = executor.queue
    serviceManager = ServiceManager(queue: queue)
    let mailbox = AgentMailbox(queue: queue)
    daemon = DaemonLink(path: socket, ownUser: ownUser, log: log) { event in
      mailbox.put { $0.take(event) }
    }
    exchanges = ExchangeLine(parameters: settings.database) { event in mailbox.put { $0.take(event) } }
    mailbox.shell = self
  }

  /// Begins the agent's life.
  func start(_ stored: StoredFleet?) throws {
    timer = try WakeUpTimer(queue: executor.queue) { _ in self.onQueue { $0.take(.timer) } }
    try signals.deliver(on: executor.queue) { signal in self.onQueue { $0.received(signal) } }
    take(.started(FleetStart(boot: (try? SystemClock.bootID()) ?? "", stored: stored)))
    let users = Dictionary(
      (stored?.grants ?? []).compactMap { held in held.grant.map { (held.id, localUser(of: $0.user)) } },
      uniquingKeysWith: { first, _ in first })
    daemon.open(settings.localUsers, known: users)
    statusLine = agent.status.line
    serviceManager.ready(status: statusLine)
    serviceManager.startWatchdog()
  }

  private func localUser(of user: String) -> String {
    settings.allows.first { $0.fleetUser == user }?.localUser ?? ""
  }

  /// Runs `body` on the shell's queue, on which the caller is.
  nonisolated func onQueue(_ body: (isolated AgentShell) -> Void) { assumeIsolated(body) }

  private var now: BootTime { BootTime(uSec: SystemClock.bootUSec) }

  private func received(_ signal: CInt) {
    switch signal {
    case SIGHUP: reload()
    case SIGUSR1:
      log.write(LogEntry(.notice, "Leaving the fleet: its tasks here are stopped and given back."))
      serviceManager.stopping(status: "Leaving the fleet")
      take(.leave)
    default:
      // The runs go on, and the next agent finds them: an upgrade stops nothing.
      log.write(LogEntry(.notice, "Ending; tasks of the fleet go on until their leases are over."))
      serviceManager.stopping(status: "Ending")
      exit(0)
    }
  }

  /// Reads the settings again. A file with an error changes nothing.
  private func reload() {
    serviceManager.reloading()
    do throws(Misuse) {
      let new = try readSettings()
      if new.database != settings.database {
        log.write(LogEntry(.warning, "Database= has changed, which counts when the agent is started again."))
      }
      settings = new
      daemon.follow(new.localUsers)
      take(.configuration(new.configuration(of: identity)))
      log.write(LogEntry(.notice, "The configuration was read again."))
    } catch {
      log.write(LogEntry(.error, "The configuration stays as it was: \(error.message.withoutFullStop)."))
    }
    serviceManager.ready(status: statusLine)
  }

  /// Has the core decide about an event, and carries out what it says.
  func take(_ event: FleetEvent) {
    for directive in agent.handle(event, at: now) { carryOut(directive) }
    let line = agent.status.line
    guard line != statusLine else { return }
    statusLine = line
    serviceManager.status(line)
  }

  private func carryOut(_ directive: FleetDirective) {
    switch directive {
    case .persist(let state): persist(state)
    case .exchange(let request, let limit): exchanges.send(request, limit: limit)
    case .look(let watch, let unwatch): daemon.look(watch: watch, unwatch: unwatch)
    case .submit(let submission): daemon.submit(submission)
    case .renew(let ids, let trust):
      daemon.renew(ids, trust)
      daemon.lookAgainAtAll()
    case .stop(let id, let code): daemon.stop(id, isCancelled: code.isCancellation)
    case .withdraw(let id): daemon.withdraw(id)
    case .forget(let id): daemon.forget(id)
    case .computeDates(let calendars, let date):
      let isAtWork = !self.calendars.isEmpty
      self.calendars.add(calendars, at: date)
      if !isAtWork { computeDatesNext() }
    case .arm(let point):
      // A suspended machine arms nothing: its resume is a wake-up of its own.
      timer?.arm(
        wallUSec: nil, monotonicUSec: point.map { SystemClock.monotonicUSec + max(($0 - now).uSec, 0) })
    case .tell(let notice): log.write(LogEntry(notice, at: now))
    case .exit: exit(0)
    }
  }

  /// Computes the dates of the next calendars behind what waits on the queue.
  private func computeDatesNext() {
    executor.queue.async {
      self.onQueue { shell in
        let dates = shell.calendars.turn()
        if !shell.calendars.isEmpty { shell.computeDatesNext() }
        shell.take(.datesComputed(dates))
      }
    }
  }

  private func persist(_ state: StoredFleet) {
    let queue = executor.queue
    file.write(state) { cause in
      queue.async {
        self.onQueue {
          $0.take(cause.map { .notPersisted(cause: $0) } ?? .persisted(revision: state.revision))
        }
      }
    }
  }
}

/// The way of events from other queues to the shell, which is made after those who tell them.
final class AgentMailbox: @unchecked Sendable {
  // Sendable: the shell is set once, before anything is put.
  private let queue: DispatchQueue
  weak var shell: AgentShell?

  init(queue: DispatchQueue) { self.queue = queue }

  func put(_ body: @escaping @Sendable (isolated AgentShell) -> Void) {
    queue.async { [shell] in shell?.onQueue(body) }
  }
}

extension FleetStatus {
  /// The state in a line for `systemctl status`.
  var line: String {
    var parts = [isMember ? "In the fleet as \(name)" : "Asking to be in the fleet as \(name)"]
    if held > 0 { parts.append("\(held) of its tasks here") }
    if isDraining { parts.append("takes no new work (MaxConcurrentRuns=0)") }
    if isDatabaseAway { parts.append("the database does not answer") }
    if !hasDaemon { parts.append("bgtaskd does not answer") }
    if !canStore { parts.append("the agent's file cannot be written") }
    return parts.joined(separator: "; ")
  }
}
