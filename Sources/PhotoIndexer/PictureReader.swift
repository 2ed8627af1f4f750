import BackgroundTasks

/// Has pictures read by `exiv2`, Debian's program for the data that cameras write into them.
///
/// Each file has a process of its own, which takes milliseconds: a hostile file harms only a process that is
/// not used again, and none of its output can be taken for that of another file.
struct PictureReader: Sendable {
  /// The name of the program, or its path.
  var program = "exiv2"
  /// The longest time for a file, in seconds.
  var timeLimit = 30

  /// The most output for a picture, in bytes.
  private static let outputLimit = 1 << 16

  /// Reads a file. The result means nothing when the signal to stop came meanwhile.
  /// - Parameter file: An absolute path, which cannot be taken for an option.
  /// - Throws: ``Failure`` when `exiv2` is not there.
  func read(_ file: String, until stop: StopSignal) throws -> Photo.Reading {
    let (process, pipe, end) = (Process(), Pipe(), DispatchSemaphore(value: 0))
    process.executableURL = URL(filePath: "/usr/bin/env")
    // timeout(1) ends a program that hangs.
    process.arguments = ["timeout", "--kill-after=1", "\(timeLimit)", program, "print", file]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": path, "LC_ALL": "C"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = pipe
    process.terminationHandler = { _ in end.signal() }
    try process.run()
    // The whole process group is killed, by SIGKILL: threads of queues and their children block SIGTERM.
    let killAll: @Sendable () -> Void = { if process.isRunning { kill(-process.processIdentifier, SIGKILL) } }
    let output = try stop.whileWaiting(endedBy: killAll) {
      let output = try pipe.fileHandleForReading.read(upToCount: Self.outputLimit) ?? Data()
      if output.count == Self.outputLimit { killAll() }
      end.wait()
      return output
    }
    // The file's name is removed: it may hold any text, line breaks as well.
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
  /// Parses the output of `exiv2`: `Image size      : 640 x 480`, or in the last line the reason for none.
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
