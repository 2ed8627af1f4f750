import Dispatch
import FleetCore
import LinuxSystem
import SchedulerAPI
import SchedulerCore
import Varlink

/// The daemon as the agent sees it: its tasks of the fleet, what becomes of them, and the conditions of the
/// machine. Calls wait for their answers on the link's own queue. Events of one connection come in order, and
/// none comes after ``FleetEvent/daemonLost(cause:)``. A local user for whom the daemon lets the agent do
/// nothing is no loss of the daemon: the tasks of others go on.
final class DaemonLink: @unchecked Sendable {
  // Sendable: all of it is confined to its queue.

  /// The longest time of a call.
  private static let callLimit = Duration.seconds(10)
  private static let replyBytes = 64 << 20
  private static let idleStep = TimeSpan.minutes(10)

  private let queue = DispatchQueue(label: "io.bgtaskd.fleet.daemon")
  private let path: String
  private let ownUser: String
  private let tell: @Sendable (FleetEvent) -> Void
  private let log: SystemLog
  /// The local users of the settings; their names are empty for the agent's own.
  private var users: Set<String> = []
  /// The users for whom the daemon lets the agent do nothing.
  private var refusals: [String: UserRefusal] = [:]
  private var commands: ClientConnection?
  private var conditionStream: DaemonStream?
  /// The streams of what becomes of the users' tasks.
  private var streams: [String: DaemonStream] = [:]
  private var classes: [ClassID: ClassWatch] = [:]
  /// The users of the tasks that the link knows.
  private var owners = GrantOwners()
  /// The grants of which the daemon has said that they wait or run, and not that they are over.
  private var present: Set<GrantID> = []
  /// The grants that the daemon has taken in since the link was made. An order that is repeated is not
  /// carried out again: the task may have ended meanwhile, and would begin anew.
  private var accepted: Set<GrantID> = []
  /// The end of the last lease that the daemon was told of.
  private var lastTrust: BootTime?
  private var conditions: Wire.Conditions?
  /// The moment since when nobody uses the machine, as far as the link has heard.
  private var idleSince: BootTime?
  private var lookAgain: Countdown?
  private var reconnect: Countdown?
  /// The wait for the end of runs that the daemon lets nobody stop.
  private var outlasting: Countdown?
  private var pause = GrowingPause(first: .milliseconds(200), longest: .seconds(5))

  /// A link that is not made yet.
  /// - Parameter tell: Takes the events, on the link's queue.
  init(path: String, ownUser: String, log: SystemLog, tell: @escaping @Sendable (FleetEvent) -> Void) {
    (self.path, self.ownUser, self.log, self.tell) = (path, ownUser, log, tell)
  }

  // MARK: What the agent asks for, on any thread

  /// Follows the tasks of these local users, and connects.
  /// - Parameter known: The grants of the agent's file, with their local users.
  func open(_ users: Set<String>, known: [GrantID: String]) {
    queue.async { [self] in
      self.users = users
      for (id, user) in known { owners[id] = owners[id] ?? user }
      connect()
    }
  }

  /// Follows the tasks of these local users, and those of others as long as there are any. Users who were
  /// refused are asked for again.
  func follow(_ users: Set<String>) {
    queue.async { [self] in
      self.users = users
      refusals = refusals.filter { followed.contains($0.key) }
      guard commands != nil else { return }
      for user in Set(streams.keys).subtracting(followed) { unfollow(user) }
      if !users.isSubset(of: streams.keys) { connectAgain() }
    }
  }

  /// Watches the requirements of some classes, and others no more.
  func look(watch: [WorkClass], unwatch: [ClassID]) {
    queue.async { [self] in
      for id in unwatch { classes[id] = nil }
      for work in watch { classes[work.id] = ClassWatch(work) }
      attempt { try look(at: watch.map(\.id)) }
    }
  }

  /// Looks at the requirements of all classes: some have no event of their own.
  func lookAgainAtAll() {
    queue.async { [self] in attempt { try look(at: Array(classes.keys)) } }
  }

  func submit(_ submission: GrantSubmission) {
    queue.async { [self] in
      let id = submission.grant.id
      owners[id] = submission.localUser
      attempt {
        guard !accepted.contains(id) else { return }
        if let refusal = refusals[submission.localUser] {
          // The daemon does not tell whom it refuses that it has other rules. The order is repeated then.
          guard try !isAllowed(submission.localUser) else { return connectAgain() }
          return tell(.refused(id, message: refusal.message))
        }
        note(submission.trust)
        do {
          let request = try LocalTask.request(submission, at: WallTime(uSec: SystemClock.wallUSec))
          let task = try call(
            SchedulerMethod.Submit.self, .init(request: request, user: named(submission.localUser))
          ).task
          present.insert(id)
          accepted.insert(id)
          tell(.accepted(id))
          if task.state != .waiting, let run = task.runId {
            tell(.begun(RunBegin(id: id, runId: run, startedUSec: task.startedUSec ?? 0)))
          }
        } catch let error as InvalidValue {
          tell(.refused(id, message: "the request: \(error)"))
        } catch ClientError.reply(let error) {
          tell(.refused(id, message: error.words))
        }
      }
    }
  }

