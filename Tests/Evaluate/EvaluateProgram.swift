import Glibc
import Replay
import SchedulerCore

/// Evaluates when tasks start, over recorded machines, and prints the table of all policies:
///
///     evaluate [--seeds=N] [--minutes=N,N] [--machines=N] [--svg=FILE] [--json=FILE] TRACE
///
/// With no seeds there are only the simulated machines. For the fitted rule the distribution of windows is
/// that of one half of the devices, and scored on the other, both ways; the rule's other numbers are those
/// that ship, which were chosen with all devices in view. The exit status is 0 whether or not the goals are
/// met; a goal that is not is marked with `!` and named at the end.
@main enum EvaluateProgram {
  static func main() throws {
    guard let options = EvaluateOptions(CommandLine.arguments.dropFirst()) else {
      print("usage: evaluate [--seeds=N] [--minutes=N,N] [--machines=N] [--svg=FILE] [--json=FILE] TRACE")
      exit(64)
    }
    let traces: [DeviceTrace]
    do { traces = try TextFile.traces(options.trace) } catch {
      print("\(options.trace): \(error)")
      exit(66)
    }
    if options.seeds > 0 { try evaluate(traces, options) }
    if options.machines > 0 {
      for line in try FleetText.lines(RenewalProcess(WindowLengths(traces)), options.machines) { print(line) }
    }
  }

  private static func evaluate(_ traces: [DeviceTrace], _ options: EvaluateOptions) throws {
    let evaluation = Evaluation(traces, seeds: options.seeds)
    print(evaluation.heading)
    var cells: [EvaluatedCell] = []
    for work in EvaluatedWork.all(minutes: options.minutes) {
      let cell = try evaluation.cell(of: work)
      for line in EvaluationText.lines(of: cell) { print(line) }
      fflush(nil)
      cells.append(cell)
    }
    print(EvaluationText.goals(of: cells).joined(separator: "\n"))
    if let file = options.svg { try TextFile.write(EvaluationPlot(cells).text, to: file) }
    if let file = options.json { try TextFile.write(EvaluationJSON.text(of: cells), to: file) }
  }
}

/// The options of the command line.
struct EvaluateOptions {
  private(set) var seeds = 5
  private(set) var minutes = [1, 5, 10, 30, 60]
  private(set) var machines = 10_000
  private(set) var svg: String?
  private(set) var json: String?
  private(set) var trace = ""

  /// Reads the arguments; `nil` when they are none that the program has.
  init?(_ arguments: ArraySlice<String>) {
    for argument in arguments {
      let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, argument.hasPrefix("--") else {
        guard trace.isEmpty, !argument.hasPrefix("-") else { return nil }
        trace = argument
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
    guard seeds >= 0, !minutes.isEmpty, !trace.isEmpty else { return nil }
  }
}
