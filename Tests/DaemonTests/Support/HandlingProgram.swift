import Foundation
import SchedulerAPI
import TestSupport

/// The built `handling-program`, and what its processes have noted.
struct HandlingProgram {
  /// A task that one of them was given.
  struct Launch: Equatable {
    var process: Int32
    var identifier: String
    var run: String
    var attempt: Int
  }

  let folder: TemporaryFolder

  private var notes: String { folder.path("notes") }

  /// The command line: for `Exec=`, or to be run by a test.
  func command(_ arguments: String...) -> [String] {
    [BuiltProduct.url("handling-program").path(), notes] + arguments
  }

  /// Starts a process of it, and waits until it is registered.
  func start(_ daemon: DaemonProcess, _ behavior: String, _ identifier: String) throws -> Process {
    let process = Process()
    let command = command(behavior, identifier)
    process.executableURL = URL(filePath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = ProcessInfo.processInfo.environment.merging(["BGTASKD_SOCKET": daemon.socket]) {
      $1
    }
    try process.begin()
    let pid = process.processIdentifier
    let isThere = try daemon.wait { _ in lines.contains { $0 == ["\(pid)", "registered"] } ? true : nil }
    guard isThere == true else { throw RawConnectionError.timedOut }
    return process
  }

  private var lines: [[String]] {
    let text = (try? String(contentsOfFile: notes, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
  }

  /// How many of its processes have registered.
  var starts: Int { lines.count { $0.last == "registered" } }

  /// What its processes were given, in order.
  var launches: [Launch] {
    lines.compactMap { words in
      guard words.count == 4, let process = Int32(words[0]), let attempt = Int(words[3]) else { return nil }
      return Launch(process: process, identifier: words[1], run: words[2], attempt: attempt)
    }
  }

  /// Waits until its processes were given so many.
  func wait(_ daemon: DaemonProcess, launches count: Int) throws -> [Launch]? {
    try daemon.wait { _ in launches.count >= count ? launches : nil }
  }
}
