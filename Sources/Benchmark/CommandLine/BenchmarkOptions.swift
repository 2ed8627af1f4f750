/// The command line of bgtaskbench.
struct BenchmarkOptions {
  enum Action {
    case measure
    case help
    case version
  }

  /// The form in which figures are written.
  enum Output {
    case table
    case json
    /// A table, and JSON in a file.
    case both(file: String)
  }

  var action = Action.measure
  /// The bgtaskd to measure; `nil` is the one beside this program.
  var daemon: String?
  /// The parent of the scratch directory, which shall be on a disk: in memory durability costs nothing.
  var directory = "/var/tmp"
  var output = Output.table
  /// Whether a goal that is missed is a failure.
  var checksGoals = false
  var plan = Plan.usual

  static let usage = """
    Usage: bgtaskbench [OPTIONS…]

    Starts bgtaskd in a directory of its own, and there as well what it is compared with: beanstalkd,
    tsp (task-spooler), SQLite, a file and a timer by themselves. They take turns, in rounds, so that
    ratios hold on a machine that has other things to do. Shows medians, ratios and goals, and removes
    everything again. It takes some minutes, and as much disk as a million tasks do.

      --daemon=PATH      the bgtaskd to measure, with bgtaskctl beside it (default: those beside this
                         program)
      --directory=DIR    make the directory here, on the disk to measure (default: /var/tmp)
      --json             write one JSON object instead of the table
      --json=FILE        write the table, and the JSON object into a file
      --check            fail when a goal is missed
      --quick            take a few seconds only, to see that it works: the figures are rough, fewer
                         tasks wait, and what is not installed is left out
      -h, --help         show this, and end
      --version          show the version, and end

    Exit status: 0 measured, 1 a goal is missed (--check), 64 wrong arguments, 69 something to measure
    is not there, did not start or did not answer, 71 the system refused something.

    """

  /// Reads the arguments after the program's name.
  /// - Throws: ``BenchmarkError/usage(_:)`` that says which argument is wrong.
  init(arguments: [String]) throws(BenchmarkError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      switch (parts[0], parts.count) {
      case ("--json", 1): output = .json
      case ("--json", _) where !parts[1].isEmpty: output = .both(file: parts[1])
      case ("--check", 1): checksGoals = true
      case ("--quick", 1): plan = .quick
      case ("--help", 1), ("-h", 1): action = .help
      case ("--version", 1): action = .version
      case ("--daemon", _), ("--directory", _):
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw .usage("\(parts[0]) needs a value")
        }
        if parts[0] == "--daemon" { daemon = value } else { directory = value }
      default: throw .usage("unknown argument \(argument)")
      }
    }
  }
}
