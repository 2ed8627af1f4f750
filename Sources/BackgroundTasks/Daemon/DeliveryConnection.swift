import Foundation
import Glibc
import SchedulerAPI
import Varlink

/// The connection on which runs are delivered, and the thread that reads it. The thread blocks in a read; it
/// exists while something is registered. When the connection ends, it connects again, after pauses that grow
/// from 10 milliseconds to 5 seconds, and registers everything again.
final class DeliveryConnection: @unchecked Sendable {
  /// Guards everything below, and is signalled whenever any of it changes.
  private let condition = NSCondition()
  private weak var owner: (any DeliveryConnectionOwner)?
  private let path: String?
  /// How long a registration waits for the daemon's answer.
  private let patience: TimeInterval
  private var identifiers: [String] = []
  private var phase = Phase.idle
  /// How many attempts have begun, and how many of those are over or led to a connection.
  private var begun = 0
  private var settled = 0
  /// Those whose callers wait to hear it; others are said on standard error.
  private var awaited: Set<String> = []
  private var refused: [String: any Error] = [:]
  /// A second descriptor of the socket: to end the connection from outside without meeting another file that
  /// has got its number meanwhile.
  private var interrupter: CInt = -1
  private var isHurried = false
  private var isClosed = false
  private var willAdd = false
  private var lastComplaint = ""

  private enum Phase {
    /// There is no thread.
    case idle
    case connecting
    /// The daemon knows these; the registration has this name.
    case connected(registration: String?, Set<String>)
    case pausing
  }

  /// Guarded by the condition.
  private final class Time: @unchecked Sendable {
    var isUp = false
  }

  private static let pauses: ClosedRange<TimeInterval> = 0.01...5

  init(path: String?, patience: TimeInterval) {
    self.path = path
    self.patience = patience
  }

  func attach(_ owner: any DeliveryConnectionOwner) { condition.withLock { self.owner = owner } }

  // MARK: Asked by others

  var isConnected: Bool { condition.withLock { isConnectedHere } }

  /// The lock is held.
  private var isConnectedHere: Bool {
    if case .connected = phase { true } else { false }
  }

  /// Registers an identifier, and waits a while for the answer. False when it is refused, which is said.
  func register(_ identifier: String) -> Bool {
    // A name that cannot be permitted need not be asked about.
    do throws(SchedulerInterfaceError) {
      _ = try Wire.checked(handled: identifier)
    } catch {
      StandardError.say("it cannot be registered: \(error)")
      return false
    }
    condition.lock()
    defer { condition.unlock() }
    if !identifiers.contains(identifier) { identifiers.append(identifier) }
    refused[identifier] = nil
    awaited.insert(identifier)
    defer { awaited.remove(identifier) }
    // What is added to a connection that is there is added by this thread, unless the connection ends.
    if case .connected(let registration?, _) = phase { add([identifier], to: registration) }
    if refused[identifier] == nil, !isConnectedHere { awaitAttempt(for: identifier) }
    guard let error = refused.removeValue(forKey: identifier) else { return true }
    say(error, about: identifier)
    return false
  }

  private func isKnown(_ identifier: String) -> Bool {
    if case .connected(_, let known) = phase { known.contains(identifier) } else { false }
  }

  /// Waits until an attempt that knows of the identifier has led to an answer or to nothing. The lock is
  /// held.
  private func awaitAttempt(for identifier: String) {
    let attempt = begun
    isHurried = true
    startThread()
    condition.broadcast()
    wait(atMost: patience) {
      settled <= attempt && refused[identifier] == nil && !isKnown(identifier) && !isClosed
    }
  }

