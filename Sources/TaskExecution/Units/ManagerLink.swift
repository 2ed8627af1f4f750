import Dispatch
import Glibc
import LinuxSystem
import SchedulerCore

/// The object that a ``ManagerLink`` reports to.
protocol ManagerLinkClient: AnyObject {
  /// The manager answers. The known state of its units may be out of date.
  func linkIsReady()
  /// The manager was there and is gone.
  func linkIsLost()
  /// The manager could not be reached. The link is idle until it is needed again.
  func linkFailed(_ error: BusError)
  /// The manager reads all units again from their files, or has done so (org.freedesktop.systemd1(5),
  /// `Reloading`).
  func managerReloads(begins: Bool)
  /// A job has ended (org.freedesktop.systemd1(5), `JobRemoved`).
  func jobRemoved(_ job: String, result: String)
  /// A unit is not loaded any more.
  func unitRemoved(_ path: String)
  /// Properties of a unit have changed.
  func unitChanged(_ path: String, _ message: BusMessage)
}

/// The connection to a systemd: it knows when its other end is the manager, and is made again when it breaks,
/// for as long as the client needs it. Confined to its queue.
///
/// Signals are believed only from the connection that owns the manager's name: any process can send a signal
/// that looks like the manager's to this one alone.
final class ManagerLink {
  private static let name = "org.freedesktop.systemd1"
  private static let path = "/org/freedesktop/systemd1"
  private static let interface = "org.freedesktop.systemd1.Manager"
  private static let properties = "org.freedesktop.DBus.Properties"
  /// The time that a bus may be without a manager: one that executes itself again is back in a moment, and a
  /// user's manager comes to its bus a moment after the bus was started.
  private static let patienceUSec: Int64 = 3_000_000

  private enum State {
    /// The link is not needed, or was not since it broke.
    case idle
    /// The pause before the next attempt.
    case pausing(Countdown)
    /// The connection is being made, or the manager starts again or is asked for its properties.
    case greeting(Bus)
    case ready(Bus)
    case closed
  }

  private let location: UnitManager
  private let queue: DispatchQueue
  private weak var client: (any ManagerLinkClient)?
  private var state = State.idle
  private var pause = GrowingPause(first: .milliseconds(50), longest: .seconds(5))
  private var manager: BusName?
  private var patience: Countdown?
  private var unanswered = 0
  private var matches: [BusMatch] = []

  /// The manager's major version; 0 while it is not known.
  private(set) var version = 0
  /// The control group below which the manager has its units, without a slash at its end.
  private(set) var controlGroup = ""

  init(_ location: UnitManager, queue: DispatchQueue, client: any ManagerLinkClient) {
    self.location = location
    self.queue = queue
    self.client = client
  }

  var isReady: Bool {
    if case .ready = state { true } else { false }
  }

  /// Connects, unless that is under way: at once, or after a pause that grows with every failure.
  func need() {
    guard case .idle = state else { return }
    let delay = pause.last ?? .zero
    state = .pausing(Countdown(uSec: delay.uSec, queue: queue) { [weak self] in self?.connect() })
  }

  /// Closes the link for good.
  func close() {
    tearDown()
    state = .closed
  }

  /// Asks for the signals of units and jobs, ahead of all messages that are sent from now on.
  func follow() {
    guard case .ready(let bus) = state, matches.isEmpty else { return }
    do throws(BusError) {
      matches = [
        try bus.match(
          BusRule(
            sender: Self.name, pathNamespace: Self.path + "/unit", interface: Self.properties,
            member: "PropertiesChanged")
        ) { [weak self] in self?.unitChanged($0) },
        try bus.match(Self.signal("JobRemoved")) { [weak self] in self?.jobRemoved($0) },
        try bus.match(Self.signal("UnitRemoved")) { [weak self] in self?.unitRemoved($0) },
        try bus.match(Self.signal("Reloading")) { [weak self] in self?.reloading($0) },
      ]
    } catch {
      return broken(error)
    }
    // The answer does not matter: a client that has subscribed already gets an error.
    call("Subscribe", reply: { _ in })
  }

  /// Ends ``follow()``: other units do not wake this process while it has none.
  func unfollow() {
    guard !matches.isEmpty else { return }
    matches = []
    call("Unsubscribe", reply: { _ in })
  }

  /// Calls a method of the manager. The handler is called once, later, unless the link is closed.
  func call(
    _ member: String, write: (BusWriter) throws(BusError) -> Void = { _ in },
    reply: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    call(Self.path, Self.interface, member, write: write, reply: reply)
  }

  /// Reads all properties of a unit.
  func properties(of path: String, reply: @escaping (Result<UnitSnapshot, BusError>) -> Void) {
    call(path, Self.properties, "GetAll") { (writer) throws(BusError) in
      // The empty name stands for all interfaces.
      try writer.string("")
    } reply: { answer in
      reply(
        answer.flatMap { message in
          Result { () throws(BusError) in
            var snapshot = UnitSnapshot()
            try message.read { (reader) throws(BusError) in try snapshot.take(reader) }
            return snapshot
          }
        })
    }
  }

  /// Reads the arguments of the program that a service starts, as the manager has them.
  func arguments(of path: String, reply: @escaping (Result<[String], BusError>) -> Void) {
    call(path, Self.properties, "Get") { (writer) throws(BusError) in
      try writer.string("org.freedesktop.systemd1.Service")
      try writer.string("ExecStart")
    } reply: { answer in
      reply(answer.flatMap { message in Result { () throws(BusError) in try Self.arguments(message) } })
    }
  }

