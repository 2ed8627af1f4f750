import PlainText
import Testing

@Suite("A line that people read")
struct SingleLineTests {
  /// One of each kind: what a terminal obeys, what ends a line, what turns text around, what hides in it.
  private static let unsafeScalars: [Unicode.Scalar] = [
    "\0", "\u{7}", "\t", "\n", "\r", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{85}", "\u{9B}", "\u{9F}",
    "\u{2028}", "\u{2029}", "\u{61C}", "\u{200E}", "\u{200F}", "\u{202A}", "\u{202B}", "\u{202C}",
    "\u{202D}", "\u{202E}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{2060}", "\u{2063}",
    "\u{206F}", "\u{FEFF}", "\u{FFF9}", "\u{FFFB}", "\u{E0001}", "\u{E0041}", "\u{E007F}",
    "\u{AD}", "\u{34F}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{180E}", "\u{2065}",
    "\u{3164}", "\u{FFA0}", "\u{FFF0}", "\u{1BCA0}", "\u{1D173}", "\u{E0000}", "\u{E0FFF}",
    "\u{2800}", "\u{13441}", "\u{13442}", "\u{16FE4}", "\u{1D159}",
  ]

  @Test(
    "Controls, separators, marks that reorder text and what hides in it are unsafe", arguments: unsafeScalars)
  func unsafe(scalar: Unicode.Scalar) {
    let text = "a\(scalar)b"
    #expect(SingleLine.isUnsafe(scalar))
    let shown = SingleLine.escaped(text)
    #expect(shown.hasPrefix("a\\") && shown.hasSuffix("b") && shown.utf8.allSatisfy { 0x20..<0x7F ~= $0 })
    #expect(["ab", "a b"].contains(SingleLine.cleaned(text)))
    let digits = "000" + String(scalar.value, radix: 16, uppercase: true)
    #expect(SingleLine.problem(in: text)?.hasSuffix(digits.suffix(max(4, digits.count - 3))) == true)
  }

  @Test(
    "Letters of any language and emoji are as they were, with what joins and varies them",
    arguments: [
      "", "Grüße 😀", #"C:\new"#, "שלום", "می\u{200C}خواهم", "👩\u{200D}👩\u{200D}👧",
      "❤\u{FE0F}", "葛\u{E0100}",
      "ᠮᠣ\u{180B}ᠩ", "non\u{A0}breaking", "…",
      "ភាសា\u{200B}ខ្មែរ", "한국어", "⠓⠊",
    ])
  func safe(text: String) {
    #expect(SingleLine.escaped(text) == text)
    #expect(SingleLine.cleaned(text) == text)
    #expect(SingleLine.problem(in: text) == nil)
  }

  @Test("Of all characters that Unicode has shown as nothing, only those that spell words are safe")
  func invisible() {
    let spelling: [ClosedRange<UInt32>] = [
      0x180B...0x180D, 0x180F...0x180F, 0x200B...0x200D, 0xFE00...0xFE0F, 0xE0100...0xE01EF,
    ]
    for scalar in (0...0x10FFFF).lazy.compactMap(Unicode.Scalar.init)
    where scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isNoncharacterCodePoint {
      let isSpelling = spelling.contains { $0.contains(scalar.value) }
      #expect(SingleLine.isUnsafe(scalar) != isSpelling, "U+\(String(scalar.value, radix: 16))")
    }
  }

  @Test("What is unsafe is written in the form that C and systemd read, and a backslash beside it as two")
  func escaped() {
    #expect(SingleLine.escaped("a\u{1B}[2Jb\r\n\t\u{7F}") == #"a\x1b[2Jb\r\n\t\x7f"#)
    #expect(SingleLine.escaped("\u{9B}31m\u{202E}x\u{2066}") == #"\u009b31m\u202ex\u2066"#)
    #expect(SingleLine.escaped("\u{85}\u{E0041}") == #"\u0085\U000e0041"#)
    #expect(SingleLine.escaped("\\n\n") == #"\\n\n"#)
  }

  @Test("A cleaned text of more bytes than allowed is cut between characters, and says so")
  func cleanedAndCut() {
    #expect(SingleLine.cleaned("a\nb", maximumBytes: 3) == "a b")
    #expect(SingleLine.cleaned("äöüß", maximumBytes: 8) == "äöüß")
    #expect(SingleLine.cleaned("äöüßa", maximumBytes: 8) == "äö…")
    #expect(SingleLine.cleaned("a👩‍👩‍👧‍👧b", maximumBytes: 20) == "a…")
    #expect(SingleLine.cleaned("\u{202e}ab", maximumBytes: 2) == "ab")
  }

  @Test("A long text is cut, after characters of the original")
  func cut() {
    #expect(SingleLine.escaped("abcdef", maximumScalars: 3) == "abc…")
    #expect(SingleLine.escaped("abc", maximumScalars: 3) == "abc")
    #expect(SingleLine.escaped("äöü", maximumScalars: 3) == "äöü")
    #expect(SingleLine.escaped("\n\n\n\n", maximumScalars: 3) == #"\n\n\n…"#)
  }

  @Test("Cleaned, a control character is a space, and what was invisible is gone")
  func cleaned() {
    #expect(SingleLine.cleaned("Export\u{1B}[2J\u{2028}of \u{202E}photos\u{2069}") == "Export [2J of photos")
    #expect(SingleLine.cleaned("🏴\u{E0067}\u{E007F}") == "🏴")
  }

  @Test("A problem is named by its number")
  func problem() {
    #expect(SingleLine.problem(in: "a\u{1B}\u{202E}") == "the control character U+001B")
    #expect(SingleLine.problem(in: "a\u{202E}\u{1B}") == "the invisible character U+202E")
    #expect(SingleLine.problem(in: "\u{E0041}") == "the invisible character U+E0041")
  }
}
