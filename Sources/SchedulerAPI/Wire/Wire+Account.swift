extension Wire {
  /// What a user has now of what all callers share.
  public struct Account: Codable, Hashable, Sendable {
    /// The user.
    public var uid: Int
    /// How much, by the names of `accountBounds`; what is 0 is left out.
    public var uses: [String: Int]

    /// An account.
    public init(uid: Int, uses: [String: Int]) {
      self.uid = uid
      self.uses = uses
    }
  }
}
