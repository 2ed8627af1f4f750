import Dispatch

/// The handler that an application registered for an identifier, and the place where it runs (R4).
struct LaunchHandler: Sendable {
  let place: HandlerPlace
  private let handler: Unchecked<(BGTask) -> Void>

  init(queue: DispatchQueue, _ handler: @escaping (BGTask) -> Void) {
    place = .queue(queue)
    self.handler = Unchecked(handler)
  }

  /// Creates a handler for which no queue was given. A handler that belongs to an actor, because it was
  /// written in a `@MainActor` type, in another actor, or at the top level of `main.swift`, runs on that
  /// actor: on any other thread it would trap, or race. Others run on the identifier's own queue.
  init(background queue: DispatchQueue, of owner: (any Actor)?, _ handler: @escaping (BGTask) -> Void) {
    place = owner.map { .actor($0) } ?? .queue(queue)
    self.handler = Unchecked(handler)
  }

  /// Calls the handler in its place.
  /// - Parameters:
  ///   - begun: Called just before the handler.
  ///   - returned: Called when the handler has returned.
  func launch(
    _ task: BGTask, begun: @escaping @Sendable () -> Void, returned: @escaping @Sendable () -> Void
  ) {
    place.call(
      {
        begun()
        handler.value(task)
      }, returned: returned)
  }

  /// Returns the background serial queue of an identifier.
  static func queue(for identifier: String) -> DispatchQueue {
    DispatchQueue(label: "BackgroundTasks \(identifier)", qos: .utility)
  }
}

/// A handler, and the owner of its registration.
struct Registration: Sendable {
  enum Owner: Sendable {
    case application
    /// An ``NSBackgroundActivityScheduler`` owns the registration.
    case activity
  }

  let handler: LaunchHandler
  let owner: Owner
}
