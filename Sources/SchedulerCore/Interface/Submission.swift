/// A request on its way in, with the payload that only the store and the executor read.
package struct Submission: Hashable, Sendable {
  /// The part that decisions need. Each field is within the protocol's bounds already.
  package var request: TaskRequest
  /// The whole request as the store keeps it.
  package var payload: [UInt8]

  /// The existing unit that does the work, where the request names one instead of a program.
  package var unit: String?
  package var limits: ProgramLimits
  package var credentials: CredentialUse
  /// The point until which the submitter is known to stand behind the task; `nil` is without end (R95).
  package var trustedUntil: BootTime?

  package init(
    request: TaskRequest, payload: [UInt8], unit: String? = nil, limits: ProgramLimits = .init(),
    credentials: CredentialUse = .none, trustedUntil: BootTime? = nil
  ) {
    self.request = request
    self.payload = payload
    self.unit = unit
    self.limits = limits
    self.credentials = credentials
    self.trustedUntil = trustedUntil
  }
}
