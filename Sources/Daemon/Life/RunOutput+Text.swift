import TaskStore

extension RunOutput {
  /// Output whose bytes were made readable already.
  init(text: String, isTruncated: Bool) { self.init(bytes: Array(text.utf8), isTruncated: isTruncated) }
}
