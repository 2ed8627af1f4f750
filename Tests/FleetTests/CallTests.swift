import Foundation
import TestSupport
import Testing

@Suite("bgtask-fleet call")
struct CallTests {
  private func run(_ arguments: [String], input: String = "", output: String = "") throws -> FinishedProgram {
    let program = BuiltProduct.url("bgtask-fleet").path()
    return try FinishedProgram.run(
      URL(filePath: "/bin/sh"), ["-c", "exec \"$0\" \"$@\" \(output)", program] + arguments, input: input)
  }

  @Test(
    "What is no function is refused with what is allowed",
    arguments: ["list_1\"", "LIST_1", "é", "a\nb", "", "a b"])
  func function(name: String) throws {
    let run = try run(["call", name])
    #expect(run.status == 64 && run.errors.contains("lower-case letters"), "\(run)")
  }

  @Test("Output that cannot be written, and input that is too much, are errors")
  func lost() throws {
    let full = try run(["schema"], output: ">/dev/full")
    #expect(full.status == 74, "\(full)")
    let large = try run(["call", "list_1"], input: String(repeating: " ", count: (4 << 20) + 1))
    #expect(large.status == 64 && large.errors.contains("4194304"), "\(large)")
  }
}
