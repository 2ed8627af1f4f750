import Glibc
package import LinuxSystem
package import SchedulerCore

/// The environment of a task's program, and of an application's.
package struct TaskEnvironment: Sendable {
  /// The default `PATH`, unless the request sets it: systemd's (systemd.exec(5)) with `/sbin` and `/bin`, for
  /// distributions where these are directories of their own.
  package static let path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// The path of the daemon's socket.
  private let socket: String
  /// The path of bgtaskctl, by which programs call the daemon.
  private let bgtaskctl: String?
  /// The `PATH` of programs, with bgtaskctl's folder where no default one has it.
  private let path: String

  /// The part that is the same for all programs.
  /// - Parameters:
  ///   - socket: The path of the daemon's socket.
  ///   - bgtaskctl: The path of the bgtaskctl that belongs to the daemon; nil when there is none.
  ///   - isProgram: Whether a program is at a path.
  package init(
    socket: String, bgtaskctl: String?,
    isProgram: (_ path: String) -> Bool = { access($0, X_OK) == 0 }
  ) {
    (self.socket, self.bgtaskctl) = (socket, bgtaskctl)
    guard let slash = bgtaskctl?.lastIndex(of: "/"), let folder = bgtaskctl?[..<slash],
      !Self.path.split(separator: ":").contains(where: { isProgram("\($0)/bgtaskctl") })
    else {
      path = Self.path
      return
    }
    // A folder with a colon cannot be named in PATH.
    path = folder.contains(":") ? Self.path : "\(Self.path):\(folder)"
  }

  /// Returns all variables of a program: those of the user, a few that the daemon has itself, those of the
  /// request, and those that lead the program back to its run. Later ones win, so a request can change all
  /// but the last.
  /// - Parameters:
  ///   - account: The user that the program runs as; nil where systemd sets the user's variables
  ///     (systemd.exec(5)).
  ///   - inherited: Looks up a variable in the daemon's own environment; asked for `LANG` and
  ///     `XDG_RUNTIME_DIR` only.
  ///   - request: The variables of the request and of its files.
  ///   - identifier: The task's identifier.
  ///   - run: The run.
  ///   - attempt: The number of the attempt, from 1; nil where there is no task.
  package func variables(
    account: UserAccount?, inherited: (String) -> String?, request: [String: String], identifier: String,
    run: RunID, attempt: Int? = nil
  ) -> [String: String] {
    var variables = common(account, inherited)
    variables.merge(request) { _, new in new }
    addDaemon(to: &variables)
    variables[JournalField.identifier.rawValue] = identifier
    variables[Self.runVariable] = run.text
    variables[ProgramVariable.attempt] = attempt.map(String.init)
    return variables
  }

  /// Returns all variables of an application's program that is started because a task is due.
  /// - Parameters:
  ///   - account: As for a task's program.
  ///   - inherited: As for a task's program.
  ///   - application: The manifest's name.
  package func variables(
    account: UserAccount?, inherited: (String) -> String?, application: String
  ) -> [String: String] {
    var variables = common(account, inherited)
    addDaemon(to: &variables)
    variables[Self.applicationVariable] = application
    return variables
  }

  /// Adds the variables by which a program calls the daemon.
  private func addDaemon(to variables: inout [String: String]) {
    variables["BGTASKD_SOCKET"] = socket
    variables[Self.controlVariable] = bgtaskctl
  }

  private func common(
    _ account: UserAccount?, _ inherited: (String) -> String?
  ) -> [String: String] {
    var variables = ["PATH": path]
    if let account {
      let own = ["USER": account.name, "LOGNAME": account.name, "SHELL": account.shell]
      variables.merge(own) { _, new in new }
      // Programs look up a home directory that is no text by themselves.
      if account.home.hasPrefix("/") { variables["HOME"] = account.home }
    }
    for name in ["LANG", "XDG_RUNTIME_DIR"] { variables[name] = inherited(name) }
    return variables
  }

  /// The variable with the path of bgtaskctl.
  static let controlVariable = "BGTASKCTL"
  /// The variable with the run, by which ``LeftoverProcesses`` finds its processes.
  static let runVariable = JournalField.run.rawValue
  fileprivate static let applicationVariable = JournalField.application.rawValue
}

/// The variable that marks the processes of a program, with its value: the program's run, or the application
/// where that outlives the daemon.
struct ProcessMark: Hashable {
  var variable: String
  var value: String
}

extension ProcessMark {
  private static let variables = [TaskEnvironment.runVariable, TaskEnvironment.applicationVariable]

  /// The mark of a program's processes.
  init(_ program: Program) {
    self =
      program.outlivesDaemon
      ? ProcessMark(variable: TaskEnvironment.applicationVariable, value: program.identifier)
      : ProcessMark(variable: TaskEnvironment.runVariable, value: program.run.text)
  }

  /// Returns the marks in the environment that a process was started with.
  static func all(of pid: Int32) -> [ProcessMark] {
    variables.compactMap { variable in
      ProcessTable.environmentValue(of: pid, variable).map { ProcessMark(variable: variable, value: $0) }
    }
  }
}
