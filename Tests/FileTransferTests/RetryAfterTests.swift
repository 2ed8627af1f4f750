import Testing

@testable import FileTransfer

@Suite("For how long a server wants to be left alone")
struct RetryAfterTests {
  private static let answered = "Date: Sat, 07 Nov 2026 10:00:00 GMT"

  private static func seconds(_ lines: String...) -> Int64? {
    var head = ResponseHead()
    for line in lines { line.utf8.withContiguousStorageIfAvailable { head.take(UnsafeRawBufferPointer($0)) } }
    // A clock that is a minute ahead of the server's.
    return head.retryAfter(at: 1_794_045_660_000_000)
  }

  @Test(
    "In seconds, or as a date that is counted from the answer's; a day at most",
    arguments: [
      ("1", 1), ("120", 120), ("0120", 120), ("86400", 86_400), ("86401", 86_400),
      ("99999999999999999999999", 86_400), ("Sat, 07 Nov 2026 10:02:00 GMT", 120),
      ("Saturday, 07-Nov-26 10:02:00 GMT", 120), ("Sat Nov  7 10:02:00 2026", 120),
      ("Mon, 07 Nov 2033 10:02:00 GMT", 86_400),
    ] as [(String, Int64)])
  func wish(text: String, seconds: Int64) {
    #expect(Self.seconds(Self.answered, "Retry-After: \(text)") == seconds)
  }

  @Test("Without a date of its own the answer is of now")
  func undated() {
    #expect(Self.seconds("Retry-After: Sat, 07 Nov 2026 10:02:00 GMT") == 60)
    #expect(Self.seconds("Date: then", "Retry-After: Sat, 07 Nov 2026 10:02:00 GMT") == 60)
  }

  @Test(
    "What is over, or says nothing, is none",
    arguments: [
      "0", "-5", "+5", "1.5", "1e3", "", "soon", "5 s", "0x10", "٣", "Sat, 07 Nov 2026 09:59:59 GMT",
      "Sat, 07 Nov 2026 10:00:00 GMT", "Thu, 01 Jan 1970 00:00:00 GMT", "Sat, 99 Nov 2026 10:00:00 GMT",
      "2026-11-07 12:00:00", "20261107 12:00:00", "Sat", String(repeating: "9", count: 65),
    ])
  func none(text: String) {
    #expect(Self.seconds(Self.answered, "Retry-After: \(text)") == nil)
  }
}
