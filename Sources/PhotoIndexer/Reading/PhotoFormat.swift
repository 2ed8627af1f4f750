/// What sort of picture a file is.
enum PhotoFormat: String, Codable, Sendable {
  case jpeg = "JPEG"
  case png = "PNG"
  case gif = "GIF"
  case webp = "WebP"

  /// What a name says; nil when it is not a photo's.
  init?(name: String) {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    switch name[name.index(after: dot)...].lowercased() {
    case "jpg", "jpeg", "jpe": self = .jpeg
    case "png": self = .png
    case "gif": self = .gif
    case "webp": self = .webp
    default: return nil
    }
  }

  /// What a file's first bytes say; nil when they are no photo's.
  init?(signature: [UInt8]) {
    if signature.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if signature.starts(with: PNGReader.signature) {
      self = .png
    } else if signature.starts(with: Array("GIF87a".utf8)) || signature.starts(with: Array("GIF89a".utf8)) {
      self = .gif
    } else if signature.starts(with: Array("RIFF".utf8)), signature.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webp
    } else {
      return nil
    }
  }
}
