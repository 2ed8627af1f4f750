/// A task that a file asks for (`tasks.d/NAME.task`), as it stands there: lengths that begin when it is
/// accepted are not dates yet.
package struct Declaration: Hashable, Sendable {
  /// The file that it stands in. What counts of the path is the last part: a file of the same name in a
  /// higher directory takes its place.
  package var file: String
  /// Whose task it is.
  package var uid: UInt32
  /// What is asked for, with the dates that the file says.
  package var request: TaskRequest
  /// `Delay=`: not before so long after it was accepted.
  package var delay: TimeSpan?
  /// `DeadlineDelay=`: it should have begun so long after each of its dates.
  package var deadlineDelay: TimeSpan?
  /// The whole request as it is kept in the store.
  package var payload: [UInt8]
  /// The existing unit that is the work, where the file names one instead of a program.
  package var unit: String?
  /// What its program may take of the machine, and touch of it.
  package var limits: ProgramLimits
  /// Which credentials its program gets.
  package var credentials: CredentialUse

  /// A declaration.
  package init(
    file: String, uid: UInt32, request: TaskRequest, delay: TimeSpan? = nil, deadlineDelay: TimeSpan? = nil,
    payload: [UInt8], unit: String? = nil, limits: ProgramLimits = .init(), credentials: CredentialUse = .none
  ) {
    self.file = file
    self.uid = uid
    self.request = request
    self.delay = delay
    self.deadlineDelay = deadlineDelay
    self.payload = payload
    self.unit = unit
    self.limits = limits
    self.credentials = credentials
  }

  /// Whose it is and what it is called.
  package var key: TaskKey { TaskKey(uid: uid, identifier: request.identifier) }

  /// Changes when anything changes that the file asks for. It is kept in the store.
  var digest: Int64 {
    var digest = ContentDigest()
    digest.add(payload)
    digest.add(delay?.uSec)
    digest.add(deadlineDelay?.uSec)
    return digest.value
  }

  /// Changes when the first date changes that the file asks for. It is kept in the store.
  var timing: Int64 {
    var digest = ContentDigest()
    digest.add(request.earliestBegin?.uSec)
    digest.add(delay?.uSec)
    if let calendar = request.calendar {
      digest.add(calendar.text.utf8)
      digest.add(calendar.randomizedDelay.uSec)
      // A file that says nothing of it has the digest that it had before there was the key.
      if let change = calendar.clockChange { digest.add(change.rawValue.utf8) }
    }
    return digest.value
  }
}
