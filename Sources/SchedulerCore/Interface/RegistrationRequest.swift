/// What a program asks for that wants to handle tasks (`Register`).
package struct RegistrationRequest: Hashable, Sendable {
  /// Where launches are delivered to. A connection registers once.
  package var connection: ConnectionID
  /// The application's name; empty is whichever permits the identifiers.
  package var application: String
  /// What it handles.
  package var identifiers: [String]
  /// The runs that it was given before and still works on.
  package var runs: [RunID]
  /// The application process that the caller belongs to, when bgtaskd started it.
  package var process: RunID?
  /// When the caller's process first was connected; nil when nobody knows.
  package var connected: MonotonicTime?

  /// A request.
  package init(
    connection: ConnectionID, application: String, identifiers: [String], runs: [RunID] = [],
    process: RunID? = nil, connected: MonotonicTime? = nil
  ) {
    self.connection = connection
    self.application = application
    self.identifiers = identifiers
    self.runs = runs
    self.process = process
    self.connected = connected
  }
}
