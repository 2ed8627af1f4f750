/// How starting the sources went, for one line in the journal.
public struct SystemConditionReport: Hashable, Sendable {
  /// A source that the system refused, with the error's text.
  public struct Failure: Hashable, Sendable {
    /// The source's name.
    public var name: String
    /// What was refused (`socket netlink: Address family not supported by protocol`).
    public var error: String
  }

  /// The names of sources whose side of the machine is not there: all their fields are unknown.
  public var absent: [String] = []
  /// The sources that could not be started. Their fields are unknown too.
  public var failures: [Failure] = []
}
