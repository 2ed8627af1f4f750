import Dispatch
import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization
import Varlink

/// The connection on which runs are delivered, and the thread that reads it. The thread blocks in a read; it
/// exists while there is a connection or one is being made. ``DeliveryState`` makes every decision: it takes
/// in an event under the lock, and its actions are carried out outside the lock.
final class DeliveryConnection: Sendable {
  private let path: String?
  /// The seconds that a registration waits for the daemon's answer.
  private let patience: Double
  private let guarded = Mutex(Guarded())
  /// The queue of work that no caller waits for, so that deliveries do not wait for it either.
  private let housekeeping = DispatchQueue(label: "BackgroundTasks housekeeping", qos: .utility)

  private struct Guarded {
    var state = DeliveryState()
    weak var owner: (any DeliveryConnectionOwner)?
    var callers: [Int: Caller] = [:]
    var lastCaller = 0
    var interrupter: ConnectionInterrupter?
  }

  /// A caller that waits for an answer. A caller that gives up takes it for a yes: the identifier is
  /// registered later.
  private struct Caller {
    let isAnswered = DispatchSemaphore(value: 0)
    var isRegistered = true
  }

  init(path: String?, patience: Double) {
    self.path = path
    self.patience = patience
  }

  func attach(_ owner: any DeliveryConnectionOwner) { guarded.withLock { $0.owner = owner } }

  // MARK: Asked by others

  /// The application's name, as the daemon found it.
  var application: String? { guarded.withLock { $0.state.application } }

  /// Registers an identifier, and waits a while for the answer. Returns false for a refusal, and reports it.
  func register(_ identifier: String) -> Bool {
    // An identifier that no manifest can permit is refused without asking the daemon.
    do throws(SchedulerInterfaceError) {
      _ = try Wire.checked(handled: identifier)
    } catch {
      StandardError.say("the identifier cannot be registered: \(error)")
      return false
    }
    let caller = Caller()
    let number = guarded.withLock { guarded in
      guarded.lastCaller += 1
      guarded.callers[guarded.lastCaller] = caller
      return guarded.lastCaller
    }
    take(.register(identifier, caller: number))
    if caller.isAnswered.wait(timeout: .now() + patience) == .timedOut { take(.gaveUp(caller: number)) }
    return guarded.withLock { $0.callers.removeValue(forKey: number) }?.isRegistered ?? true
  }

  func unregister(_ identifier: String) { take(.unregister(identifier)) }

  /// Reports a run's end. Returns when the daemon has heard of it, or when that has to wait.
  func complete(_ end: DeliveredRuns.End) { take(.completed(end)) }

  /// Whether a run has ended and the daemon has not heard of it.
  var hasUntoldEnds: Bool { guarded.withLock { $0.state.runs.hasUntoldEnds } }

  func close() { take(.close) }

  // MARK: Carrying out

  /// Hands in an input, and carries out its actions. The input that an action leads to is handed in before
  /// the next action is carried out.
  /// - Parameter connection: The new connection, for its registration.
  private func take(_ input: DeliveryState.Input, on connection: ClientConnection? = nil) {
    var actions = guarded.withLock { $0.state.handle(input) }[...]
    while let action = actions.popFirst() {
      guard let outcome = carryOut(action, connection) else { continue }
      actions = guarded.withLock { $0.state.handle(outcome) } + actions
    }
  }

  private func carryOut(
    _ action: DeliveryState.Action, _ connection: ClientConnection?
  ) -> DeliveryState.Input? {
    let owner = guarded.withLock { $0.owner }
    switch action {
    case .connect: startThread()
    case .register(let identifiers, let runs):
      if let connection { register(identifiers, runs, for: owner, on: connection) }
    case .add(let identifier, let registration): return add(identifier, to: registration, for: owner)
    case .resume:
      housekeeping.async { [self] in
        owner?.resumed()
        take(.resumed)
      }
    case .launch(let launch): owner?.launch(launch)
    case .expire(let expire): owner?.expire(expire)
    case .tell(let end): return owner?.tell(end) == true ? .told(end) : .notTold(end)
    case .answer(let caller, let isRegistered): answer(caller, isRegistered)
    case .later(let input, let length): schedule(input, after: length.uSec)
    case .warn(let warning): StandardError.say(warning.text)
    case .disconnect: guarded.withLock { $0.interrupter }?.interrupt()
    }
    return nil
  }

