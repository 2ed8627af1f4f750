/// The spacing and the budget that a user's application has used (R37), as the store keeps them: one record
/// for each application that ran lately.
package struct ApplicationUseRecord: Hashable, Sendable {
  /// The user whose application it is.
  package var uid: UInt32
  /// The manifest's name.
  package var application: String
  /// The date of its last refresh launch.
  package var lastRefresh: WallTime?
  /// The date of its last processing launch.
  package var lastProcessing: WallTime?
  /// The run time that it owed at ``debtAt``.
  package var debt: TimeSpan
  /// The date for which ``debt`` was computed.
  package var debtAt: WallTime

  package init(
    uid: UInt32, application: String, lastRefresh: WallTime? = nil, lastProcessing: WallTime? = nil,
    debt: TimeSpan = .zero, debtAt: WallTime
  ) {
    self.uid = uid
    self.application = application
    self.lastRefresh = lastRefresh
    self.lastProcessing = lastProcessing
    self.debt = debt
    self.debtAt = debtAt
  }

  /// The record's number in the store: a digest of nothing but the user and the name.
  package var id: Int64 {
    var digest = ContentDigest()
    digest.add(Int64(uid))
    digest.add(application.utf8)
    return digest.value
  }
}
