package import Dispatch
import Glibc
package import LinuxSystem
import SchedulerCore

/// A client of logind: it hears that the machine is about to sleep or to shut down, lets the machine wait for
/// this process before, and keeps it awake on request (org.freedesktop.login1(5)). Confined to its queue, and
/// silent for as long as nothing happens.
///
/// Where there is no bus or no logind it says so once and does nothing; a logind that comes later is found.
/// Signals are believed only from the connection that owns logind's name: any process can send one that looks
/// like logind's.
package final class LoginManager {
  private static let name = "org.freedesktop.login1"
  private static let path = "/org/freedesktop/login1"
  private static let manager = "org.freedesktop.login1.Manager"
  private static let busName = "org.freedesktop.DBus"
  /// What logind waits where nothing else is configured (logind.conf(5)).
  private static let usualLimitUSec: Int64 = 5_000_000
  private static let longestLimitUSec: Int64 = 3_600_000_000

  private let address: BusAddress
  private let queue: DispatchQueue
  private let who: String
  private let handler: (LoginManagerEvent) -> Void
  private var bus: Bus?
  private var countdown: Countdown?
  private var pause = GrowingPause(first: .seconds(1), longest: .seconds(64))
  private var matches: [BusMatch] = []
  /// The connection that logind is.
  private var owner: String?
  private let delay: InhibitorLock
  private var block: InhibitorLock?
  private var limitUSec = LoginManager.usualLimitUSec
  /// What the machine is about to do.
  private var departure: Departure?
  /// Refusals that were reported.
  private var refused: Set<InhibitorMode> = []
  private enum Presence { case unknown, found, missing }
  private var presence = Presence.unknown

  /// - Parameters:
  ///   - who: What everybody sees in `systemd-inhibit --list` as the holder of the locks.
  ///   - why: The reason that is shown for the lock that lets the machine wait.
  ///   - handler: Called on the queue, never from within a method of this class.
  package init(
    _ address: BusAddress = .system, queue: DispatchQueue, who: String, why: String,
    handler: @escaping (LoginManagerEvent) -> Void
  ) {
    self.address = address
    self.queue = queue
    self.who = who
    self.handler = handler
    delay = InhibitorLock(.delay, why: why)
  }

  /// Begins to listen, and to ask for the lock that lets the machine wait.
  package func start() {
    do throws(BusError) {
      try connect()
    } catch {
      close()
      // Where there is no bus there will be none.
      queue.runLater { [weak self] in self?.isMissing(error) }
    }
  }

  /// Lets the machine go, for this time.
  package func release() {
    delay.release()
    // It has stayed, or is back already.
    if departure == nil { takeDelay() }
  }

  /// Keeps the machine from going to sleep by itself, for a reason that everybody sees; nil ends that.
  package func preventSleep(why: String?) {
    guard let why else {
      block = nil
      return
    }
    guard block?.why != why else { return }
    block = InhibitorLock(.block, why: why)
    takeBlock()
  }

  private func connect() throws(BusError) {
    let bus = try Bus(address, queue: queue) { [weak self] in self?.lost($0) }
    self.bus = bus
    matches = [
      try bus.match(
        BusRule(
          sender: Self.busName, interface: Self.busName, member: "NameOwnerChanged", argument: Self.name)
      ) { [weak self] in self?.ownerChanged($0) },
      try match(bus, "PrepareForSleep", .sleep), try match(bus, "PrepareForShutdown", .shutdown),
    ]
    try bus.call(
      BusTarget(
        destination: Self.busName, path: "/org/freedesktop/DBus", interface: Self.busName,
        member: "GetNameOwner")
    ) { (writer) throws(BusError) in
      try writer.string(Self.name)
    } handler: { [weak self] in
      self?.owns($0)
    }
  }

  private func match(_ bus: Bus, _ member: String, _ departure: Departure) throws(BusError) -> BusMatch {
    try bus.match(BusRule(sender: Self.name, path: Self.path, interface: Self.manager, member: member)) {
      [weak self] message in
      guard let self, let owner, message.sender == owner,
        let isAhead = try? message.read({ (reader) throws(BusError) in try reader.bool() })
      else { return }
      prepared(isAhead, departure)
    }
  }

  private func owns(_ answer: Result<BusMessage, BusError>) {
    do throws(BusError) {
      belongs(to: try answer.get().read { (reader) throws(BusError) in try reader.string(limit: 256) })
    } catch {
      // It may come later, and the bus says when.
      if owner == nil { isMissing(error) }
    }
  }

  private func ownerChanged(_ message: BusMessage) {
    guard message.sender == Self.busName,
      let (name, new) = try? message.read({ (reader) throws(BusError) -> (String, String) in
        let name = try reader.string(limit: 256)
        try reader.skip("s")
        return (name, try reader.string(limit: 256))
      }), name == Self.name, new != owner
    else { return }
    if new.isEmpty {
      owner = nil
      isMissing(.connection(SystemError(call: "bus", subject: Self.name, code: ENOTCONN)))
    } else {
      belongs(to: new)
    }
  }

  /// The locks that an earlier logind granted are taken anew.
  private func belongs(to owner: String) {
    self.owner = owner
    // First, so that it is known why a lock is refused.
    lookAround()
    takeDelay()
    takeBlock()
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
      // What an administrator has changed in between.
      lookAround()
    }
  }

  private func takeDelay() { take(delay) }

  private func takeBlock() { if let block { take(block) } }

  private func take(_ lock: InhibitorLock) {
    guard let bus, owner != nil else { return }
    let mode = lock.mode
    do throws(BusError) {
      try lock.take(bus, of: target("Inhibit"), who: who) { [weak self] refusal in
        self?.took(mode, refusal)
      }
    } catch {
      lost(later: error)
    }
  }

  private func took(_ mode: InhibitorMode, _ refusal: BusError?) {
    if let refusal {
      // A machine that is about to go grants nothing; it is asked again when it is back.
      if departure == nil, refused.insert(mode).inserted { handler(.refused(mode, refusal)) }
    } else {
      refused.remove(mode)
      if mode == .delay { isFound() }
    }
  }

  /// Asks how long the machine waits, and whether it is about to go or has stayed: a signal may have been
  /// missed.
  private func lookAround() {
    guard let bus else { return }
    do throws(BusError) {
      try bus.call(target("GetAll", of: "org.freedesktop.DBus.Properties")) { (writer) throws(BusError) in
        try writer.string(Self.manager)
      } handler: { [weak self] answer in
        guard let self, case .success(let message) = answer,
          let state = try? message.read({ (reader) throws(BusError) in try LoginManagerState(reader) })
        else { return }
        took(state)
      }
    } catch {
      lost(later: error)
    }
  }

  private func took(_ state: LoginManagerState) {
    if let uSec = state.delayMaximumUSec { limitUSec = Int64(min(uSec, UInt64(Self.longestLimitUSec))) }
    if state.departure == departure { return }
    if let over = departure { prepared(false, over) }
    if let ahead = state.departure { prepared(true, ahead) }
  }

  private func target(_ member: String, of interface: String = LoginManager.manager) -> BusTarget {
    BusTarget(destination: Self.name, path: Self.path, interface: interface, member: member)
  }

  private func isFound() {
    guard presence != .found else { return }
    presence = .found
    pause.reset()
    handler(.found)
  }

  private func isMissing(_ error: BusError) {
    guard presence != .missing else { return }
    presence = .missing
    handler(.missing(error))
  }

  private func lost(later error: BusError) {
    queue.runLater { [weak self] in self?.lost(error) }
  }

  /// The bus is gone. It is looked for a few times; what was locked stays so, as long as logind lives.
  private func lost(_ error: BusError) {
    guard bus != nil else { return }
    close()
    isMissing(error)
    wait()
  }

  private func wait() {
    // A bus that is gone for longer does not come back.
    guard pause.last != pause.longest else { return }
    countdown = Countdown(uSec: pause.next().uSec, queue: queue) { [weak self] in
      guard let self else { return }
      do throws(BusError) {
        try connect()
      } catch {
        close()
        wait()
      }
    }
  }

  private func close() {
    matches = []
    owner = nil
    bus?.close()
    bus = nil
  }
}
