import Foundation
import TestSupport

/// The daemon, run to its end.
enum BuiltDaemon {
  /// Runs it with these arguments. It is ended after 20 s, with status 124 (timeout(1)).
  static func run(
    _ arguments: String..., environment: [String: String?] = [:], directory: URL? = nil
  ) throws -> FinishedProgram {
    try run(arguments, environment: environment, directory: directory)
  }

  /// The same with the arguments in an array.
  static func run(
    _ arguments: [String], environment: [String: String?] = [:], directory: URL? = nil
  ) throws -> FinishedProgram {
    var variables = environment
    for name in ["NOTIFY_SOCKET", "BGTASKD_SOCKET", "STATE_DIRECTORY", "RUNTIME_DIRECTORY"]
    where variables[name] == nil {
      variables[name] = .some(nil)
    }
    return try FinishedProgram.run(
      URL(filePath: "/usr/bin/timeout"), ["20", BuiltProduct.url("bgtaskd").path()] + arguments,
      environment: variables, directory: directory)
  }
}
