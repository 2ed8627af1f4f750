import Dispatch
import LinuxSystem
import SchedulerCore

/// The guard of a run with a lease: a timer of systemd that stops the program a moment after its lease is
/// over, should the daemon not have done so, because it is dead or stands still (R99). Confined to its queue.
///
/// A timer's point cannot be changed, so each renewal makes another timer and stops the one before. Its
/// service signals the program and leaves the unit alone, which keeps its result for the next daemon. The
/// timer does not count the machine's sleep; the daemon does, once it is back.
final class LeaseGuard {
  /// The time after the end of the lease in which the daemon is first.
  private static let margin = TimeSpan.seconds(2)
  /// The delay that a timer may have beside that.
  private static let accuracy = TimeSpan.seconds(1)
  /// The pause between two timers of one run, whatever its submitter says how often.
  private static let pause = TimeSpan.seconds(1)

  private let run: UnitOfRun
  private let queue: DispatchQueue
  private let isOfUser: Bool
  private weak var link: ManagerLink?
  private let whenRefused: (String) -> Void
  /// The timers that systemd has or had, the latest last.
  private var timers: [String]
  private var wanted: ProgramLease?
  /// The signalled processes: the program alone where its children may live on.
  private var processes = "all"
  private var rest: Countdown?
  private var isAsking = false
  private var isOver = false

  /// - Parameters:
  ///   - timers: The timers of an earlier daemon.
  ///   - isOfUser: Whether the link is to a user's manager.
  ///   - whenRefused: Gets the reason when the run is not guarded.
  init(
    _ run: UnitOfRun, timers: [String], link: ManagerLink, queue: DispatchQueue, isOfUser: Bool,
    whenRefused: @escaping (String) -> Void
  ) {
    self.run = run
    self.queue = queue
    self.isOfUser = isOfUser
    self.link = link
    self.timers = timers
    self.whenRefused = whenRefused
  }

  /// Guards the run by this lease from now on.
  /// - Parameter leavesBehind: Whether the processes that the program has started may live on.
  func set(_ lease: ProgramLease, leavesBehind: Bool) {
    wanted = lease
    processes = leavesBehind ? "main" : "all"
    ask()
  }

  /// Has systemd make the timer that is wanted, unless another one was made just now.
  private func ask() {
    guard !isOver, let lease = wanted, let link, link.isReady, !isAsking, rest == nil else { return }
    wanted = nil
    let timer = Self.name(run.run, lease.until)
    guard timer != timers.last else { return }
    isAsking = true
    rest = Countdown(uSec: Self.pause.uSec, queue: queue) { [weak self] in
      self?.rest = nil
      self?.ask()
    }
    link.call("StartTransientUnit") { (writer) throws(BusError) in
      try writer.string(timer)
      try writer.string("replace")
      try writer.array(of: "(sv)") { (writer) throws(BusError) in try writeTimer(lease, writer) }
      try writer.array(of: "(sa(sv))") { (writer) throws(BusError) in
        try writer.structure("sa(sv)") { (writer) throws(BusError) in
          try writer.string(Self.service(of: timer))
          try writer.array(of: "(sv)") { (writer) throws(BusError) in try writeService(lease, writer) }
        }
      }
    } reply: { [self] answer in
      isAsking = false
      answered(answer, timer, lease)
    }
  }

  private func answered(_ answer: Result<BusMessage, BusError>, _ timer: String, _ lease: ProgramLease) {
    switch answer {
    case .failure(.connection): wanted = wanted ?? lease
    case .failure(let error) where error.name != "org.freedesktop.systemd1.UnitExists":
      whenRefused("\(error)")
    case .success, .failure:
      timers.removeAll { $0 == timer }
      timers.append(timer)
    }
    stopOutdated()
  }

  /// Goes on with a manager that answers again.
  func resume() {
    ask()
    if !isAsking { stopOutdated() }
  }

  /// Ends the guard: the program has ended, or systemd was told to stop it.
  func end() {
    isOver = true
    rest = nil
    if !isAsking { stopOutdated() }
  }

  /// Stops all timers but the latest, once the guard is over that one as well.
  private func stopOutdated() {
    for timer in isOver ? timers : timers.dropLast() {
      link?.call("StopUnit") { (writer) throws(BusError) in
        try writer.string(timer)
        try writer.string("replace")
      } reply: { [weak self] answer in
        // A timer that is gone is an error, too, and stopped.
        if case .failure(.connection) = answer { return }
        self?.timers.removeAll { $0 == timer }
      }
    }
  }

  private func writeTimer(_ lease: ProgramLease, _ writer: BusWriter) throws(BusError) {
    try writer.property("Description", string: "bgtaskd: the lease of run \(run.run.text)")
    let length = lease.until - BootTime(uSec: SystemClock.bootUSec) + Self.margin
    try writer.property("TimersMonotonic", "a(st)") { (writer) throws(BusError) in
      try writer.array(of: "(st)") { (writer) throws(BusError) in
        try writer.structure("st") { (writer) throws(BusError) in
          try writer.string("OnActiveSec")
          try writer.uint64(UInt64(clamping: max(length.uSec, 1)))
        }
      }
    }
    try writer.property("AccuracyUSec", uint64: UInt64(Self.accuracy.uSec))
    try writer.property("RemainAfterElapse", bool: false)
    try writer.property("CollectMode", string: "inactive-or-failed")
  }

  private func writeService(_ lease: ProgramLease, _ writer: BusWriter) throws(BusError) {
    let systemctl = "/bin/systemctl"
    let words = [systemctl] + (isOfUser ? ["--user"] : [])
    let seconds = (max(lease.grace, .zero).uSec + 999_999) / 1_000_000
    let kill = words + ["kill", "--kill-who=\(processes)"]
    try writer.property("Description", string: "bgtaskd: the end of the lease of run \(run.run.text)")
    try writer.property("Type", string: "oneshot")
    try writer.property("CollectMode", string: "inactive-or-failed")
    try writer.property("TimeoutStartUSec", uint64: .max)
    try writer.property(
      programs: [
        // A frozen program hears no signal.
        (systemctl, words + ["thaw", run.name]),
        (systemctl, kill + ["--signal=SIGTERM", run.name]),
        ("/bin/sleep", ["/bin/sleep", "\(seconds)"]),
        (systemctl, kill + ["--signal=SIGKILL", run.name]),
      ], mayFail: true)
  }
}

/// Names of the timers: `bgtask-RUNID-lease-USEC.timer`, by the point at which the lease is over.
extension LeaseGuard {
  /// The pattern of the names.
  static let pattern = "bgtask-*-lease-*.timer"

  private static func name(_ run: RunID, _ until: BootTime) -> String {
    "bgtask-\(run.text)-lease-\(until.uSec).timer"
  }

  private static func service(of timer: String) -> String { timer.dropLast("timer".count) + "service" }

  /// Returns the run of a timer; nil for other names.
  static func run(ofTimer name: String) -> RunID? {
    guard let parts = UnitOfRun.parts(of: name), parts.rest.hasPrefix("-lease-"),
      parts.rest.hasSuffix(".timer")
    else { return nil }
    return parts.run
  }
}
