// Made of io.bgtaskd.Scheduler.varlink by `make generate`. Changes belong there.
// swift-format-ignore-file
package import Varlink

extension Wire {
  /// A program that runs as the user who submits it.
  package struct Command: MessageStructure {
    /// The program, by its absolute path, and its arguments (1 to 1024 elements), together up to 128 KiB.
    /// Every user can read them while the program runs.
    package var argv: [String]
    /// The program's working directory, an absolute path without '..' (up to 4095 bytes). Absent: the user's
    /// home, or / for a system account whose home does not exist.
    package var workingDirectory: String?
    /// Variables that are added to the program's environment (up to 256 elements), together up to 128 KiB.
    /// Names that begin with BGTASK are the daemon's, except BGTASK_FENCE, by which a program may guard what
    /// it writes against an older run of the same work.
    package var environment: [String: String]?
    /// Files whose variables are added to the program's environment, each an absolute path
    /// (up to 16 elements). A path with '-' before it may be missing. These variables count more than those
    /// of environment, and those of later files more than those of earlier ones. The files have the syntax of
    /// systemd.exec(5), EnvironmentFile=. These files and those of credentials are read at each start, as the
    /// user, together up to 1 MiB.
    package var environmentFiles: [String]?
    /// Files by name, each an absolute path (up to 16 elements). The program finds them under these names in
    /// the directory CREDENTIALS_DIRECTORY (systemd.exec(5), LoadCredential=). A name has 1 to 255 ASCII
    /// letters, digits and marks without / : \ and quotation marks, and is neither . nor .. itself.
    package var credentials: [String: String]?
    /// Contents by name, in Base64, that systemd-creds(1) has encrypted for this machine under these names
    /// (up to 16 elements), together up to 64 KiB. The program finds them as it finds credentials; both
    /// together are up to 16. Only the system's instance takes them, from root or from a file that declares
    /// the task.
    package var encryptedCredentials: [String: String]?
    /// The lists that were longer than their bounds.
    private var cut = CutLists()

    package init(
      argv: [String], workingDirectory: String? = nil, environment: [String: String]? = nil,
      environmentFiles: [String]? = nil, credentials: [String: String]? = nil,
      encryptedCredentials: [String: String]? = nil
    ) {
      (self.argv, self.workingDirectory, self.environment) = (argv, workingDirectory, environment)
      (self.environmentFiles, self.credentials) = (environmentFiles, credentials)
      self.encryptedCredentials = encryptedCredentials
    }

    private static let fields: [StaticString] = [
      "argv", "credentials", "encryptedCredentials", "environment", "environmentFiles", "workingDirectory"
    ]

    package init(from reader: inout JSONReader) throws(InvalidValue) {
      var argv: [String]?
      var members = try reader.object()
      while let member = try reader.member(&members, of: Self.fields) {
        switch member {
          case 0:
            argv = try reader.texts("argv", within: Bounds.argv, &cut)
          case 1:
            if try !reader.null() {
              credentials = try reader.namedTexts("credentials", within: Bounds.credentials, &cut)
            }
          case 2:
            if try !reader.null() {
              encryptedCredentials = try reader.namedTexts(
                "encryptedCredentials", within: Bounds.encryptedCredentials, &cut
              )
            }
          case 3:
            if try !reader.null() {
              environment = try reader.namedTexts("environment", within: Bounds.environment, &cut)
            }
          case 4:
            if try !reader.null() {
              environmentFiles = try reader.texts("environmentFiles", within: Bounds.environmentFiles, &cut)
            }
          default: if try !reader.null() { workingDirectory = try reader.text() }
        }
      }
      self.argv = try reader.required(argv, "argv", in: members)
    }

    package func writeMembers(to writer: inout JSONWriter) {
      writer.member("argv", argv)
      writer.member("credentials", credentials)
      writer.member("encryptedCredentials", encryptedCredentials)
      writer.member("environment", environment)
      writer.member("environmentFiles", environmentFiles)
      writer.member("workingDirectory", workingDirectory)
    }

    /// The bounds of the fields: of numbers, or of their counts of bytes or elements.
    package enum Bounds {
      package static let argv: ClosedRange<Int> = 1...1024
      package static let workingDirectory: ClosedRange<Int> = 0...4095
      package static let environment: ClosedRange<Int> = 0...256
      package static let environmentFiles: ClosedRange<Int> = 0...16
      package static let credentials: ClosedRange<Int> = 0...16
      package static let encryptedCredentials: ClosedRange<Int> = 0...16
    }

    /// Checks the fields against their bounds; `path` is the prefix of the names in errors.
    package func checkBounds(at path: String = "") throws(SchedulerInterfaceError) {
      try FieldCheck.elements(argv, cut, Bounds.argv, path, "argv")
      try FieldCheck.bytes(workingDirectory, Bounds.workingDirectory, path, "workingDirectory")
      try FieldCheck.elements(environment, cut, Bounds.environment, path, "environment")
      try FieldCheck.elements(environmentFiles, cut, Bounds.environmentFiles, path, "environmentFiles")
      try FieldCheck.elements(credentials, cut, Bounds.credentials, path, "credentials")
      try FieldCheck.elements(
        encryptedCredentials, cut, Bounds.encryptedCredentials, path, "encryptedCredentials"
      )
    }
  }
}
