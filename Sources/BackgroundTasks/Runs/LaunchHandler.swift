import Dispatch

/// What an application registered for an identifier, and where it runs (R4).
struct LaunchHandler: Sendable {
  let place: HandlerPlace
  private let call:
    @Sendable (BGTask, _ begun: @escaping @Sendable () -> Void, _ returned: @escaping @Sendable () -> Void) ->
      Void

  /// A handler on a queue.
  init(queue: DispatchQueue, _ handler: @escaping (BGTask) -> Void) {
    place = .queue(queue)
    let handler = Unchecked(handler)
    call = { task, begun, returned in
      queue.async {
        begun()
        handler.value(task)
        returned()
      }
    }
  }

  /// A handler for which no queue was given. One that belongs to an actor, because it was written in a
  /// `@MainActor` type, in another actor, or at the top level of `main.swift`, runs there: on any other
  /// thread it would trap, or race. Others run on the identifier's own queue.
  init(background queue: DispatchQueue, _ handler: @escaping @isolated(any) (BGTask) -> Void) {
    let executor = QueueExecutor(queue)
    let isolation = handler.isolation
    place = isolation.map { .actor($0) } ?? .queue(queue)
    let handler = Unchecked(handler)
    call = { task, begun, returned in
      Task(executorPreference: isolation == nil ? executor : nil) {
        begun()
        await handler.value(task)
        returned()
      }
    }
  }

  /// Calls the handler in its place.
  /// - Parameters:
  ///   - begun: Called just before.
  ///   - returned: Called when it has returned.
  func launch(
    _ task: BGTask, begun: @escaping @Sendable () -> Void, returned: @escaping @Sendable () -> Void
  ) {
    call(task, begun, returned)
  }

  /// The background serial queue of an identifier.
  static func queue(for identifier: String) -> DispatchQueue {
    DispatchQueue(label: "BackgroundTasks \(identifier)", qos: .utility)
  }
}

/// A handler, and on whose behalf it is registered.
struct Registration: Sendable {
  enum Owner: Sendable {
    case application
    /// An ``NSBackgroundActivityScheduler``.
    case activity
  }

  let handler: LaunchHandler
  let owner: Owner
}

/// Runs the jobs of a task on a queue.
private final class QueueExecutor: TaskExecutor {
  let queue: DispatchQueue

  init(_ queue: DispatchQueue) { self.queue = queue }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let executor = asUnownedTaskExecutor()
    queue.async { job.runSynchronously(on: executor) }
  }
}
