package import LinuxSystem
package import SchedulerCore

/// A program to run, complete: what the request or the manifest says, with what bgtaskd adds to its
/// environment.
package struct Program: Hashable, Sendable {
  /// The run that it is the work of, or the name of the application's process.
  package var run: RunID
  /// The task's identifier or the application's name, for the journal.
  package var identifier: String
  /// As which user it runs.
  package var uid: UInt32
  /// `arguments[0]` is an absolute path; there is at least one.
  package var arguments: [String]
  /// nil is the home directory of the user.
  package var workingDirectory: String?
  /// The whole environment.
  package var environment: [String: String]
  /// It goes on when the daemon ends, so what it writes goes where the daemon's own messages go: to something
  /// that lives on as well. What other programs write is collected by the daemon.
  package var outlivesDaemon: Bool
  /// What it writes to its standard output goes here, for somebody who reads it; nil where the rest goes.
  package var answer: SharedDescriptor?
  /// What it finds in files that nobody else can look into.
  package var credentials: [ProgramCredential]
  /// What it may take of the machine, and touch of it.
  package var limits: ProgramLimits
  /// The only folders that it has to write to, where that is known: a service manager keeps it from writing
  /// anywhere else. Nil is wherever its user may and ``limits`` let it.
  package var writtenFolders: [String]?
  /// How long it has to stop once it is told to. Where systemd runs it, systemd measures this as well.
  package var grace: TimeSpan
  /// When it is stopped even if the daemon does not: a while after the limit that the core measures; nil is
  /// never. Where systemd runs it, systemd measures this.
  package var backstop: TimeSpan?

  /// A program.
  package init(
    run: RunID, identifier: String, uid: UInt32, arguments: [String], workingDirectory: String?,
    environment: [String: String], outlivesDaemon: Bool = false,
    answer: SharedDescriptor? = nil, credentials: [ProgramCredential] = [], limits: ProgramLimits = .init(),
    writtenFolders: [String]? = nil, grace: TimeSpan = .seconds(5),
    backstop: TimeSpan? = nil
  ) {
    self.run = run
    self.identifier = identifier
    self.uid = uid
    self.arguments = arguments
    self.workingDirectory = workingDirectory
    self.environment = environment
    self.outlivesDaemon = outlivesDaemon
    self.answer = answer
    self.credentials = credentials
    self.limits = limits
    self.writtenFolders = writtenFolders
    self.grace = grace
    self.backstop = backstop
  }
}

extension ProcessPriority.IOClass {
  /// As the kernel and systemd number it.
  init(_ ioClass: IOClass) {
    self =
      switch ioClass {
      case .idle: .idle
      case .bestEffort: .bestEffort
      }
  }
}
