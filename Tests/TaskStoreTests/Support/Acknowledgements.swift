import Dispatch

/// Lets a thread wait for what happens on another one.
struct Acknowledgements: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }

  /// Waits, but not for ever.
  func wait() { _ = semaphore.wait(timeout: .now() + 60) }
}