  private static func arguments(_ message: BusMessage) throws(BusError) -> [String] {
    let type = "a(sasbttttuii)"
    return try message.read { (reader) throws(BusError) in
      try reader.variant(type) { (reader) throws(BusError) in
        try reader.array(of: "(sasbttttuii)") { (reader) throws(BusError) in
          try reader.structure("sasbttttuii") { (reader) throws(BusError) in
            try reader.skip("s")
            // A message is no longer than 128 MiB, and this process has sent these arguments.
            let arguments = try reader.array(of: "s", limit: .max) { (reader) throws(BusError) in
              try reader.string(limit: .max)
            }
            try reader.skip("bttttuii")
            return arguments
          }
        }
      }
    }.first ?? []
  }

  private static func signal(_ member: String) -> BusRule {
    BusRule(sender: name, path: path, interface: interface, member: member)
  }

  /// Returns the path of a unit's object.
  static func path(of unit: String) throws(BusError) -> String { try BusPath.encode(path + "/unit", unit) }

  private func call(
    _ path: String, _ interface: String, _ member: String, write: (BusWriter) throws(BusError) -> Void,
    reply: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    let target = BusTarget(
      destination: Self.name, path: path, interface: interface, member: member)
    do throws(BusError) {
      guard let bus else {
        throw .connection(SystemError(call: member, subject: "systemd", code: ENOTCONN))
      }
      try bus.call(target, write: write, handler: reply)
    } catch {
      queue.runLater { reply(.failure(error)) }
    }
  }

  private var bus: Bus? {
    switch state {
    case .greeting(let bus), .ready(let bus): bus
    case .idle, .pausing, .closed: nil
    }
  }

  private func connect() {
    do throws(BusError) {
      let bus = try Bus(location.address, queue: queue) { [weak self] in self?.broken($0) }
      state = .greeting(bus)
      manager = try BusName(Self.name, on: bus) { [weak self] in self?.manager($0, bus) }
    } catch {
      broken(error)
    }
  }

  private func manager(_ change: BusName.Change, _ bus: Bus) {
    switch change {
    case .owned:
      beginGreeting(bus)
      patience?.cancel()
      greet()
    case .unowned(let error):
      beginGreeting(bus)
      waitForOwner(error)
    case .unanswered(let error): broken(error)
    }
  }

  /// Drops the state of the earlier manager.
  private func beginGreeting(_ bus: Bus) {
    let wasReady = isReady
    state = .greeting(bus)
    matches = []
    if wasReady { client?.linkIsLost() }
  }

  private func waitForOwner(_ error: BusError) {
    patience?.cancel()
    patience = Countdown(uSec: Self.patienceUSec, queue: queue) { [weak self] in self?.broken(error) }
  }

  /// Asks the manager for its version and its control group.
  private func greet() {
    unanswered = 2
    property("Version") { [weak self] (answer) in
      guard let self, case .success(let text) = answer else { return }
      version = Int(text.prefix { $0.isASCII && $0.isNumber }) ?? 0
    }
    property("ControlGroup") { [weak self] (answer) in
      guard let self, case .success(let text) = answer else { return }
      controlGroup = location.controlGroup ?? (text == "/" ? "" : text)
    }
  }

  private func property(_ name: String, _ take: @escaping (Result<String, BusError>) -> Void) {
    call(Self.path, Self.properties, "Get") { (writer) throws(BusError) in
      try writer.string(Self.interface)
      try writer.string(name)
    } reply: { [weak self] answer in
      let text = answer.flatMap { message in
        Result { () throws(BusError) in
          try message.read { (reader) throws(BusError) in
            try reader.variant("s") { (reader) throws(BusError) in try reader.string(limit: 4096) }
          }
        }
      }
      take(text)
      self?.greeted(text)
    }
  }

  private func greeted(_ answer: Result<String, BusError>) {
    guard case .greeting(let bus) = state, manager?.owner != nil else { return }
    if case .failure(let error) = answer {
      // The manager went away during the call, and the bus is about to say so.
      return error.isSilence ? waitForOwner(error) : broken(error)
    }
    unanswered -= 1
    guard unanswered == 0 else { return }
    state = .ready(bus)
    pause.reset()
    client?.linkIsReady()
  }

  private func broken(_ error: BusError) {
    let wasReady = isReady
    guard bus != nil || isPausing else { return }
    tearDown()
    state = .idle
    _ = pause.next()
    if wasReady { client?.linkIsLost() } else { client?.linkFailed(error) }
  }

  private var isPausing: Bool {
    if case .pausing = state { true } else { false }
  }

  private func tearDown() {
    manager = nil
    matches = []
    patience?.cancel()
    bus?.close()
    if case .pausing(let timer) = state { timer.cancel() }
  }

  private func isFromManager(_ message: BusMessage) -> Bool { manager?.isOwner(message) == true }

  private func jobRemoved(_ message: BusMessage) {
    guard isFromManager(message),
      let (job, result) = try? message.read({ (reader) throws(BusError) -> (String, String) in
        try reader.skip("u")
        let job = try reader.objectPath()
        try reader.skip("s")
        return (job, try reader.string(limit: 256))
      })
    else { return }
    client?.jobRemoved(job, result: result)
  }

  private func unitRemoved(_ message: BusMessage) {
    guard isFromManager(message),
      let path = try? message.read({ (reader) throws(BusError) -> String in
        try reader.skip("s")
        return try reader.objectPath()
      })
    else { return }
    client?.unitRemoved(path)
  }

  private func reloading(_ message: BusMessage) {
    guard isFromManager(message),
      let begins = try? message.read({ (reader) throws(BusError) in try reader.bool() })
    else { return }
    client?.managerReloads(begins: begins)
  }

  private func unitChanged(_ message: BusMessage) {
    guard isFromManager(message), let path = message.path else { return }
    client?.unitChanged(path, message)
  }
}
