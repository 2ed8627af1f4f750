import Glibc
import Replay

/// The files of an evaluation.
enum TextFile {
  /// Reads recorded machines.
  static func traces(_ path: String) throws -> [DeviceTrace] {
    guard let file = fopen(path, "r") else { throw FileError.failed(errno) }
    defer { fclose(file) }
    var reader = TraceReader()
    var (line, capacity): (UnsafeMutablePointer<CChar>?, Int) = (nil, 0)
    defer { free(line) }
    while case let count = getline(&line, &capacity, file), count >= 0 {
      let bytes = UnsafeRawBufferPointer(start: line, count: count)
      let text = bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...]
      try reader.take(Array(text)[...])
    }
    return try reader.finish()
  }

  /// Writes a file anew.
  static func write(_ text: String, to path: String) throws {
    guard let file = fopen(path, "w") else { throw FileError.failed(errno) }
    fputs(text, file)
    guard fclose(file) == 0 else { throw FileError.failed(errno) }
  }
}

/// The failure of a system call.
enum FileError: Error, CustomStringConvertible {
  case failed(Int32)

  var description: String {
    switch self {
    case .failed(let code): String(cString: strerror(code))
    }
  }
}
