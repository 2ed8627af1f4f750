/// What a photo says about itself.
struct PhotoFacts: Codable, Hashable, Sendable {
  var format: PhotoFormat
  /// In pixels, as stored: before it is turned by its ``orientation``.
  var width: Int?
  var height: Int?
  /// When it was taken: ISO 8601, without a time zone when the camera wrote none.
  var taken: String?
  /// How it is to be turned, 1 to 8 (EXIF tag 0x0112).
  var orientation: Int?
  var camera: String?
  var title: String?

  init(_ format: PhotoFormat) { self.format = format }

  /// Takes dimensions that a picture can have.
  mutating func setSize(_ width: Int, _ height: Int) throws(PhotoProblem) {
    guard width > 0, height > 0 else {
      throw PhotoProblem(.damaged, "its dimensions are \(width) by \(height)")
    }
    self.width = width
    self.height = height
  }
}
