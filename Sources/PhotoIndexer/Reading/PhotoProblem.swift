/// Why there is less about a file in the index than there should be.
struct PhotoProblem: Error, Codable, Hashable, Sendable {
  /// For programs.
  enum Code: String, Codable, Sendable {
    /// It ends before what it should hold.
    case truncated
    /// What it holds contradicts itself.
    case damaged
    /// Its name says that it is a photo, its content does not.
    case notAPhoto
    /// It is a photo of another format than its name says.
    case misnamed
    /// It is too large to be a photo.
    case tooLarge
    /// A pipe, a socket, a device.
    case notAFile
    /// It is not followed: what it leads to is indexed where it lies, and loops have no end.
    case symbolicLink
    /// The system does not let it be read.
    case unreadable
    /// It cannot be written down.
    case badName
  }

  var code: Code
  /// For people.
  var message: String

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
