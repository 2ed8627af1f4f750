import Dispatch
import Foundation
import SchedulerAPI
import SchedulerCore
import Synchronization
import Varlink

/// The connection on which runs are delivered, and the thread that reads it. The thread blocks in a read; it
/// exists while there is a connection or one is being made. Every decision is ``DeliveryState``'s: here it is
/// told what happens, under the lock, and what it says is carried out when the lock was left.
final class DeliveryConnection: Sendable {
  private let path: String?
  /// How long a registration waits for the daemon's answer, in seconds.
  private let patience: Double
  private let guarded = Mutex(Guarded())
  /// What nobody waits for is said here, so that deliveries do not wait for it either.
  private let housekeeping = DispatchQueue(label: "BackgroundTasks housekeeping", qos: .utility)

  private struct Guarded {
    var state = DeliveryState()
    weak var owner: (any DeliveryConnectionOwner)?
    var callers: [Int: Caller] = [:]
    var lastCaller = 0
    var interrupter: ConnectionInterrupter?
  }

  /// Somebody who waits for an answer. Who does not wait any longer takes it for a yes: it is registered
  /// later.
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

  /// Registers an identifier, and waits a while for the answer. False when it is refused, which is said.
  func register(_ identifier: String) -> Bool {
    // A name that cannot be permitted need not be asked about.
    do throws(SchedulerInterfaceError) {
      _ = try Wire.checked(handled: identifier)
    } catch {
      StandardError.say("it cannot be registered: \(error)")
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

  /// A run is over. Returns when the daemon has heard of it, or when that has to wait.
  func complete(_ end: DeliveredRuns.End) { take(.completed(end)) }

  /// Runs are over, and the daemon has not heard of it.
  var hasUntoldEnds: Bool { guarded.withLock { $0.state.runs.hasUntoldEnds } }

  func close() { take(.close) }

  // MARK: Carrying out

  /// Says what happens, and does what is to be done about it. What that leads to is said before anything else
  /// is done.
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
    // The connection is not made later because a call is not answered.
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

  /// Connects, registers, and reads until the connection ends; says how that was.
  private func serve() -> DeliveryState.Input {
    do {
      let connection = try ClientConnection(
        path: SocketPath.choose(path), timeLimit: CallConnection.timeLimit,
        frameLimit: CallConnection.replyLimit)
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
      // The daemon is away. Whoever submits is told so, and it is no news for anybody else.
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
      // Reading it says so.
      connection.close()
    }
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
}

/// What a ``DeliveryConnection`` asks and tells.
protocol DeliveryConnectionOwner: AnyObject, Sendable {
  /// The name of the manifest that permits the identifiers, or empty for whichever does.
  var applicationName: String { get }
  /// Lets a registration handle one more identifier, by a call.
  func add(_ identifier: String, to registration: String) throws
  /// Tells a run's end, by a call. False when that is to be tried again.
  func tell(_ end: DeliveredRuns.End) -> Bool
  /// The connection is there, and what it missed can be told.
  func resumed()
  /// A run begins.
  func launch(_ launch: SchedulerMethod.Register.Launch)
  /// A run's time is up.
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
    case .garbled(let message): "what bgtaskd delivered makes no sense: \(message)"
    }
  }
}
