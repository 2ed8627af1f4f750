import BackgroundTasks

/// What is known of the photos of a folder: what outlives the program.
struct PhotoIndex: Codable, Equatable, Sendable {
  /// Of this type, for `StateStore`.
  static let version = 1

  /// By their paths, from the folder on.
  var photos: [String: Photo] = [:]

  /// What is still to be read, in the order of paths.
  var unread: [String] { photos.filter(\.value.isUnread).keys.sorted() }

  /// Takes over what a look found. What is known of photos that have not changed stays, and so does what was
  /// in folders that could not be looked into.
  /// - Returns: How many photos are gone.
  mutating func take(_ scan: FolderScan) -> Int {
    for (path, stamp) in scan.files where photos[path]?.stamp != stamp { photos[path] = Photo(stamp: stamp) }
    let gone = photos.keys.filter { path in
      scan.files[path] == nil && !scan.closedFolders.contains { path.hasPrefix($0 + "/") }
    }
    for path in gone { photos[path] = nil }
    return gone.count
  }
}

/// What the index has of a file.
struct Photo: Codable, Equatable, Sendable {
  /// What it was like when it was found, or read.
  var stamp: FileStamp
  /// Nil until it is read.
  var reading: Reading?

  var isUnread: Bool { reading == nil && stamp.obstacle == nil }

  /// For people: what it is, its size, date and camera, or why that is not known.
  var texts: [String] {
    if let type = reading?.type {
      return [type] + [reading?.size, reading?.taken, reading?.camera].map { $0 ?? "" }
    }
    return [stamp.obstacle ?? reading?.problem ?? "not read yet"]
  }

  /// What a photo says about itself, as far as it does.
  struct Reading: Codable, Equatable, Sendable {
    /// A media type, such as `image/jpeg`.
    var type: String?
    /// In pixels, such as `640 x 480`.
    var size: String?
    /// By the camera's clock, such as `2026:11:21 08:42:00`.
    var taken: String?
    var camera: String?
    /// Why there is nothing.
    var problem: String?
  }
}