  /// Renews the leases of some tasks. One that has gone meanwhile ends by its own event.
  func renew(_ ids: [GrantID], _ trust: Trust) {
    queue.async { [self] in
      attempt {
        note(trust)
        for id in ids where !isRefused(id) {
          try refusable {
            _ = try call(
              SchedulerMethod.RenewLease.self,
              .init(
                identifier: GrantName.identifier(of: id), trustedUntilUSec: trust.until.uSec,
                user: user(of: id)))
          }
        }
      }
    }
  }

  /// Ends a task, whether it waits or runs, as cancelled or as lost with its lease.
  func stop(_ id: GrantID, isCancelled: Bool) {
    queue.async { [self] in
      attempt {
        if !isRefused(id) { isCancelled ? try end(id) : try loseLease(of: id) }
      }
    }
  }

  /// Ends a task that waits.
  func withdraw(_ id: GrantID) {
    queue.async { [self] in
      attempt {
        if !isRefused(id), try task(of: id).map({ $0.state == .waiting }) ?? true { try end(id) }
      }
    }
  }

  /// Forgets a task that has ended.
  func forget(_ id: GrantID) {
    queue.async { [self] in
      guard let user = owners[id] else { return }
      owners[id] = nil
      present.remove(id)
      accepted.remove(id)
      if !followed.contains(user) { unfollow(user) }
    }
  }

  // MARK: Calls

  private func named(_ user: String) -> String? { user == ownUser || user.isEmpty ? nil : user }
  private func user(of id: GrantID) -> String? { owners[id].flatMap(named) }

  private func call<Method: VarlinkMethod>(
    _ method: Method.Type, _ parameters: Method.Parameters
  ) throws -> Method.Reply {
    guard let commands else { throw ClientError.closed }
    return try commands.call(method, parameters)
  }

  /// Does what needs the daemon. Without it nothing happens: what is to be done follows when it is back.
  private func attempt(_ body: () throws -> Void) {
    guard commands != nil else { return }
    do {
      try body()
    } catch ClientError.reply {
      // The daemon's rules have changed, which the next connection finds out.
      connectSoon()
    } catch {
      lose(error)
    }
  }

  /// Does what the daemon may refuse, such as something about a task that has gone.
  private func refusable(_ body: () throws -> Void) throws {
    do { try body() } catch ClientError.reply { return }
  }

  /// Ends a task as cancelled.
  /// - Parameter reason: The daemon's words on what the task waits for.
  private func end(_ id: GrantID, waitingFor reason: String? = nil) throws {
    try refusable {
      _ = try call(
        SchedulerMethod.Cancel.self, .init(identifier: GrantName.identifier(of: id), user: user(of: id)))
    }
    try tellEnd(of: id, waitedFor: reason)
  }

  /// Tells what has become of a task that has ended. A run that still lasts ends by its own event.
  private func tellEnd(of id: GrantID, waitedFor reason: String? = nil) throws {
    if let run = try lastRun(of: id) {
      if let report = RunReport(run) { tellEnded(report) }
    } else {
      // Whether it waited or was never there: it has not begun.
      tellGone(id, waitedFor: reason)
    }
  }

  private func tellEnded(_ report: RunReport) {
    present.remove(report.id)
    tell(.ended(report))
  }

  private func tellGone(_ id: GrantID, waitedFor reason: String? = nil) {
    present.remove(id)
    tell(.gone(id, waitedFor: reason))
  }

  /// The rest of a lease that is to be lost: the daemon takes no point that has passed.
  private static let lastRestUSec: Int64 = 1_000_000

  /// Drops a task that waits, and shortens the lease of a run to the shortest one. The run ends by its own
  /// event, at the latest when the lease that it had is over. A task without a lease is no grant's: its user
  /// has given it a grant's name, and it is left alone.
  private func loseLease(of id: GrantID) throws {
    guard let task = try task(of: id) else { return try tellEnd(of: id) }
    guard task.request.trustedUntilUSec != nil else { return tellGone(id) }
    guard task.state != .waiting else { return try end(id, waitingFor: task.reason?.message) }
    try refusable {
      _ = try call(
        SchedulerMethod.RenewLease.self,
        .init(
          identifier: task.request.identifier, trustedUntilUSec: SystemClock.bootUSec + Self.lastRestUSec,
          user: user(of: id)))
    }
  }

