public import SchedulerCore
public import SystemdSyntax

/// What `tasks.d` says.
public struct LoadedTasks: Sendable {
  /// What is declared, and which files have errors.
  public var set = DeclarationSet()
  /// Warnings and errors in the order of files and lines.
  public var problems: [SyntaxProblem] = []
}