  /// Waits while something holds. The lock is held. Dispatch keeps the time, because a condition's own limit
  /// is a date, and somebody may set the clock.
  private func wait(atMost limit: TimeInterval, while holds: () -> Bool) {
    let time = Time()
    let timer = DispatchWorkItem { [condition] in
      condition.withLock {
        time.isUp = true
        condition.broadcast()
      }
    }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + limit, execute: timer)
    while holds(), !time.isUp { condition.wait() }
    timer.cancel()
  }

  /// The daemon keeps it until the connection ends; its launches find no handler.
  func unregister(_ identifier: String) {
    condition.withLock {
      identifiers.removeAll { $0 == identifier }
      condition.broadcast()
    }
  }

  /// Ends a pause.
  func hurry() {
    condition.withLock {
      isHurried = true
      condition.broadcast()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      interrupt()
      condition.broadcast()
    }
  }

  /// Ends the connection, so that its thread makes another one. The lock is held.
  private func interrupt() {
    if interrupter >= 0 { shutdown(interrupter, CInt(SHUT_RDWR)) }
  }

  // MARK: The thread

  /// Starts it if there is none. The lock is held.
  private func startThread() {
    guard case .idle = phase, !isClosed, !identifiers.isEmpty else { return }
    phase = .connecting
    let thread = Thread { [self] in run() }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  private func run() {
    var pause = Self.pauses.lowerBound
    while let attempt = begin() {
      switch serve(attempt) {
      case .refused: pause = 0
      case .ended: pause = Self.pauses.lowerBound
      case .failed: pause = min(max(pause * 2, Self.pauses.lowerBound), Self.pauses.upperBound)
      }
      rest(pause)
    }
  }

  /// What the next attempt registers; nil when there is nothing, and the thread ends.
  private func begin() -> [String]? {
    condition.withLock {
      guard !isClosed, !identifiers.isEmpty else {
        phase = .idle
        condition.broadcast()
        return nil
      }
      phase = .connecting
      begun += 1
      return identifiers
    }
  }

  private func rest(_ pause: TimeInterval) {
    condition.withLock {
      phase = .pausing
      settled = begun
      condition.broadcast()
      if pause > 0 { wait(atMost: pause) { !isHurried && !isClosed && !identifiers.isEmpty } }
      isHurried = false
    }
  }

  private enum Outcome {
    /// Some of the identifiers were refused, and the others are to be registered at once.
    case refused
    /// There was a connection, and it ended.
    case ended
    /// There was none.
    case failed
  }

  /// Connects, registers, and reads until the connection ends.
  private func serve(_ attempt: [String]) -> Outcome {
    guard let owner = condition.withLock({ self.owner }) else { return .failed }
    var isConfirmed = false
    do {
      let connection = try ClientConnection(
        path: SocketPath.choose(path), timeLimit: CallConnection.timeLimit,
        frameLimit: CallConnection.replyLimit)
      guard arm(connection) else { return .failed }
      defer { disarm() }
      var registration = owner.registration
      registration.identifiers = attempt
      try connection.send(SchedulerMethod.Register.self, registration, more: true)
      connection.timeLimit = nil
      while true {
        let message = try connection.receive()
        if let reply = understood(message) {
          if !isConfirmed {
            isConfirmed = true
            // Before whoever registers goes on: it may ask for what is the application's at once.
            owner.registered(as: reply.application)
            confirm(reply, attempt)
            owner.resumed()
          }
          owner.received(reply)
        }
        guard message.continues else { return .ended }
      }
    } catch ClientError.reply(let error) where !isConfirmed {
      return refuse(
        SchedulerInterfaceError(error).map { $0 as any Error } ?? ClientError.reply(error), attempt)
    } catch ClientError.protocolViolation(let message) {
      complain("what bgtaskd delivered makes no sense: \(message)")
    } catch {
      // The daemon is away. Whoever submits is told so, and it is no news for anybody else.
    }
    return isConfirmed ? .ended : .failed
  }

  /// A message that makes no sense is said and passed over: with the connection, other runs would end.
  private func understood(_ message: Varlink.Reply) -> SchedulerMethod.Register.Reply? {
    do {
      return try message.parameters(of: SchedulerMethod.Register.self)
    } catch {
      StandardError.say("what bgtaskd delivered makes no sense: \(error)")
      return nil
    }
  }

  /// Lets the connection be ended from outside; false when it is to end already.
  private func arm(_ connection: ClientConnection) -> Bool {
    condition.withLock {
      guard !isClosed else { return false }
      interrupter = fcntl(connection.descriptor, F_DUPFD_CLOEXEC, 0)
      return true
    }
  }

  private func disarm() {
    condition.withLock {
      if interrupter >= 0 { Glibc.close(interrupter) }
      interrupter = -1
    }
  }

  // MARK: Answers

  private func confirm(_ reply: SchedulerMethod.Register.Reply, _ attempt: [String]) {
    condition.withLock {
      phase = .connected(registration: reply.registration, Set(attempt))
      lastComplaint = ""
      settled = begun
      condition.broadcast()
      addMissing()
    }
  }

  /// Adds identifiers to a registration, one by one, so that each has its own answer. The lock is held, and
  /// left during each call.
  private func add(_ late: [String], to registration: String) {
    guard let owner else { return }
    for identifier in late {
      condition.unlock()
      let result = Result { try owner.add(identifier, to: registration) }
      condition.lock()
      switch result {
      case .success:
        // It may be another connection by now, which has registered it or will.
        if case .connected(registration, var known) = phase {
          known.insert(identifier)
          phase = .connected(registration: registration, known)
        }
      case .failure(let error) where Self.isRefusal(error): refuse(identifier, error)
      case .failure:
        // The next connection registers everything. To make one now would interrupt the runs of this one.
        addLater()
      }
      condition.broadcast()
    }
  }

  /// Tries again what could not be added to a connection that goes on. The lock is held.
  private func addLater() {
    guard !willAdd else { return }
    willAdd = true
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.pauses.upperBound) { [weak self] in
      guard let self else { return }
      condition.withLock {
        willAdd = false
        addMissing()
      }
    }
  }

  /// The lock is held, and left during each call.
  private func addMissing() {
    guard case .connected(let registration?, let known) = phase else { return }
    add(identifiers.filter { !known.contains($0) }, to: registration)
  }

  private static func isRefusal(_ error: any Error) -> Bool {
    switch error {
    // The registration has ended, and so has its connection.
    case SchedulerInterfaceError.invalidRequest(field: "registration", _): false
    case SchedulerInterfaceError.notPermitted, SchedulerInterfaceError.invalidRequest,
      SchedulerInterfaceError.permissionDenied:
      true
    default: false
    }
  }

  /// The daemon refused a registration: the identifier that it names, or all of them.
  private func refuse(_ error: any Error, _ attempt: [String]) -> Outcome {
    guard Self.isRefusal(error) else {
      // A daemon that starts or that cannot write is soon better.
      if case SchedulerInterfaceError.unavailable = error { return .failed }
      complain("bgtaskd refused to register \(attempt.joined(separator: ", ")): \(error)")
      return .failed
    }
    var culprits = attempt
    if case SchedulerInterfaceError.notPermitted(let identifier, _) = error, attempt.contains(identifier) {
      culprits = [identifier]
    }
    condition.withLock {
      for identifier in culprits { refuse(identifier, error) }
    }
    return .refused
  }

  /// The lock is held.
  private func refuse(_ identifier: String, _ error: any Error) {
    identifiers.removeAll { $0 == identifier }
    if awaited.contains(identifier) {
      refused[identifier] = error
    } else {
      say(error, about: identifier)
    }
  }

  private func say(_ error: any Error, about identifier: String) {
    StandardError.say(
      "\(identifier) is not registered: \(BGTaskScheduler.Error(cause: error).localizedDescription)")
  }

  /// Says what goes wrong, and not again while it goes wrong in the same way.
  private func complain(_ message: String) {
    let isNew = condition.withLock {
      defer { lastComplaint = message }
      return lastComplaint != message
    }
    if isNew { StandardError.say(message) }
  }
}
