import Glibc
import Replay
import SchedulerCore

/// Evaluates when tasks start, over recorded machines, and prints the table of all policies:
///
///     evaluate [--seeds=N] [--minutes=N,N] [--machines=N] [--svg=FILE] [--json=FILE] WINDOWS [NIIMPY]
///
/// WINDOWS has the intervals in which phones were ready, NIIMPY the changes of two phones, which are too few
/// for intervals that say something. With no seeds there are only the simulated machines.
///
/// For the fitted rule the distribution of windows is that of one half of the devices, and scored on the
/// other, both ways; the rule's other numbers are those that ship, which were chosen with all devices in
/// view. The exit status is 0 whether or not the goals are met; a goal that is not is marked with `!` and
/// named at the end.
@main enum EvaluateProgram {
  static func main() throws {
    guard let options = EvaluateOptions(CommandLine.arguments.dropFirst()) else {
      print(
        "usage: evaluate [--seeds=N] [--minutes=N,N] [--machines=N] [--svg=FILE] [--json=FILE] "
          + "WINDOWS [NIIMPY]"
      )
      exit(64)
    }
    let windows = try read(options.windows, Recordings.windows)
    let niimpy = try options.niimpy.map { try read($0, Recordings.niimpy) }
    if options.seeds > 0 {
      let cells = try evaluate(windows, options)
      print(EvaluationText.goals(of: cells).joined(separator: "\n"))
      if let file = options.svg {
        try TextFile.write(EvaluationPlot(cells, source: windows.source).text, to: file)
      }
      var all = [(windows.name, cells)]
      if let niimpy {
        print("")
        all.append((niimpy.name, try evaluate(niimpy, options)))
      }
      if let file = options.json { try TextFile.write(EvaluationJSON.text(of: all), to: file) }
    }
    if options.machines > 0 {
      let process = RenewalProcess(WindowLengths(windows.traces))
      for line in try FleetText.lines(process, options.machines) { print(line) }
    }
  }

  private static func read(_ path: String, _ recordings: (String) throws -> Recordings) rethrows -> Recordings
  {
    do { return try recordings(path) } catch {
      print("\(path): \(error)")
      exit(66)
    }
  }

  /// Prints the table of all kinds of work.
  private static func evaluate(
    _ recordings: Recordings, _ options: EvaluateOptions
  ) throws -> [EvaluatedCell] {
    let evaluation = Evaluation(recordings, seeds: options.seeds)
    print(evaluation.heading)
    var cells: [EvaluatedCell] = []
    for work in EvaluatedWork.all(minutes: options.minutes) {
      let cell = try evaluation.cell(of: work)
      for line in EvaluationText.lines(of: cell) { print(line) }
      fflush(nil)
      cells.append(cell)
    }
    return cells
  }
}

/// The options of the command line.
struct EvaluateOptions {
  private(set) var seeds = 5
  private(set) var minutes = [1, 5, 10, 30, 60]
  private(set) var machines = 10_000
  private(set) var svg: String?
  private(set) var json: String?
  private(set) var windows = ""
  private(set) var niimpy: String?

  /// Reads the arguments; `nil` when they are none that the program has.
  init?(_ arguments: ArraySlice<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, argument.hasPrefix("--") else {
        guard niimpy == nil, !argument.hasPrefix("-") else { return nil }
        if windows.isEmpty { windows = argument } else { niimpy = argument }
        continue
      }
      let numbers = parts[1].split(separator: ",").compactMap { Int($0) }
      switch parts[0] {
      case "--seeds": seeds = numbers.first ?? 0
      case "--minutes": minutes = numbers
      case "--machines": machines = numbers.first ?? 0
      case "--svg": svg = parts[1]
      case "--json": json = parts[1]
      default: return nil
      }
    }
    guard seeds >= 0, !minutes.isEmpty, !windows.isEmpty else { return nil }
  }
}
