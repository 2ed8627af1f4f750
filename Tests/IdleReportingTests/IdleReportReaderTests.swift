import IdleReporting
import Testing

@Suite("What a helper at a display says")
struct IdleReportReaderTests {
  private func read(_ pieces: String...) throws -> [IdleReport?] {
    var reader = IdleReportReader()
    return try pieces.map { try reader.take($0.utf8) }
  }

  @Test("Lines come whole, in pieces and many at once; the last one counts")
  func lines() throws {
    #expect(try read("idle\n", "active\n", "unknown\n") == [.idle, .active, .unknown])
    #expect(try read("", "id", "le", "\nact", "ive\n") == [nil, nil, nil, .idle, .active])
    #expect(try read("idle\nactive\nunknown\nid") == [.unknown])
  }

  @Test(
    "What is no line of a helper is nonsense, whatever stands before it",
    arguments: [
      "\n", "Idle\n", "idle \n", "idle\r\n", "idle\nidle\nnever\n", "\0", "𝟘\n", "activeactiveactive",
    ])
  func nonsense(text: String) {
    // A byte that could begin a line is nonsense as soon as the line is over, or too long.
    #expect(throws: IdleReportReader.Nonsense.self) { try read(text, "\n") }
  }

  @Test("A line without an end takes no memory")
  func endless() {
    #expect(throws: IdleReportReader.Nonsense.self) { try read(String(repeating: "i", count: 16)) }
  }
}
