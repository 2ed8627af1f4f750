import Foundation
import Fuzzing
import TestSupport
import Testing

/// The minute's form of `make fuzz`: every target takes its corpus, and inputs that a seeded mutator makes of
/// it.
struct CorpusTests {
  private static let corpus = Repository.root.appending(path: "Tests/Fuzz/Corpus")

  static let names = FuzzTargets.all.map { $0.name }

  /// How many inputs are made: about three seconds' worth.
  private static func inputs(of target: String) -> Int {
    switch target {
    // Two state files are written, read and recovered for each.
    case "store": 30
    case "configuration", "properties": 300
    case "tasks", "manifests", "conditions": 1000
    default: 4000
    }
  }

  @Test("Nothing in the corpus, and nothing made of it, breaks what a fuzz target promises", arguments: names)
  func holds(target: String) throws {
    let folder = try TemporaryFolder()
    let current = folder.url.appending(path: "current")
    let program = try FinishedProgram.run(
      BuiltProduct.url("bgtaskfuzz"),
      [
        target, "--replay", Self.corpus.appending(path: target).path(), "\(Self.inputs(of: target))", "1",
        current.path(),
      ], environment: ["SWIFT_BACKTRACE": "enable=no", "TMPDIR": folder.url.path()])
    let input = (try? Data(contentsOf: current))?.base64EncodedString() ?? ""
    #expect(program.status == 0, "\(program.errors)\nthe input, in base64: \(input)")
  }

  @Test("Every target has a corpus, and every corpus a target; in all it is smaller than a megabyte")
  func corpusIsComplete() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.corpus.path())
    #expect(Set(folders) == Set(Self.names))
    var bytes = 0
    for folder in folders {
      let files = try FileManager.default.contentsOfDirectory(
        at: Self.corpus.appending(path: folder), includingPropertiesForKeys: [.fileSizeKey])
      #expect(!files.isEmpty, "\(folder)")
      for file in files { bytes += try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0 }
    }
    #expect(bytes < 1 << 20)
  }
}
