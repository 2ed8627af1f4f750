package import Foundation

/// A program that was run to its end.
package struct FinishedProgram: Sendable {
  /// The exit status, or the number of the signal that ended the program.
  package let status: Int32
  /// The standard output of the program.
  package let output: String
  /// The standard error of the program.
  package let errors: String

  /// Runs a program and waits for its end.
  /// - Parameter environment: Added to the tests' own; `nil` values are taken out.
  package static func run(
    _ program: URL, _ arguments: [String], environment: [String: String?] = [:], input: String = "",
    directory: URL? = nil
  ) throws -> FinishedProgram {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    if let directory { process.currentDirectoryURL = directory }
    let (standardInput, standardOutput, standardError) = try process.begin {
      let pipes = (Pipe(), Pipe(), Pipe())
      $0.standardInput = pipes.0
      $0.standardOutput = pipes.1
      $0.standardError = pipes.2
      return pipes
    }
    // Threads of their own write and read: a full pipe must not stop the program.
    let writer = Thread {
      try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try? standardInput.fileHandleForWriting.close()
    }
    writer.start()
    let errors = Collected(standardError.fileHandleForReading)
    let output = standardOutput.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return FinishedProgram(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: errors.text())
  }

  /// Reads a pipe to its end beside the caller.
  private final class Collected: @unchecked Sendable {
    private var data = Data()
    private let isDone = DispatchSemaphore(value: 0)

    init(_ handle: FileHandle) {
      Thread { [self] in
        data = handle.readDataToEndOfFile()
        isDone.signal()
      }.start()
    }

    /// Waits for the pipe's end.
    func text() -> String {
      isDone.wait()
      return String(decoding: data, as: UTF8.self)
    }
  }
}