  /// Returns a grant's task while it waits or runs; nil for one that the daemon does not have.
  private func task(of id: GrantID) throws -> Wire.Task? {
    var task: Wire.Task?
    try refusable {
      task = try call(
        SchedulerMethod.Get.self, .init(identifier: GrantName.identifier(of: id), user: user(of: id))
      ).task
    }
    return task
  }

  private func lastRun(of id: GrantID) throws -> Wire.Run? {
    let identifier = GrantName.identifier(of: id)
    return try call(
      SchedulerMethod.History.self, .init(identifier: identifier, limit: 1, user: user(of: id))
    ).runs.first
  }

  // MARK: The connection

  private func connect() {
    guard commands == nil else { return }
    reconnect = nil
    do {
      commands = try ClientConnection(path: path, timeLimit: Self.callLimit, frameLimit: Self.replyBytes)
      for user in followed.sorted() { try watch(user) }
      conditionStream = try DaemonStream(
        SchedulerMethod.GetConditions.self, .init(), path: path, queue: queue,
        reply: { [weak self] in self?.changed($0.conditions) }, end: { [weak self] in self?.lose($0) })
      tell(.daemonBack(try holdings()))
      pause = GrowingPause(first: .milliseconds(200), longest: .seconds(5))
      try look(at: Array(classes.keys))
    } catch {
      lose(error)
    }
  }

  /// Opens a stream of what becomes of a local user's tasks of the fleet. The daemon ends it when it has
  /// other rules on who may act for whom.
  private func watch(_ user: String) throws {
    streams[user] = try DaemonStream(
      SchedulerMethod.Watch.self,
      .init(identifierPrefix: GrantName.prefix, confirm: true, user: named(user)), path: path,
      queue: queue, reply: { [weak self] in self?.heard($0, of: user) },
      end: { [weak self] _ in self?.connectSoon() })
  }

  private func unfollow(_ user: String) {
    streams[user]?.close()
    streams[user] = nil
  }

  private func lose(_ error: any Error) {
    connectSoon()
    tell(.daemonLost(cause: (error as? ClientError)?.words ?? "\(error)"))
  }

  /// Connects anew in a while. The agent takes the daemon for lost only when that fails.
  private func connectSoon() {
    drop()
    reconnect = Countdown(uSec: pause.next().uSec, queue: queue) { [weak self] in self?.connect() }
  }

  /// Connects anew, and compares what the agent and the daemon hold.
  private func connectAgain() {
    drop()
    connect()
  }

  private func drop() {
    conditionStream?.close()
    for stream in streams.values { stream.close() }
    (conditionStream, streams, commands, lookAgain) = (nil, [:], nil, nil)
    for id in classes.keys { classes[id]?.told = nil }
  }

  /// Asks for all that the daemon holds of the fleet.
  private func holdings() throws -> DaemonHoldings {
    var (waiting, running): ([GrantID], [RunBegin]) = ([], [])
    for user in followed.sorted() {
      do {
        for task in try tasks(of: user) {
          guard let id = GrantName.grant(of: task.request.identifier),
            task.request.trustedUntilUSec != nil, owners.hasTask(of: id, user)
          else { continue }
          if let run = task.runId, task.state != .waiting {
            running.append(RunBegin(id: id, runId: run, startedUSec: task.startedUSec ?? 0))
          } else {
            waiting.append(id)
          }
        }
        allow(user)
      } catch ClientError.reply(let error) {
        try refuse(user, error)
        // Whether they wait or run cannot be known any more, and not before their leases are over that they
        // are gone.
        waiting += present.filter { owners[$0] == user }
      }
    }
    present = Set(waiting).union(running.map(\.id))
    var ended: [RunReport] = []
    for id in owners.grants.sorted() where !present.contains(id) && !isRefused(id) {
      if let run = try lastRun(of: id), let report = RunReport(run) { ended.append(report) }
    }
    return DaemonHoldings(waiting: waiting.sorted(), running: running, ended: Array(ended.prefix(1000)))
  }

  private func tasks(of user: String) throws -> [Wire.Task] {
    var (tasks, cursor): ([Wire.Task], String?) = ([], nil)
    repeat {
      let page = try call(
        SchedulerMethod.List.self,
        .init(identifierPrefix: GrantName.prefix, cursor: cursor, user: named(user)))
      tasks += page.tasks
      cursor = page.cursor
    } while cursor != nil
    return tasks
  }

  // MARK: Users who are refused

  /// The users of the settings, and those who have tasks from earlier ones.
  private var followed: Set<String> { users.union(owners.users) }

  private func isRefused(_ id: GrantID) -> Bool { owners[id].map { refusals[$0] != nil } ?? false }

  /// Asks the daemon again whether the agent may act for a user.
  private func isAllowed(_ user: String) throws -> Bool {
    var isAllowed = false
    try refusable {
      _ = try tasks(of: user)
      isAllowed = true
    }
    return isAllowed
  }

