/// The last part of what a run has written.
public struct RunOutput: Hashable, Sendable {
  /// The text; bytes that are no UTF-8 are replaced by U+FFFD.
  public var text: String
  /// Whether there was more before it.
  public var isTruncated: Bool

  /// An output.
  public init(text: String, isTruncated: Bool) {
    self.text = text
    self.isTruncated = isTruncated
  }
}
