/// What a user's application has had of its spacing and its budget (R37), as it is stored: one for each that
/// ran lately.
package struct ApplicationUseRecord: Hashable, Sendable {
  /// Whose it is.
  package var uid: UInt32
  /// The manifest's name.
  package var application: String
  /// When a refresh of it was last launched.
  package var lastRefresh: WallTime?
  /// When processing work of it was last launched.
  package var lastProcessing: WallTime?
  /// The run time that it owed then.
  package var debt: TimeSpan
  /// When that was.
  package var debtAt: WallTime

  /// A record.
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

  /// The user and the name in one number, which follows from nothing else.
  package var id: Int64 {
    var digest = ContentDigest()
    digest.add(Int64(uid))
    digest.add(application.utf8)
    return digest.value
  }
}
