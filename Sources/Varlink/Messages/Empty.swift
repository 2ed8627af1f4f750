/// Parameters or a reply without a field.
public struct Empty: Codable, Hashable, Sendable {
  /// Nothing.
  public init() {}
}
