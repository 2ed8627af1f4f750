import Foundation
import TestSupport
import Testing

/// The faults that `make mutations` puts back stand in patches, which have to follow the code.
struct MutationTests {
  @Test("Every fault that the simulated world must find can be put back")
  func patches() throws {
    let patches = try Repository.files(below: "Tests/Mutations", suffix: ".patch")
    #expect(patches.count >= 10)
    for patch in patches {
      let program = Process()
      program.executableURL = URL(filePath: "/usr/bin/patch")
      program.arguments = [
        "--dry-run", "--force", "--quiet", "--strip", "1", "--directory", Repository.root.path(), "--input",
        Repository.root.appending(path: patch).path(),
      ]
      let said = Pipe()
      program.standardOutput = said
      try program.run()
      let text = try said.fileHandleForReading.readToEnd() ?? Data()
      program.waitUntilExit()
      #expect(program.terminationStatus == 0, "\(patch): \(String(decoding: text, as: UTF8.self))")
    }
  }
}
