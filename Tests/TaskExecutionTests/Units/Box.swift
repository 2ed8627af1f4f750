import Foundation

/// One answer of a handler, to be waited for from a test's thread.
final class Box<Answer>: @unchecked Sendable {
  private let arrived = DispatchSemaphore(value: 0)
  private var answer: Answer?

  func put(_ answer: Answer) {
    self.answer = answer
    arrived.signal()
  }

  /// Nil after 20 s without one.
  func take() -> Answer? { arrived.wait(timeout: .now() + 20) == .success ? answer : nil }
}
