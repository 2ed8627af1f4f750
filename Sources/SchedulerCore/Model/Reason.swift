/// The reason why a run was told to stop or a task does not run, in words for people and a code for programs.
package struct Reason: Hashable, Sendable {
  package var code: ReasonCode
  /// One sentence without a full stop.
  package var message: String
  /// The required value, where it can be said.
  package var required: String?
  /// The value that was found instead, where it can be said.
  package var observed: String?
  /// The date since which the reason holds, where it is known.
  package var since: WallTime?

  package init(
    code: ReasonCode, message: String, required: String? = nil, observed: String? = nil,
    since: WallTime? = nil
  ) {
    self.code = code
    self.message = message
    self.required = required
    self.observed = observed
    self.since = since
  }
}
