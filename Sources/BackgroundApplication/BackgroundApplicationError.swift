public import Foundation

/// The reason why an application cannot start, or cannot submit.
public enum BackgroundApplicationError: LocalizedError, Hashable, Sendable {
  /// No manifest permits these identifiers; standard error has said the reason for each.
  case notPermitted([String])
  /// The application declares no such task.
  case undeclared(String)

  /// The message, for people.
  public var errorDescription: String? {
    switch self {
    case .notPermitted(let identifiers):
      "no manifest of bgtaskd permits \(identifiers.joined(separator: ", ")): put what the program prints "
        + "with --print-manifest into a file of applications.d"
    case .undeclared(let identifier):
      "\(identifier) is not one of the application's tasks: declare it in the application's tasks"
    }
  }
}
