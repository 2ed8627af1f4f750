import Foundation
import TestSupport
import Testing

/// Copies of large values that nobody sees in the code.
struct CopyTests {
  private static let files = ["State/Tables.swift", "State/Indexes.swift"]

  @Test("No method of the scheduler or its tables is passed as a value, which would copy all of them")
  func methods() throws {
    let files =
      try Repository.files(below: "Sources/SchedulerCore/Scheduler", suffix: ".swift")
      + Self.files.map { "Sources/SchedulerCore/\($0)" }
    let texts = try files.map { (file: $0, text: try Repository.text($0)) }
    let declaration = /(?m)^  (?:private |package |mutating )*func (\w+)/
    let methods = Set(texts.flatMap { $0.text.matches(of: declaration).map { String($0.1) } })
    #expect(methods.contains("obstacle") && methods.contains("isFull"))
    // A name in parentheses behind a function that takes one, with its labels or without them.
    let passed = /(?:[mM]ap|filter|first|allSatisfy|contains)\((?:where: )?(\w+)(?:\([\w:]*:\))?\)/
    for (file, text) in texts {
      for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        for match in line.matches(of: passed) where methods.contains(String(match.1)) {
          // A function inside the function holds only what it names.
          if text.contains("    func \(match.1)(") { continue }
          Issue.record("\(file):\(number + 1) passes \(match.1): write { \(match.1)($0) }")
        }
      }
    }
  }
}
