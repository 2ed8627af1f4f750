/// What the index has of a file: one line of it.
struct IndexedPhoto: Codable, Hashable, Sendable {
  /// From the folder on.
  var path: String
  /// What the file was like when it was read.
  var stamp: FileStamp
  var facts: PhotoFacts?
  /// Of the content, as ``ContentHash`` writes it.
  var hash: String?
  /// The first file, in the order of paths, with the same size and content.
  var duplicateOf: String?
  /// Why there is less than there should be.
  var problem: PhotoProblem?
}
