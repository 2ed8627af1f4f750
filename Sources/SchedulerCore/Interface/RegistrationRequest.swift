/// A program's request to handle tasks (`Register`).
package struct RegistrationRequest: Hashable, Sendable {
  /// The connection to which runs are delivered. A connection registers once.
  package var connection: ConnectionID
  /// The application's name; empty is whichever application permits the identifiers.
  package var application: String
  /// The identifiers that the program handles.
  package var identifiers: [String]
  /// The runs that it was given before and still works on.
  package var runs: [RunID]
  /// The application process that the caller belongs to, when bgtaskd started it.
  package var process: RunID?
  /// The point at which the caller's process was first connected; `nil` when it is unknown.
  package var connected: MonotonicTime?

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
