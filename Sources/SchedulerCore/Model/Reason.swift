/// Why a run was told to stop or a task is not running, in words for people and in a code for programs.
package struct Reason: Hashable, Sendable {
  /// For programs.
  package var code: ReasonCode
  /// One sentence without a full stop.
  package var message: String
  /// What is asked for, where that can be said.
  package var required: String?
  /// What was found instead, where that can be said.
  package var observed: String?
  /// Since when it holds, where that is known.
  package var since: WallTime?

  /// A reason.
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
