import Foundation

/// A value as it lies in a file.
struct StateRecord<Value: Codable & Sendable>: Codable {
  let version: Int
  let saved: Date
  let value: Value

  init(version: Int, saved: Date, value: Value) {
    (self.version, self.saved, self.value) = (version, saved, value)
  }

  /// What the file has; nil when there is none.
  init?(_ file: URL, version: Int, _ migrate: (_ version: Int, _ json: Data) throws -> Value) throws {
    let data: Data
    do {
      data = try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
    let head = try Self.decoder.decode(StateHead.self, from: data)
    if head.version == version {
      self = try Self.decoder.decode(StateRecord.self, from: data)
    } else {
      let old = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      let json = try JSONSerialization.data(withJSONObject: old?["value"] as Any, options: .fragmentsAllowed)
      self.init(version: version, saved: head.saved, value: try migrate(head.version, json))
    }
  }

  /// Throws when it was saved too long ago.
  func check(_ maximumAge: Duration?, at now: Date) throws {
    let age = Duration.seconds(now.timeIntervalSince(saved))
    if let maximumAge, age > maximumAge { throw StateProblem.tooOld(age) }
  }

  /// Puts it in the place of what is there: a file beside it is written and on disk before it gets its name,
  /// and then the name is.
  func write(to file: URL) throws {
    let directory = file.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let path = file.path(percentEncoded: false)
    try SyncedFile.write(try Self.encoder.encode(self), to: "\(path).new")
    guard rename("\(path).new", path) == 0 else { throw SyncedFile.failure(errno, path) }
    try SyncedFile.sync(directory.path(percentEncoded: false))
  }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  private static var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}

/// What every version of a record has.
private struct StateHead: Decodable {
  let version: Int
  let saved: Date
}

/// Files that are on disk when a call returns.
enum SyncedFile {
  /// Writes a file for its owner only.
  static func write(_ data: Data, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(errno, path) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: data)
    try handle.synchronize()
    try handle.close()
  }

  /// Has the names in a directory on disk.
  static func sync(_ directory: String) throws {
    let descriptor = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(errno, directory) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw failure(errno, directory) }
  }

  static func failure(_ code: CInt, _ path: String) -> any Error {
    CocoaError(
      .fileWriteUnknown,
      userInfo: [
        NSFilePathErrorKey: path, NSUnderlyingErrorKey: POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO),
      ])
  }
}
