import LinuxSystem

/// The options on the daemon's command line.
struct DaemonOptions: Equatable {
  /// The instance that the daemon is; without the option its uid and `STATE_DIRECTORY` decide.
  enum Instance: Equatable {
    case user
    case system
  }

  enum Action: Equatable {
    case run
    case recover
    case help
    case version
    case checkConfiguration
  }

  /// The parent of programs: the daemon, or systemd.
  enum Supervisor: String {
    case children
    case units
  }

  var action = Action.run
  var instance: Instance?
  var socket: String?
  var stateDirectory: String?
  var configuration: String?
  var logTarget = LogTarget.auto
  /// The chosen supervisor; `nil` means systemd where that has started the daemon, else the daemon.
  var executor: Supervisor?

  static let usage = """
    Usage: bgtaskd [OPTIONS…]

    Runs the background task scheduler in the foreground until SIGTERM or SIGINT.
    SIGHUP reloads the configuration.

      --user                 be the instance of the calling user (default outside
                             systemd)
      --system               be the instance of the system
      --socket=PATH          listen here (also: BGTASKD_SOCKET)
      --state-directory=DIR  keep state here (also: STATE_DIRECTORY)
      --config=FILE          read FILE and FILE.d/*.conf instead of the instance's
                             configuration
      --check-configuration  report the errors of the configuration, and end
      --recover              salvage what can be read of a damaged state file, and end
      --log-target=TARGET    auto, journal or stderr
      --executor=WHO         run programs as units of systemd (units) or as children of
                             the daemon (children); auto is units when systemd has
                             started the daemon
      -h, --help             show this, and end
      --version              show the version, and end

    """

  /// Reads the arguments after the program's name, as raw bytes.
  /// - Throws: ``UsageError`` that says which argument is wrong.
  init(_ arguments: [RawText]) throws(UsageError) {
    for (number, argument) in arguments.enumerated() where argument.text == nil {
      throw UsageError(
        message: "argument \(number + 1), \(argument), is not UTF-8, which paths have to be here")
    }
    try self.init(arguments: arguments.compactMap(\.text))
  }

  /// Reads the arguments after the program's name.
  /// - Throws: ``UsageError`` that says which argument is wrong.
  init(arguments: [String]) throws(UsageError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      let name = parts[0]
      switch (name, parts.count) {
      case ("--user", 1): instance = .user
      case ("--system", 1): instance = .system
      case ("--recover", 1): action = .recover
      case ("--check-configuration", 1): action = .checkConfiguration
      case ("--help", 1), ("-h", 1): action = .help
      case ("--version", 1): action = .version
      case ("--socket", _), ("--state-directory", _), ("--config", _), ("--log-target", _), ("--executor", _):
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), !value.isEmpty else {
          throw UsageError(message: "\(name) needs a value")
        }
        try set(name, value)
      default: throw UsageError(message: "unknown argument \(argument)")
      }
    }
  }

  private mutating func set(_ name: String, _ value: String) throws(UsageError) {
    switch name {
    case "--socket": socket = value
    case "--state-directory": stateDirectory = value
    case "--config": configuration = value
    case "--executor":
      executor = Supervisor(rawValue: value)
      guard executor != nil || value == "auto" else {
        throw UsageError(message: "--executor is \(value), allowed are auto, units and children")
      }
    default:
      guard let target = LogTarget(rawValue: value) else {
        throw UsageError(message: "--log-target is \(value), allowed are auto, journal and stderr")
      }
      logTarget = target
    }
  }
}

/// An error of the command line.
struct UsageError: Error, Equatable {
  var message: String
}
