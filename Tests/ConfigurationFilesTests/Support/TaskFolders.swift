import Foundation
import SystemdSyntax
import TestSupport

@testable import ConfigurationFiles

/// Directories of tasks, the highest first, on a disk.
struct TaskFolders {
  static let names = ["user", "system", "vendor"]
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @discardableResult
  func write(_ path: String, _ text: String) throws -> String { try folder.write(path, text) }

  func load(_ owner: TaskOwner = .user(1000)) -> LoadedTasks {
    TaskFileLoader(directories: Self.names.map { folder.path($0) }, owner: owner).load()
  }

  /// What one file with this text is read as.
  static func read(
    _ text: String, name: String = "org.example.a.task", _ owner: TaskOwner = .user(1000)
  ) throws -> LoadedTasks {
    let folders = try TaskFolders()
    try folders.write("vendor/\(name)", text)
    return folders.load(owner)
  }

  /// The problems of one file with this text, as `line: text`.
  static func problems(
    _ text: String, name: String = "org.example.a.task", _ owner: TaskOwner = .user(1000)
  ) throws -> [String] {
    try read(text, name: name, owner).problems.map { problem in
      "\(problem.severity.rawValue) \(problem.line ?? 0): \(problem.text)"
    }
  }
}
