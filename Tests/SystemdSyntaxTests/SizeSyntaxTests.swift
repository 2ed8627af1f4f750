import Testing

@testable import SystemdSyntax

@Suite("Numbers of bytes")
struct SizeSyntaxTests {
  @Test(
    "Whole numbers with systemd's units, which are powers of 1024",
    arguments: [
      ("0", 0), ("4096", 4096), ("7B", 7), ("512K", 512 << 10), ("32M", 32 << 20), ("1G", 1 << 30),
      ("3T", 3 << 40), ("1P", 1 << 50),
    ] as [(String, Int)])
  func right(_ text: String, _ bytes: Int) throws {
    #expect(try SizeSyntax.parse(text, in: 0...(.max)) == bytes)
    #expect(try SizeSyntax.parse(SizeSyntax.format(bytes), in: 0...(.max)) == bytes)
  }

  @Test(
    "Anything else is refused with what is allowed",
    arguments: [
      "", "M", "-1", "+1", "1.5M", "1 M", "1m", "1KB", "0x10", "９", "99999999999999999999", "9999999P",
    ])
  func wrong(_ text: String) {
    let error = #expect(throws: SyntaxError.self) { try SizeSyntax.parse(text, in: 1024...(1 << 30)) }
    #expect(error?.allowed.hasPrefix("1K to 1G") == true && error?.example == "512M")
  }

  @Test("What is allowed is said as people would say it")
  func allowed() {
    func error(_ range: ClosedRange<Int>) -> SyntaxError? {
      #expect(throws: SyntaxError.self) { try SizeSyntax.parse("x", in: range) }
    }
    #expect(error(1 << 20...(.max))?.allowed == "1M or more, with the units B, K, M, G, T, P or none")
    #expect(error(1 << 20...(.max))?.example == "512M")
    #expect(error(0...(1 << 40))?.allowed.hasPrefix("0 to 1T,") == true)
    #expect(error(3...7)?.example == "7")
  }

  @Test("The bounds are part of what is allowed")
  func bounds() throws {
    #expect(try SizeSyntax.parse("1K", in: 1024...2048) == 1024)
    #expect(try SizeSyntax.parse("2K", in: 1024...2048) == 2048)
    #expect(throws: SyntaxError.self) { try SizeSyntax.parse("1023", in: 1024...2048) }
    #expect(throws: SyntaxError.self) { try SizeSyntax.parse("3K", in: 1024...2048) }
  }
}
