import Dispatch

/// Where an application's handlers run (R4): on a queue, or on the actor that they belong to.
enum HandlerPlace: Sendable {
  case queue(DispatchQueue)
  case actor(any Actor)

  /// Calls a handler there, and then `returned`. A handler need not be `@Sendable`, because Apple's is not:
  /// it is handed over once, and nobody else calls it.
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

  private static func call(_ handler: Unchecked<() -> Void>, on actor: isolated any Actor) { handler.value() }
}
