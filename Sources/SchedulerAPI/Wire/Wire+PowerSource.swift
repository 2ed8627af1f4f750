extension Wire {
  /// Where the machine's power comes from.
  public enum PowerSource: String, CaseIterable, Codable, Hashable, Sendable {
    /// The mains.
    case external
    /// A battery.
    case battery
    /// No source reports it.
    case unknown
  }
}
