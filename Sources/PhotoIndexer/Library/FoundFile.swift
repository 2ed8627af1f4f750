/// Something in the folder that belongs into the index.
struct FoundFile: Codable, Hashable, Sendable {
  /// From the folder on.
  var path: String
  var stamp: FileStamp
  /// Why it need not be opened to be noted.
  var problem: PhotoProblem?
}
