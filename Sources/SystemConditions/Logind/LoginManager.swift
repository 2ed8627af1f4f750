package import LinuxSystem
package import SchedulerCore

/// A client of logind: it learns that the machine is about to sleep or to shut down, makes the machine wait
/// for this process before, and keeps it awake on request (org.freedesktop.login1(5)). Confined to its queue,
/// and silent for as long as nothing happens.
///
/// Without a bus or a logind it reports that once and does nothing; a logind that comes later is found.
package final class LoginManager {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  /// The time that logind waits by default (logind.conf(5)).
  private static let usualLimitUSec: Int64 = 5_000_000
  private static let longestLimitUSec: Int64 = 3_600_000_000

  private let who: String
  private let handler: (LoginManagerEvent) -> Void
  private let service: BusService
  private var matches: [BusMatch?] = []
  private let delay: InhibitorLock
  private var block: InhibitorLock?
  private var limitUSec = LoginManager.usualLimitUSec
  /// The sleep or shutdown that is ahead.
  private var departure: Departure?
  /// Refusals that were reported.
  private var refused: Set<InhibitorMode> = []
  private enum Presence { case unknown, found, missing }
  private var presence = Presence.unknown

  /// - Parameters:
  ///   - bus: The system's bus.
  ///   - who: The holder of the locks that all users see in `systemd-inhibit --list`.
  ///   - why: The reason that is shown for the lock that makes the machine wait.
  ///   - handler: Called on the queue, never from within a method of this class.
  package init(
    _ bus: BusConnection, who: String, why: String, handler: @escaping (LoginManagerEvent) -> Void
  ) {
    self.who = who
    self.handler = handler
    delay = InhibitorLock(.delay, why: why)
    service = BusService(Self.name, on: bus)
  }

  /// Whether the machine waits for this process before it sleeps or shuts down, or is on its way.
  package var isWaitedFor: Bool { delay.isTaken || departure != nil }

  /// Starts to listen, and asks for the lock that makes the machine wait.
  package func start() { service.start { [weak self] in self?.changed($0) } }

  /// Lets the machine sleep or shut down this time.
  package func release() {
    delay.release()
    // The machine has stayed, or is back already.
    if departure == nil { takeDelay() }
  }

  /// Keeps the machine from going to sleep by itself, for a reason that all users see; nil ends that.
  package func preventSleep(why: String?) {
    guard let why else {
      block = nil
      return
    }
    guard block?.why != why else { return }
    block = InhibitorLock(.block, why: why)
    takeBlock()
  }

  /// Takes the locks that an earlier logind granted anew.
  private func changed(_ change: BusService.Change) {
    switch change {
    case .found:
      matches = [signal("PrepareForSleep", .sleep), signal("PrepareForShutdown", .shutdown)]
      // First, so that the reason of a refused lock is known.
      lookAround()
      takeDelay()
      takeBlock()
    case .missing(let error):
      matches = []
      isMissing(error)
    }
  }

  private func signal(_ member: String, _ departure: Departure) -> BusMatch? {
    service.signals(Self.path, Self.manager, member) { [weak self] message in
      guard let isAhead = try? message.read({ (reader) throws(BusError) in try reader.bool() }) else {
        return
      }
      self?.prepared(isAhead, departure)
    }
  }

  private func prepared(_ isAhead: Bool, _ kind: Departure) {
    if isAhead {
      departure = kind
      handler(.departing(kind, limitUSec: limitUSec))
    } else {
      departure = nil
      handler(.departureOver(kind))
      if !delay.isTaken { takeDelay() }
      if block?.isTaken == false { takeBlock() }
      // An administrator may have changed the limit in between.
      lookAround()
    }
  }

  private func takeDelay() { take(delay) }

  private func takeBlock() { if let block { take(block) } }

  private func take(_ lock: InhibitorLock) {
    let mode = lock.mode
    lock.take(from: service, Self.path, Self.manager, who: who) { [weak self] in self?.took(mode, $0) }
  }

  private func took(_ mode: InhibitorMode, _ refusal: BusError?) {
    if let refusal {
      // logind grants nothing before a sleep or shutdown; the lock is asked for again afterwards.
      if departure == nil, refused.insert(mode).inserted { handler(.refused(mode, refusal)) }
    } else {
      refused.remove(mode)
      if mode == .delay { isFound() }
    }
  }

  /// Asks for the time that the machine waits and for a sleep or shutdown that is ahead: a signal may have
  /// been missed.
  private func lookAround() {
    service.call(Self.path, "org.freedesktop.DBus.Properties", "GetAll") { (writer) throws(BusError) in
      try writer.string(Self.manager)
    } reply: { [weak self] answer in
      guard let self, case .success(let message) = answer,
        let state = try? message.read({ (reader) throws(BusError) in try LoginManagerState(reader) })
      else { return }
      took(state)
    }
  }

  private func took(_ state: LoginManagerState) {
    if let uSec = state.delayMaximumUSec { limitUSec = Int64(min(uSec, UInt64(Self.longestLimitUSec))) }
    if state.departure == departure { return }
    if let over = departure { prepared(false, over) }
    if let ahead = state.departure { prepared(true, ahead) }
  }

  private func isFound() {
    guard presence != .found else { return }
    presence = .found
    handler(.found)
  }

  private func isMissing(_ error: BusError) {
    guard presence != .missing else { return }
    presence = .missing
    handler(.missing(error))
  }
}

/// An event that a ``LoginManager`` reports.
package enum LoginManagerEvent: Hashable, Sendable {
  /// The machine is about to sleep or to shut down, and waits for ``LoginManager/release()`` up to the limit.
  case departing(Departure, limitUSec: Int64)
  /// The machine is back, or has stayed after all.
  case departureOver(Departure)
  /// From now on the machine waits for this process before it goes.
  case found
  /// From now on sleep and shutdown are not reported, for this reason.
  case missing(BusError)
  /// logind does not grant a lock, which would keep the machine from sleeping or make it wait; reported once.
  case refused(InhibitorMode, BusError)
}
