package import Foundation

/// The programs that were built together with the tests.
package enum BuiltProduct {
  /// Returns the path of a program, beside the test bundle.
  package static func url(_ name: String) -> URL {
    let runner = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    // `swift test` runs the bundle itself; a test helper of the toolchain would lie elsewhere.
    let beside = runner.deletingLastPathComponent().appending(path: name)
    if FileManager.default.isExecutableFile(atPath: beside.path()) { return beside }
    return URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name)
  }

  /// Returns the release build of a program, if `make release` has made one.
  package static func release(_ name: String) -> URL? {
    let program = URL(filePath: Repository.path(".build/releases/release/\(name)"))
    return FileManager.default.isExecutableFile(atPath: program.path()) ? program : nil
  }
}
