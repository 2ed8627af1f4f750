/// A task that a file declares (`tasks.d/NAME.task`), as the file says it: spans that begin when the task is
/// accepted are not dates yet.
package struct Declaration: Hashable, Sendable {
  /// The file that declares it. Only the last part of the path counts: a file of the same name in a higher
  /// directory takes its place.
  package var file: String
  /// The user whose task it is.
  package var uid: UInt32
  /// The request, with the moments of the dates that the file says.
  package var request: TaskRequest
  /// The dates as the file says them; `nil` where it names none.
  package var dates: DeclaredDates?
  /// `Delay=`: the time after its acceptance before which the task does not begin.
  package var delay: TimeSpan?
  /// `DeadlineDelay=`: the time after each of its dates within which the task should have begun.
  package var deadlineDelay: TimeSpan?
  /// The whole request as the store keeps it.
  package var payload: [UInt8]
  /// The existing unit that does the work, where the file names one instead of a program.
  package var unit: String?
  package var limits: ProgramLimits
  package var credentials: CredentialUse

  package init(
    file: String, uid: UInt32, request: TaskRequest, dates: DeclaredDates? = nil, delay: TimeSpan? = nil,
    deadlineDelay: TimeSpan? = nil, payload: [UInt8], unit: String? = nil, limits: ProgramLimits = .init(),
    credentials: CredentialUse = .none
  ) {
    self.file = file
    self.uid = uid
    self.request = request
    self.dates = dates
    self.delay = delay
    self.deadlineDelay = deadlineDelay
    self.payload = payload
    self.unit = unit
    self.limits = limits
    self.credentials = credentials
  }

  package var key: TaskKey { TaskKey(uid: uid, identifier: request.identifier) }
}
