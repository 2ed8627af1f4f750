import BackgroundTasks
import Foundation

// Shape: what submitting threw, told apart in every way that is in use.

enum SubmissionFailure: Equatable {
  case unavailable, tooMany, notPermitted, cannotRunNow, other(String)
}

enum Submitter {
  /// Patterns of single codes.
  static func byPattern(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch BGTaskScheduler.Error.notPermitted {
      return .notPermitted
    } catch BGTaskScheduler.Error.tooManyPendingTaskRequests {
      return .tooMany
    } catch BGTaskScheduler.Error.unavailable {
      return .unavailable
    } catch BGTaskScheduler.Error.immediateRunIneligible {
      return .cannotRunNow
    } catch {
      return .other(error.localizedDescription)
    }
  }

  /// The type, then its code.
  static func byType(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch let error as BGTaskScheduler.Error {
      switch error.code {
      case .unavailable: return .unavailable
      case .tooManyPendingTaskRequests: return .tooMany
      case .notPermitted: return .notPermitted
      case .immediateRunIneligible: return .cannotRunNow
      @unknown default: return .other("\(error)")
      }
    } catch {
      return .other(error.localizedDescription)
    }
  }

  /// Numbers, in a catch clause that matches every error of Apple's.
  static func byFoundationError(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch let error as NSError {
      switch (error.domain, error.code) {
      case ("BGTaskSchedulerErrorDomain", 1): return .unavailable
      case ("BGTaskSchedulerErrorDomain", 2): return .tooMany
      case ("BGTaskSchedulerErrorDomain", 3): return .notPermitted
      case ("BGTaskSchedulerErrorDomain", 4): return .cannotRunNow
      default: return .other(error.localizedDescription)
      }
    }
  }

  /// A catch clause with a condition on the number, before others.
  static func byFoundationErrorWhere(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch let error as NSError
      where error.domain == BGTaskScheduler.errorDomain
      && error.code == BGTaskScheduler.Error.Code.notPermitted.rawValue
    {
      return .notPermitted
    } catch let error as BGTaskScheduler.Error where error.code == .unavailable {
      return .unavailable
    } catch let error as BGTaskScheduler.Error where error.code == .tooManyPendingTaskRequests {
      return .tooMany
    } catch BGTaskScheduler.Error.immediateRunIneligible {
      return .cannotRunNow
    } catch {
      return .other(error.localizedDescription)
    }
  }

  /// Through NSError and back, as code between Swift and Objective-C passes errors on.
  static func byRoundTrip(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch {
      let passedOn: Error = error as NSError
      return byPattern { throw passedOn }
    }
  }

  /// Numbers, through NSError.
  static func byNumber(_ submit: () throws -> Void) -> SubmissionFailure? {
    do {
      try submit()
      return nil
    } catch {
      let error = error as NSError
      guard error.domain == BGTaskScheduler.errorDomain else { return .other("\(error)") }
      switch error.code {
      case BGTaskScheduler.Error.Code.unavailable.rawValue: return .unavailable
      case BGTaskScheduler.Error.Code.tooManyPendingTaskRequests.rawValue: return .tooMany
      case BGTaskScheduler.Error.Code.notPermitted.rawValue: return .notPermitted
      case 4: return .cannotRunNow
      default: return .other(error.localizedDescription)
      }
    }
  }

  /// An optional cast with a comparison of codes.
  static func isRefusedForNow(_ error: Error) -> Bool {
    guard let error = error as? BGTaskScheduler.Error else { return false }
    return error.code == .immediateRunIneligible || error.errorCode == 2
  }
}
