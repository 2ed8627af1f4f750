import Foundation
import TestSupport

/// A program that runs beside a test.
final class BackgroundProgram: @unchecked Sendable {
  private let hasEnded = DispatchSemaphore(value: 0)
  private var result: Result<FinishedProgram, any Error>?

  init(_ body: @escaping @Sendable () throws -> FinishedProgram) {
    Thread { [self] in
      result = Result { try body() }
      hasEnded.signal()
    }.start()
  }

  /// Waits for its end.
  /// - Throws: ``RawConnectionError/timedOut`` after 30 s, and what the body throws.
  func finished() throws -> FinishedProgram {
    guard hasEnded.wait(timeout: .now() + .seconds(30)) == .success, let result else {
      throw RawConnectionError.timedOut
    }
    return try result.get()
  }
}
