import Foundation

extension Process {
  /// Starts a service, and waits for the line that it writes when it is ready.
  /// - Returns: The line without its end.
  /// - Throws: ``BootedSystemError`` when the output ends before that.
  package func beginService() throws -> String {
    standardError = FileHandle.nullDevice
    standardInput = FileHandle.nullDevice
    let output = try begin {
      let output = Pipe()
      $0.standardOutput = output
      return output
    }
    var said = ""
    while !said.hasSuffix("\n") {
      let piece = output.fileHandleForReading.availableData
      guard !piece.isEmpty else {
        throw BootedSystemError("\(executableURL?.lastPathComponent ?? "it") did not start")
      }
      said += String(decoding: piece, as: UTF8.self)
    }
    return String(said.dropLast())
  }
}
