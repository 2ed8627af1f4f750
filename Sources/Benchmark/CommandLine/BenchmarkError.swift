import LinuxSystem

/// Why nothing could be measured.
enum BenchmarkError: Error, Equatable {
  /// The command line is wrong.
  case usage(String)
  /// A program to measure is not there, did not start, did not answer, or answered something else.
  case server(String)
  /// The system refused something.
  case system(String)

  /// By sysexits.h: `EX_USAGE`, `EX_UNAVAILABLE`, `EX_OSERR`.
  var exitStatus: Int32 {
    switch self {
    case .usage: 64
    case .server: 69
    case .system: 71
    }
  }

  /// What went wrong, and what to do.
  var message: String {
    switch self {
    case .usage(let text): "\(text)\nTry `bgtaskbench --help`."
    case .server(let text), .system(let text): text
    }
  }

  /// Whatever is thrown within a measurement.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as BenchmarkError: error
      case let error as SystemError: .system("\(error)")
      default: .server("what is measured does not answer as it should: \(error)")
      }
  }
}
