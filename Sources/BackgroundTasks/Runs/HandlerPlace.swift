import Dispatch
import Synchronization

/// The place where an application's handlers run (R4): a queue, or the actor that they belong to.
enum HandlerPlace: Sendable {
  case queue(DispatchQueue)
  case actor(any Actor)

  /// Calls a handler in this place, and then `returned`. A handler need not be `@Sendable`, because Apple's
  /// is not: it is handed over once, and has no other caller.
  func call(_ handler: @escaping () -> Void, returned: @escaping @Sendable () -> Void) {
    let handler = Unchecked(handler)
    switch self {
    case .queue(let queue):
      queue.async {
        handler.value()
        returned()
      }
    case .actor(let actor):
      Task {
        await Self.call(handler, on: actor)
        returned()
      }
    }
  }

  /// Calls a handler that must not wait for another one to free the queue: in its place, or beside it when it
  /// has not begun after a moment and the queue is kept. On an actor and on the main queue the handler waits,
  /// because what it touches belongs to them.
  /// - Parameter isKept: Whether a handler is at work on the queue.
  func callPromptly(
    _ handler: @escaping () -> Void, isKept: @escaping @Sendable () -> Bool,
    returned: @escaping @Sendable () -> Void
  ) {
    guard case .queue(let queue) = self, queue !== DispatchQueue.main else {
      return call(handler, returned: returned)
    }
    let once = Once(handler, returned: returned)
    queue.async { once.call() }
    DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + Self.moment) {
      if isKept() { once.call() }
    }
  }

  /// The time within which a free queue begins what it is given.
  private static let moment = DispatchTimeInterval.milliseconds(100)

  /// A handler that two places may call: only the first call does.
  private final class Once: Sendable {
    private let handler: Mutex<Unchecked<() -> Void>?>
    private let returned: @Sendable () -> Void

    init(_ handler: @escaping () -> Void, returned: @escaping @Sendable () -> Void) {
      self.handler = Mutex(Unchecked(handler))
      self.returned = returned
    }

    func call() {
      guard let handler = handler.withLock({ $0.take() }) else { return }
      handler.value()
      returned()
    }
  }

  private static func call(_ handler: Unchecked<() -> Void>, on actor: isolated any Actor) { handler.value() }
}
