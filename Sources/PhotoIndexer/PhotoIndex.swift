import BackgroundTasks

/// The facts about the photos of a folder, which outlive the program.
struct PhotoIndex: Codable, Equatable, Sendable {
  /// The version of this type, for `StateStore`.
  static let version = 1

  /// The photos by their paths from the folder on.
  var photos: [String: Photo] = [:]

  /// The paths of the photos that are still to be read, in order.
  var unread: [String] { photos.filter(\.value.isUnread).keys.sorted() }

  /// Takes over the result of a scan. Photos that have not changed keep their facts, and so do those in
  /// folders that could not be read.
  /// - Returns: The number of photos that are gone.
  mutating func take(_ scan: FolderScan) -> Int {
    for (path, stamp) in scan.files where photos[path]?.stamp != stamp { photos[path] = Photo(stamp: stamp) }
    let gone = photos.keys.filter { path in
      scan.files[path] == nil && !scan.closedFolders.contains { path.hasPrefix($0 + "/") }
    }
    for path in gone { photos[path] = nil }
    return gone.count
  }
}

/// The entry of a file in the index.
struct Photo: Codable, Equatable, Sendable {
  /// The file's attributes when it was found, or read.
  var stamp: FileStamp
  /// The facts in the photo; `nil` until it is read.
  var reading: Reading?

  var isUnread: Bool { reading == nil && stamp.obstacle == nil }

  /// The type, size, date and camera, or the reason why they are unknown, for people.
  var texts: [String] {
    if let type = reading?.type {
      return [type] + [reading?.size, reading?.taken, reading?.camera].map { $0 ?? "" }
    }
    return [stamp.obstacle ?? reading?.problem ?? "not read yet"]
  }

  /// The facts that a photo says about itself.
  struct Reading: Codable, Equatable, Sendable {
    /// The media type, such as `image/jpeg`.
    var type: String?
    /// The size in pixels, such as `640 x 480`.
    var size: String?
    /// The date by the camera's clock, such as `2026:11:21 08:42:00`.
    var taken: String?
    var camera: String?
    /// The reason why there are no facts.
    var problem: String?
  }
}
