import Foundation
import TestSupport
import Testing

/// The chapter about security names the test that holds each promise. Those tests have to be there.
struct SecurityTests {
  private static let chapter = "Sources/Daemon/Daemon.docc/Security.md"

  @Test("Every promise of the chapter about security names tests that there are")
  func promisesHaveTests() throws {
    let names = try displayNames()
    let rows = try Repository.text(Self.chapter).split(separator: "\n").filter {
      $0.hasPrefix("| ") && $0.hasSuffix("\" |")
    }
    #expect(rows.count > 40)
    for row in rows {
      let cells = row.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      let name = try #require(cells.last).trimmingCharacters(in: CharacterSet(charactersIn: "\""))
      #expect(names.contains(name), "no test is called \"\(name)\", which is to hold: \(cells[0])")
    }
  }

  /// What the suite calls its tests: the first text after each `@Test(`.
  private func displayNames() throws -> Set<String> {
    var names: Set<String> = []
    for file in try Repository.files(below: "Tests", suffix: ".swift") {
      for part in try Repository.text(file).components(separatedBy: "@Test(").dropFirst() {
        let text = part.drop { $0.isWhitespace }
        guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { continue }
        names.insert(String(text[text.index(after: text.startIndex)..<end]))
      }
    }
    return names
  }
}
