/// What a program asks for that wants to handle tasks (`Register`).
public struct RegistrationRequest: Hashable, Sendable {
  /// Where launches are delivered to. A connection registers once.
  public var connection: ConnectionID
  /// The application's name; empty is whichever permits the identifiers.
  public var application: String
  /// What it handles.
  public var identifiers: [String]
  /// The runs that it was given before and still works on.
  public var runs: [RunID]
  /// The application process that the caller belongs to, when bgtaskd started it.
  public var process: RunID?

  /// A request.
  public init(
    connection: ConnectionID, application: String, identifiers: [String], runs: [RunID] = [],
    process: RunID? = nil
  ) {
    self.connection = connection
    self.application = application
    self.identifiers = identifiers
    self.runs = runs
    self.process = process
  }
}
