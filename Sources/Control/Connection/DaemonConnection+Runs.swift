import SchedulerAPI
import Varlink

extension DaemonConnection {
  /// Returns the run whose name begins with the text.
  /// - Throws: A failure when no run's name begins so, or more than one.
  func run(named beginning: String) throws(Failure) -> Wire.Run {
    guard !beginning.isEmpty, beginning.utf8.count <= 32, beginning.allSatisfy(\.isHexDigit) else {
      throw Failure(
        .no, name: "NoSuchRun",
        message: "'\(beginning)' is not the name of a run: a name has up to 32 digits of 0 to 9 and a to f",
        next: "bgtaskctl history shows the names; bgtaskctl history ID shows those of one task")
    }
    let runs = try call(SchedulerMethod.History.self, .init(runId: beginning.lowercased(), limit: 2)).reply
      .runs
    guard let run = runs.first else {
      throw Failure(
        .no, name: "NoSuchRun", message: "no run's name begins with \(beginning)",
        next: "bgtaskctl history lists the runs that are known")
    }
    guard runs.count == 1 else {
      throw Failure(
        .no, name: "AmbiguousRun", message: "more than one run's name begins with \(beginning)",
        next: "add more digits; bgtaskctl history --json has whole names")
    }
    return run
  }
}
