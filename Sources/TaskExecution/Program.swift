package import LinuxSystem
package import SchedulerCore

/// A program to run, complete: that of the request or the manifest, with bgtaskd's additions to its
/// environment.
package struct Program: Hashable, Sendable {
  /// The run that the program works for, or the name of the application's process.
  package var run: RunID
  /// The task's identifier or the application's name, for the journal.
  package var identifier: String
  /// The user that the program runs as.
  package var uid: UInt32
  /// The arguments, at least one; `arguments[0]` is an absolute path.
  package var arguments: [String]
  /// The working directory; nil is the home directory of the user.
  package var workingDirectory: String?
  /// The whole environment.
  package var environment: [String: String]
  /// Whether the program goes on when the daemon ends. Its output then goes where the daemon's own messages
  /// go, which lives on as well. The daemon collects the output of other programs.
  package var outlivesDaemon: Bool
  /// The destination of standard output alone, where it has a reader; nil is that of the other output.
  package var answer: SharedDescriptor?
  /// The credentials, in files that only the program can read.
  package var credentials: [ProgramCredential]
  /// The limits of what the program may use and access of the machine.
  package var limits: ProgramLimits
  /// The only folders that the program has to write to, where they are known: a service manager keeps it from
  /// writing anywhere else. Nil is all that its user may write to and ``limits`` allow.
  package var writtenFolders: [String]?
  /// The time that the program has to stop once it is told to. systemd measures it as well where it runs it.
  package var grace: TimeSpan
  /// The time after which the program is stopped even if the daemon does not: a while after the limit that
  /// the core measures; nil is never. systemd measures it where it runs the program.
  package var backstop: TimeSpan?
  /// The lease at whose end the program is stopped even if the daemon does not; nil without one.
  package var lease: ProgramLease?

  package init(
    run: RunID, identifier: String, uid: UInt32, arguments: [String], workingDirectory: String?,
    environment: [String: String], outlivesDaemon: Bool = false,
    answer: SharedDescriptor? = nil, credentials: [ProgramCredential] = [], limits: ProgramLimits = .init(),
    writtenFolders: [String]? = nil, grace: TimeSpan = .seconds(5),
    backstop: TimeSpan? = nil, lease: ProgramLease? = nil
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
    self.lease = lease
  }
}

/// The lease of a program's task (R95).
package struct ProgramLease: Hashable, Sendable {
  /// The point at which the lease is over.
  package var until: BootTime
  /// The time that the program has to stop then.
  package var grace: TimeSpan

  package init(until: BootTime, grace: TimeSpan) { (self.until, self.grace) = (until, grace) }
}

extension ProcessPriority.IOClass {
  /// Takes the class over from the core.
  init(_ ioClass: IOClass) {
    self =
      switch ioClass {
      case .idle: .idle
      case .bestEffort: .bestEffort
      }
  }
}

/// A secret that a program, and no other, finds in a file of this name (systemd.exec(5), "Credentials").
package struct ProgramCredential: Hashable, Sendable {
  /// The file's name.
  package var name: String
  /// The file's contents.
  package var contents: [UInt8]
  /// Whether systemd-creds(1) has encrypted the contents under this name; systemd decrypts them.
  package var isEncrypted: Bool

  package init(name: String, contents: [UInt8], isEncrypted: Bool = false) {
    (self.name, self.contents, self.isEncrypted) = (name, contents, isEncrypted)
  }

  /// The variable that names the directory of the files.
  package static let variable = "CREDENTIALS_DIRECTORY"
}