  private func add(
    _ identifier: String, to registration: String, for owner: (any DeliveryConnectionOwner)?
  ) -> DeliveryState.Input {
    guard let owner else { return .notAdded(identifier, nil) }
    do {
      try owner.add(identifier, to: registration)
      return .added(identifier, to: registration)
    } catch {
      return .notAdded(identifier, error as? SchedulerInterfaceError)
    }
  }

  private func answer(_ caller: Int, _ isRegistered: Bool) {
    let isAnswered = guarded.withLock { guarded in
      guarded.callers[caller]?.isRegistered = isRegistered
      return guarded.callers[caller]?.isAnswered
    }
    isAnswered?.signal()
  }

  private func schedule(_ input: DeliveryState.Input, after uSec: Int64) {
    // A call without an answer must not delay the next connection.
    let isPause = if case .pauseOver = input { true } else { false }
    let queue = isPause ? DispatchQueue.global(qos: .utility) : housekeeping
    queue.asyncAfter(deadline: .now() + .microseconds(Int(uSec))) { [weak self] in self?.take(input) }
  }

  // MARK: The thread

  private func startThread() {
    let thread = Thread { [self] in take(serve()) }
    thread.name = "BackgroundTasks"
    thread.start()
  }

  /// Connects, registers, and reads until the connection ends; returns how it ended.
  private func serve() -> DeliveryState.Input {
    do {
      let connection = try CallConnection.open(path)
      let interrupter = ConnectionInterrupter(connection)
      guarded.withLock { $0.interrupter = interrupter }
      defer { guarded.withLock { $0.interrupter = nil } }
      take(.connected, on: connection)
      while true {
        let message = try connection.receive()
        if let reply = understood(message) { take(.received(reply)) }
        guard message.continues else { return .lost }
      }
    } catch ClientError.reply(let error) {
      return .refused(error)
    } catch ClientError.protocolViolation(let message) {
      return .garbled(message)
    } catch {
      // The daemon is away. Callers that submit are told so, and no other code needs to know.
      return .lost
    }
  }

  private func register(
    _ identifiers: [String], _ runs: [String], for owner: (any DeliveryConnectionOwner)?,
    on connection: ClientConnection
  ) {
    do {
      guard let owner else { throw ClientError.closed }
      let registration = SchedulerMethod.Register.Parameters(
        application: owner.applicationName, identifiers: identifiers, runs: runs.isEmpty ? nil : runs)
      try connection.send(SchedulerMethod.Register.self, registration, more: true)
      connection.timeLimit = nil
    } catch {
      // The next read reports the error.
      connection.close()
    }
  }

  /// Decodes a message. One without sense is reported and skipped, because other runs need the connection.
  private func understood(_ message: Varlink.Reply) -> SchedulerMethod.Register.Reply? {
    do {
      return try message.parameters(of: SchedulerMethod.Register.self)
    } catch {
      StandardError.say("the delivery of bgtaskd cannot be understood: \(error)")
      return nil
    }
  }
}

/// The owner of a ``DeliveryConnection``, which makes its calls and takes its deliveries.
protocol DeliveryConnectionOwner: AnyObject, Sendable {
  /// The name of the manifest that permits the identifiers, or empty for whichever does.
  var applicationName: String { get }
  /// Adds an identifier to a registration, by a call.
  func add(_ identifier: String, to registration: String) throws
  /// Tells a run's end, by a call. Returns false when that is to be tried again.
  func tell(_ end: DeliveredRuns.End) -> Bool
  /// Notes that the connection is there: the daemon can be told what it missed.
  func resumed()
  /// Launches a delivered run.
  func launch(_ launch: SchedulerMethod.Register.Launch)
  /// Expires a delivered run.
  func expire(_ expire: SchedulerMethod.Register.Expire)
}

extension DeliveryState.Warning {
  fileprivate var text: String {
    switch self {
    case .notRegistered(let identifier, let error):
      "\(identifier) is not registered: \(BGTaskScheduler.Error(cause: error).localizedDescription)"
    case .refused(let identifiers, let error):
      "bgtaskd refused to register \(identifiers.joined(separator: ", ")): "
        + "\(SchedulerInterfaceError(error).map { $0 as any Error } ?? ClientError.reply(error))"
    case .garbled(let message): "the delivery of bgtaskd cannot be understood: \(message)"
    }
  }
}
