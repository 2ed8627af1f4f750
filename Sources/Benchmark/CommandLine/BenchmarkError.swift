import LinuxSystem

/// The reason why nothing could be measured.
enum BenchmarkError: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A program to measure is not there, did not start, did not answer, or answered something else.
  case server(String)
  /// A system call failed.
  case system(String)

  /// The status by sysexits.h: `EX_USAGE`, `EX_UNAVAILABLE`, `EX_OSERR`.
  var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .server: 69
    case .system: 71
    }
  }

  /// The problem, and the way out of it.
  var message: String {
    switch self {
    case .usage(let text): "\(text)\nTry `bgtaskbench --help`."
    case .server(let text), .system(let text): text
    }
  }

  /// Takes over any error that is thrown within a measurement.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as BenchmarkError: error
      case let error as SystemError: .system("\(error)")
      default: .server("what is measured does not answer as it should: \(error)")
      }
  }
}
