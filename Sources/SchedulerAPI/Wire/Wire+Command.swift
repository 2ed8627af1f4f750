extension Wire {
  /// A program to run.
  public struct Command: Codable, Hashable, Sendable {
    /// The program, by its absolute path, and its arguments.
    public var argv: [String]
    /// Where it runs, an absolute path.
    public var workingDirectory: String?
    /// What is added to its environment.
    public var environment: [String: String]?

    /// A program.
    public init(argv: [String], workingDirectory: String? = nil, environment: [String: String]? = nil) {
      self.argv = argv
      self.workingDirectory = workingDirectory
      self.environment = environment
    }
  }
}