  private func note(_ trust: Trust) { lastTrust = max(lastTrust ?? trust.until, trust.until) }

  /// Takes in that the daemon refuses something for a user.
  /// - Throws: The error, when it is not about the user.
  private func refuse(_ user: String, _ error: VarlinkError) throws {
    unfollow(user)
    guard
      let refusal = UserRefusal(
        error, user: user, caller: ownUser, lastTrust: lastTrust, at: now)
    else { throw ClientError.reply(error) }
    guard refusals[user]?.message != refusal.message else { return }
    refusals[user] = refusal
    log.write(
      LogEntry(.warning, "Tasks of the fleet for user \(user) are given back: \(refusal.message)."))
    outlast()
  }

  private func allow(_ user: String) {
    guard refusals.removeValue(forKey: user) != nil else { return }
    log.write(LogEntry(.notice, "bgtaskd takes tasks for user \(user) now."))
  }

  /// Waits until the runs of users who are refused are over, and tells that they are gone.
  private func outlast() {
    let ends = present.compactMap(endOfRefused)
    guard let next = ends.min() else { return outlasting = nil }
    outlasting = Countdown(uSec: (next - now).uSec, queue: queue) { [weak self] in
      guard let self else { return }
      let now = now
      for id in present.sorted() where endOfRefused(id).map({ $0 <= now }) ?? false { tellGone(id) }
      outlast()
    }
  }

  /// Returns the moment at which a grant of a user who is refused is over.
  private func endOfRefused(_ id: GrantID) -> BootTime? { owners[id].flatMap { refusals[$0]?.runsUntil } }

  private var now: BootTime { BootTime(uSec: SystemClock.bootUSec) }

  // MARK: What the daemon tells

  /// Takes in an event about a grant that is known: by its submission, or since the tasks were listed.
  private func heard(_ event: SchedulerMethod.Watch.Reply, of user: String) {
    if let run = event.run, let id = GrantName.grant(of: run.identifier) {
      guard owners[id] == user else { return }
      switch event.event {
      case "running": if let begin = RunBegin(run) { tell(.begun(begin)) }
      case "ended": if let report = RunReport(run) { tellEnded(report) }
      default: break
      }
    } else if event.event == "cancelled", let task = event.task,
      let id = GrantName.grant(of: task.request.identifier), owners[id] == user
    {
      tellGone(id)
    }
  }

  // MARK: Requirements

  private func changed(_ conditions: Wire.Conditions) {
    if !conditions.idle { idleSince = nil }
    if conditions.idle, idleSince == nil { idleSince = BootTime(uSec: SystemClock.bootUSec) }
    self.conditions = conditions
    attempt { try look(at: Array(classes.keys)) }
  }

  /// Asks whether the requirements of some classes hold, and tells what is new.
  private func look(at ids: [ClassID]) throws {
    guard commands != nil else { return }
    var news: [ClassObservation] = []
    for id in ids.sorted() {
      guard var watch = classes[id] else { continue }
      if let observation = try observe(&watch) { news.append(observation) }
      classes[id] = watch
    }
    if !news.isEmpty { tell(.observed(news)) }
    arm()
  }

  private func observe(_ watch: inout ClassWatch) throws -> ClassObservation? {
    let now = SystemClock.wallUSec
    guard !watch.question.isEmpty else {
      return watch.observe(.init(holds: true, expression: []), standing, at: now)
    }
    do {
      let reply = try call(SchedulerMethod.WaitFor.self, .init(when: watch.question))
      return watch.observe(reply, standing, at: now)
    } catch ClientError.reply(let error) {
      return watch.refuse(error.words)
    }
  }

  /// The machine's fitness for work, by the conditions that were told last.
  private var standing: Standing {
    guard let conditions else { return .best }
    let idle = idleSince.map { BootTime(uSec: SystemClock.bootUSec) - $0 } ?? .zero
    // In steps, so that the passing of time alone is rarely news about all classes.
    let steps = min(idle.uSec / Self.idleStep.uSec, 6)
    return Standing(
      isOnMains: conditions.powerSource != .battery, idle: TimeSpan(uSec: steps * Self.idleStep.uSec))
  }

  /// Waits until time alone changes the requirements of a class.
  private func arm() {
    guard let next = classes.values.compactMap(\.nextUSec).min() else { return lookAgain = nil }
    lookAgain = Countdown(uSec: max(next - SystemClock.wallUSec, 100_000), queue: queue) { [weak self] in
      guard let self else { return }
      let now = SystemClock.wallUSec
      let due = classes.values.filter { ($0.nextUSec ?? .max) <= now }.map(\.work.id)
      for id in due { classes[id]?.nextUSec = nil }
      attempt { try self.look(at: due) }
    }
  }
}
