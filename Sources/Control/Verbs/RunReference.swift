import SchedulerCore

/// The run that a command inside of a task speaks for.
enum RunReference {
  /// The variable in the environment of every program that bgtaskd starts for a task.
  static let variable = JournalField.run.rawValue

  static let option = OptionSpecification.value(
    "run", "RUN", "Speak for this run instead of the run that \(variable) names")

  /// The note in help about the programs that these verbs are for.
  static let note = "For programs that bgtaskd runs: they find their run in \(variable)."

  /// - Throws: A usage error when this is not inside of a run and none is named.
  static func find(_ invocation: Invocation) throws(Failure) -> String {
    if let run = invocation.line.value("run") { return run }
    if let run = invocation.context.environment(variable) { return run }
    throw .usage(
      "the run is not named: \(variable) is not set",
      next: "call this from a program that bgtaskd runs, or name the run with --run; bgtaskctl list --json "
        + "has those that run now")
  }
}
