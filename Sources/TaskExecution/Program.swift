public import SchedulerCore

/// A program to run, complete: what the request says, with what bgtaskd adds to its environment.
public struct Program: Hashable, Sendable {
  /// The run that it is the work of.
  public var run: RunID
  /// The task's identifier, for the journal.
  public var identifier: String
  /// As which user it runs.
  public var uid: UInt32
  /// `arguments[0]` is an absolute path; there is at least one.
  public var arguments: [String]
  /// nil is the home directory of the user.
  public var workingDirectory: String?
  /// The whole environment.
  public var environment: [String: String]

  /// A program.
  public init(
    run: RunID, identifier: String, uid: UInt32, arguments: [String], workingDirectory: String?,
    environment: [String: String]
  ) {
    self.run = run
    self.identifier = identifier
    self.uid = uid
    self.arguments = arguments
    self.workingDirectory = workingDirectory
    self.environment = environment
  }
}
