import Foundation
import TestSupport

/// `backup.sh` at work on a folder, with a `tar` that waits at every entry until the test lets it go on.
struct BackupExample {
  static let identifier = "org.example.backup"
  /// In the order in which the script takes them.
  static let entries = ["./.hidden", "./a", "./folder", "./name with\nspaces"]

  private let daemon: DaemonProcess
  private let ready: NamedPipe
  private let gate: NamedPipe
  private let source: String
  private let archive: String

  init(_ daemon: DaemonProcess) throws {
    self.daemon = daemon
    let folder = daemon.folder
    ready = try NamedPipe(folder, "ready")
    gate = try NamedPipe(folder, "gate")
    source = folder.path("source")
    archive = folder.path("backup.tar")
    for name in [".hidden", "a", "folder/b", "folder/.c"] {
      try folder.write("source/\(name)", "The text of \(name).\n")
    }
    // Not as a URL, which would escape it.
    try "The last.\n".write(
      toFile: "\(source)/name with\nspaces", atomically: false, encoding: .utf8)
    // One word a line, whatever the entry is called.
    try folder.write(
      "bin/tar",
      """
      #!/bin/sh
      if [ "$3" = -- ]; then
        printf '%s\\n' "$4" | head -n 1 > \(ready.path)
        read line < \(gate.path)
      fi
      exec /usr/bin/env PATH=/usr/bin:/bin tar "$@"

      """, executable: true)
  }

  /// Hands it in, with these options in addition.
  func submit(_ options: [String]) throws -> FinishedProgram {
    let programs = BuiltProduct.url("bgtaskctl").deletingLastPathComponent().path()
    let words =
      ["submit", "-i", Self.identifier, "-E", "PATH=\(daemon.folder.path)/bin:\(programs):/usr/bin:/bin"]
      + options + ["--", Example.path("backup.sh"), source, archive]
    return try daemon.control(words)
  }

  /// Waits until it is at an entry: its first line.
  func entry() throws -> String { try ready.read() }

  /// Lets it archive the entry.
  func goOn() { gate.write() }

  /// Lets it archive these, one after the other.
  /// - Returns: Those that it archived.
  func goOn(through entries: some Sequence<String>) throws -> [String] {
    try entries.map { _ in
      defer { goOn() }
      return try entry()
    }
  }

  /// What there is beside the folder: the archive, pieces.
  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path).filter { $0.hasPrefix("backup") }
      .sorted()
  }

  /// What differs between the folder and what is in the archive; empty when nothing does.
  func difference() throws -> String {
    let copy = daemon.folder.path("copy")
    let script = #"mkdir "$1" && tar -xf "$2" -C "$1" && diff -r "$3" "$1" && echo same"#
    let result = try FinishedProgram.run(
      URL(filePath: "/bin/sh"), ["-c", script, "sh", copy, archive, source])
    return result.output == "same\n" ? "" : result.output + result.errors
  }
}
