import TaskStore

/// What a run wrote, as the store keeps it and not as an executor collects it.
typealias StoredOutput = RunOutput

extension StoredOutput {
  /// Output whose bytes were made readable already.
  init(text: String, isTruncated: Bool) { self.init(bytes: Array(text.utf8), isTruncated: isTruncated) }
}
