import BackgroundTasks
import Glibc

/// The files that the program keeps: values as lines of JSON.
enum StateFile {
  /// All of it; nil when there is no such file.
  static func read(_ file: URL) throws -> Data? {
    do {
      return try Data(contentsOf: file)
    } catch CocoaError.fileReadNoSuchFile {
      return nil
    }
  }

  /// Puts lines in the place of what is there; there must be one writer at a time. Whoever reads meanwhile,
  /// or after the program was killed, sees the one or the other and nothing between.
  static func write(lines values: some Sequence<some Encodable>, to file: URL) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var data = Data()
    for value in values {
      data += try encoder.encode(value)
      data.append(UInt8(ascii: "\n"))
    }
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    // Written beside it and on the disk before it takes the name. Always under the same name, so that no heap
    // of them is left behind by programs that are killed.
    let new = file.appendingPathExtension("new")
    try data.write(to: new)
    let handle = try FileHandle(forWritingTo: new)
    try handle.synchronize()
    try handle.close()
    guard rename(new.path(percentEncoded: false), file.path(percentEncoded: false)) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }
}
