import BackgroundTasks

/// Has pictures read by `exiv2`, Debian's program for what cameras write into them. It knows the formats.
///
/// There is a process for each file, which takes milliseconds: whatever a hostile file does, it does to a
/// process that nobody needs any more, and nothing that it says can be taken for what another file says.
struct PictureReader: Sendable {
  /// Its name, or where it is.
  var program = "exiv2"
  /// How long it may take, in seconds.
  var timeLimit = 30

  /// More than this it does not say of a picture, in bytes.
  private static let outputLimit = 1 << 16

  /// Reads a file. When that is told to stop, what it returns means nothing.
  /// - Parameter file: An absolute path, which cannot be taken for an option.
  /// - Throws: ``Failure`` when `exiv2` is not there.
  func read(_ file: String, until stop: StopSignal) throws -> Photo.Reading {
    let (process, pipe, end) = (Process(), Pipe(), DispatchSemaphore(value: 0))
    process.executableURL = URL(filePath: "/usr/bin/env")
    // It ends what hangs.
    process.arguments = ["timeout", "--kill-after=1", "\(timeLimit)", program, "print", file]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": path, "LC_ALL": "C"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    // With what it has started. SIGTERM would not reach it: threads of queues block that, and so does what
    // they start.
    let killAll: @Sendable () -> Void = { if process.isRunning { kill(-process.processIdentifier, SIGKILL) } }
    let output = try stop.whileWaiting(endedBy: killAll) {
      let output = try pipe.fileHandleForReading.read(upToCount: Self.outputLimit) ?? Data()
      if output.count == Self.outputLimit { killAll() }
      end.wait()
      return output
    }
    // Without the name, in which anything may stand, line breaks as well.
    let text = String(decoding: output, as: UTF8.self).replacing(file, with: "")
    let lines = text.split(separator: "\n").map(String.init)
    switch (process.terminationReason, process.terminationStatus) {
    case (.exit, 0...1), (.exit, 253...255): return Photo.Reading(lines)
    case (.exit, 124): return Photo.Reading(problem: "exiv2 took more than \(timeLimit) s for it")
    case (.exit, 126), (.exit, 127):
      throw Failure("\(program) cannot be run: install Debian's package exiv2")
    case (_, let status): return Photo.Reading(problem: "exiv2 failed with status \(status)")
    }
  }
}

extension Photo.Reading {
  /// From what `exiv2` says: `Image size      : 640 x 480`, or in the last line why it cannot say anything.
  init(_ lines: [String]) {
    func value(_ label: String) -> String? {
      let line = lines.first { $0.hasPrefix(label) }
      let value = line?.drop { $0 != ":" }.dropFirst().trimmingCharacters(in: .whitespaces)
      return value.flatMap { $0.isEmpty ? nil : String(PlainLine.text($0).prefix(80)) }
    }
    type = value("MIME type")
    size = value("Image size")
    taken = value("Image timestamp")
    camera = value("Camera model")
    if type == nil { problem = String(PlainLine.text(lines.last ?? "exiv2 says nothing").prefix(200)) }
  }
}
