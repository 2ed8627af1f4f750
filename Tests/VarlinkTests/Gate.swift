import Dispatch

/// Holds a thread until it is opened, ten seconds at most.
struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func open() { semaphore.signal() }

  func wait() { _ = semaphore.wait(timeout: .now() + .seconds(10)) }
}
