/// A request on its way in, with the payload that only the store and the executor look at.
package struct Submission: Hashable, Sendable {
  /// The part that decisions need. Field by field it is within the protocol's bounds already.
  package var request: TaskRequest
  /// The whole request as it is kept in the store.
  package var payload: [UInt8]

  /// The existing unit that is the work, where the request names one instead of a program.
  package var unit: String?
  /// What its program may take and touch.
  package var limits: ProgramLimits
  /// Which credentials it gets.
  package var credentials: CredentialUse

  /// A submission.
  package init(
    request: TaskRequest, payload: [UInt8], unit: String? = nil, limits: ProgramLimits = .init(),
    credentials: CredentialUse = .none
  ) {
    self.request = request
    self.payload = payload
    self.unit = unit
    self.limits = limits
    self.credentials = credentials
  }
}
