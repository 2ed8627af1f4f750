/// What the errors of `io.bgtaskd.Scheduler` carry. Each error has some of the fields; the others are absent.
public struct SchedulerErrorParameters: Codable, Hashable, Sendable {
  /// The task that it is about.
  public var identifier: String?
  /// For people.
  public var message: String?
  /// How many are allowed.
  public var limit: Int?
  /// The field that it is about, as a dotted path.
  public var field: String?
  /// The run that it is about.
  public var runId: String?

  /// Parameters.
  public init(
    identifier: String? = nil, message: String? = nil, limit: Int? = nil, field: String? = nil,
    runId: String? = nil
  ) {
    self.identifier = identifier
    self.message = message
    self.limit = limit
    self.field = field
    self.runId = runId
  }
}
