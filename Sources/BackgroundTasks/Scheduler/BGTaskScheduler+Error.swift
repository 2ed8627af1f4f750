public import Foundation

extension BGTaskScheduler {
  /// The domain of ``Error``: `BGTaskSchedulerErrorDomain`.
  public static let errorDomain = "BGTaskSchedulerErrorDomain"

  /// The reason why a request was not accepted. The description, which is also its `localizedDescription`,
  /// says what was wrong and what to do about it (R22).
  public struct Error: _BridgedStoredNSError, CustomStringConvertible, Sendable {
    /// The error as Foundation stores it. Its domain is ``BGTaskScheduler/errorDomain``.
    public let _nsError: NSError

    /// Wraps an error of ``BGTaskScheduler/errorDomain``; one of another domain is a programming error.
    public init(_nsError error: NSError) {
      precondition(
        error.domain == BGTaskScheduler.errorDomain, "\(error.domain) is not \(BGTaskScheduler.errorDomain)")
      _nsError = HashableNSError(error)
    }

    /// The domain ``BGTaskScheduler/errorDomain``.
    public static var _nsErrorDomain: String { BGTaskScheduler.errorDomain }

    /// The code, what was wrong and what to do.
    public var description: String { "BGTaskScheduler.Error.\(code): \(localizedDescription)" }

    /// The kinds of error.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
      /// The error that has these codes.
      public typealias _ErrorType = BGTaskScheduler.Error

      /// Background work is switched off, or the daemon cannot be reached (R13).
      case unavailable = 1
      /// Too many requests of the kind are pending (R11).
      case tooManyPendingTaskRequests = 2
      /// The application's manifest does not permit the identifier, a resource is not available, or a field
      /// of the request cannot be accepted (R12).
      case notPermitted = 3
      /// A continued processing request that must not wait cannot start at once (R14).
      case immediateRunIneligible = 4
    }

    /// Background work is switched off, or the daemon cannot be reached (R13).
    public static var unavailable: Code { .unavailable }
    /// Too many requests of the kind are pending (R11).
    public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
    /// The application's manifest does not permit the identifier, a resource is not available, or a field of
    /// the request cannot be accepted (R12).
    public static var notPermitted: Code { .notPermitted }
    /// A continued processing request that must not wait cannot start at once (R14).
    public static var immediateRunIneligible: Code { .immediateRunIneligible }
  }
}
