package import Dispatch
import Glibc
import LinuxSystem
package import SchedulerCore

/// The source of whether the machine is idle, from logind and, for sessions that do not report, from the last
/// input on their terminals; of the users who are logged in and in front, and of whether their screens are
/// locked. Fields: `idle`, `locked`, `users`, `activeUsers`.
package final class LoginSessionsSource: RefreshableSource, ServiceSource {
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  /// The most sessions. With more of them nothing is known.
  private static let limit = 256
  /// The rest between two looks at terminals that other programs read as well.
  private static let restUSec: Int64 = 10_000_000

  package let name = "logind"

  let service: BusService
  private let queue: DispatchQueue
  private let uid: UInt32?
  private let screen: IdleMonitorsSource?
  private let pause: TimeSpan
  private let terminals: String
  var announcer: Announcer?
  private var matches: [BusMatch?] = []
  private var object: ServiceObject?
  private var isInhibited: Bool?
  /// The sessions that logind lists, by their paths; nil until it has listed them. Of one that has not
  /// answered yet the session is nil.
  private var sessions: [String: (user: String, object: ServiceObject, session: LoginSession?)]?
  private var watches: [String: FileWatch] = [:]
  /// The time until a terminal in use becomes idle.
  private var countdown: Countdown?
  /// The time until terminals are watched again.
  private var rest: Countdown?

  /// A source that is not started yet.
  /// - Parameters:
  ///   - uid: The only user whose sessions count; nil counts those of all users.
  ///   - screen: The user's desktop, which knows more of the session on the screen.
  ///   - pause: The time without input after which a terminal is idle.
  ///   - terminals: The directory of terminals.
  package init(
    on bus: BusConnection, queue: DispatchQueue, uid: UInt32? = nil, screen: IdleMonitorsSource? = nil,
    pause: TimeSpan = .minutes(5), terminals: String = "/dev"
  ) {
    service = BusService("org.freedesktop.login1", on: bus)
    self.queue = queue
    self.uid = uid
    self.screen = screen
    self.pause = pause
    self.terminals = terminals
    screen?.whenChanged = { [weak self] in
      guard let self, sessions != nil else { return }
      look()
    }
  }

  /// Looks for the last input, which not every kernel reports (``watch(_:)``). logind is asked about
  /// terminals whose files this process does not see.
  package func refresh() {
    guard sessions != nil else { return }
    let unseen = unseenTerminals
    if unseen.isEmpty { look() }
    for session in unseen { session.ask { [weak self] in self?.look() } }
  }

  private var unseenTerminals: [ServiceObject] {
    (sessions ?? [:]).values.compactMap { session in
      guard case .terminal(let name, _)? = session.session?.use, lastInput(name) == nil else { return nil }
      return session.object
    }
  }

  func sayUnknown() { announcer?.announce(Self.unknownConditions) }

  func forget() {
    matches = []
    (object, isInhibited, sessions, countdown, rest) = (nil, nil, nil, nil, nil)
    watches = [:]
  }

  func follow() {
    object = ServiceObject(service, Self.path, Self.manager, ["BlockInhibited"]) { [weak self] in
      self?.isInhibited =
        $0["BlockInhibited"]?.text?.split(separator: ":").contains("idle") ?? false
      self?.look()
    }
    matches = ["SessionNew", "SessionRemoved"].map { member in
      service.signals(Self.path, Self.manager, member) { [weak self] _ in self?.list() }
    }
    list()
  }

  private func list() {
    service.call(Self.path, Self.manager, "ListSessions") { [weak self] answer in
      guard let self else { return }
      guard case .success(let message) = answer,
        let found = try? message.read({ (reader) throws(BusError) in
          try reader.array(of: "(susso)", limit: Self.limit) { (reader) throws(BusError) in
            try reader.structure("susso") { (reader) throws(BusError) in
              try reader.skip("s")
              let uid = try reader.uint32()
              let user = try reader.string()
              try reader.skip("s")
              return (uid: uid, user: user, path: try reader.objectPath())
            }
          }
        })
      else {
        sessions = nil
        announcer?.announce(Self.unknownConditions)
        return
      }
      take(found.filter { self.uid == nil || $0.uid == self.uid }.map { ($0.path, $0.user) })
    }
  }

  private func take(_ found: [(path: String, user: String)]) {
    var sessions = sessions ?? [:]
    for path in sessions.keys where !found.contains(where: { $0.path == path }) { sessions[path] = nil }
    for (path, user) in found where sessions[path] == nil {
      let object = ServiceObject(
        service, path, "org.freedesktop.login1.Session", LoginSession.properties
      ) { [weak self] in
        self?.sessions?[path]?.session = LoginSession($0)
        self?.look()
      }
      sessions[path] = (user, object, nil)
    }
    let areOthers = self.sessions.map { Set($0.keys) } != Set(sessions.keys)
    self.sessions = sessions
    if areOthers { screen?.expectDisplays() }
    look()
  }

  /// Announces the conditions when all sessions have answered, and sees to it that changes are noticed.
  private func look() {
    countdown = nil
    guard let announcer, let sessions, let isInhibited else { return }
    let answered = sessions.values.compactMap { entry in entry.session.map { (entry.user, $0) } }
    guard answered.count == sessions.count else { return }
    let uses = answered.map { $0.1.use(isScreenIdle: screen?.isIdle) }
    var (now, reading) = read(uses, isInhibited)
    // Input may have come after the look and before the watch was set.
    if reading.next == nil, rest == nil, watch(reading.quietTerminals) {
      (now, reading) = read(uses, isInhibited)
    }
    announcer.announce([.flag(.idle, reading.isIdle)] + PresenceReading(answered).changes)
    guard let next = reading.next else { return }
    watches = [:]
    countdown = Countdown(uSec: (next - now).uSec, queue: queue) { [weak self] in self?.refresh() }
  }

  private static let unknownConditions = [.flag(.idle, nil)] + PresenceReading.unknownConditions

  private func read(_ uses: [LoginSession.Use], _ isInhibited: Bool) -> (WallTime, IdleReading) {
    let now = WallTime(uSec: SystemClock.wallUSec)
    return (
      now, IdleReading(uses, isInhibited: isInhibited, pause: pause, now: now, lastInput: lastInput)
    )
  }

  /// Watches idle terminals for input. Their files are their users' own; where this process may not watch
  /// them, it watches their directory, where others read as well, every few seconds at most. Newer kernels
  /// tell a directory's watchers nothing of devices (6.18.44 does not), so that others cannot listen to a
  /// person typing; there the next wake-up has to do. True when a watch is new.
  private func watch(_ quiet: Set<String>) -> Bool {
    let paths = Set(
      quiet.compactMap { name in
        let (file, directory) = ("\(terminals)/\(name)", "\(terminals)/pts")
        return access(file, R_OK) == 0 ? file : name.hasPrefix("pts/") ? directory : nil
      })
    for path in watches.keys where !paths.contains(path) { watches[path] = nil }
    let new = paths.filter { watches[$0] == nil }
    for path in new {
      watches[path] = try? FileWatch(path, for: .access, queue: queue) { [weak self] in self?.wasRead(path) }
    }
    return !new.isEmpty
  }

  private func wasRead(_ path: String) {
    watches[path] = nil
    rest = Countdown(uSec: Self.restUSec, queue: queue) { [weak self] in
      self?.rest = nil
      self?.look()
    }
    look()
  }

  /// Returns the time of access of a terminal's file, when its programs last read input.
  private func lastInput(_ terminal: String) -> WallTime? {
    var status = stat()
    guard stat("\(terminals)/\(terminal)", &status) == 0 else { return nil }
    return WallTime(uSec: Int64(status.st_atim.tv_sec) * 1_000_000 + Int64(status.st_atim.tv_nsec) / 1000)
  }
}
