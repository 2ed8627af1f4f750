public import Varlink

extension SchedulerMethod {
  /// Ends all of the caller's tasks.
  public enum CancelAll: VarlinkMethod {
    /// `io.bgtaskd.Scheduler.CancelAll`
    public static let name = SchedulerMethod.interface + ".CancelAll"
    /// Nothing.
    public typealias Parameters = Empty

    /// What comes back.
    public struct Reply: Codable, Hashable, Sendable {
      /// How many.
      public var count: Int

      /// A reply.
      public init(count: Int) {
        self.count = count
      }
    }
  }
}
