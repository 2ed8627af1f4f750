import Testing

@testable import Control

@Suite("Tables")
struct TableTests {
  private func table(_ rows: [[String]]) -> Table {
    var table = Table([
      .init(heading: "NAME", minimumWidth: 4), .init(heading: "N", isRightAligned: true),
      .init(heading: "EXTRA", dropRank: 0), .init(heading: "TEXT", minimumWidth: 6),
    ])
    table.rows = rows.map { $0.map { Table.Cell($0) } }
    return table
  }

  private func lines(_ table: Table, _ width: Int?) -> [String] {
    table.lines(width: width) { text, _ in text }
  }

  @Test("Columns are as wide as they need without a terminal, and numbers stand to the right")
  func natural() {
    let long = String(repeating: "x", count: 300)
    #expect(
      lines(table([["a", "1", "e", long], ["bcdefg", "23", "", "y"]]), nil) == [
        "NAME     N  EXTRA  TEXT", "a        1  e      \(long)", "bcdefg  23         y",
      ])
  }

  @Test("Columns give way in order: the widest is cut, then the least important is left out")
  func fitting() {
    let rows = table([["identifier", "1", "extra", "some longer text"]])
    #expect(lines(rows, 40)[1] == "identifier  1  extra  some longer text")
    #expect(lines(rows, 30)[1] == "identifi…  1  extra  some lon…")
    #expect(lines(rows, 20)[1] == "identi…  1  some lo…")
    #expect(lines(rows, 12).allSatisfy { TextWidth.of($0) <= 12 })
    #expect(lines(rows, 1).allSatisfy { TextWidth.of($0) <= 12 })
  }

  @Test(
    "Where a table goes on in the next line nothing is lost, and long words are broken behind signs")
  func wrapping() {
    var rows = table([
      ["identifier", "1", "extra", "some longer text"], ["a", "23", "", "/a/path/of/parts"],
    ])
    rows.wraps = true
    #expect(
      lines(rows, 34) == [
        "NAME         N  EXTRA  TEXT", "identifier   1  extra  some longer", "                       text",
        "a           23         /a/path/of/", "                       parts",
      ])
    #expect(TextWrap.cell("  a tree of words", width: 8) == ["  a tree", "  of", "  words"])
    #expect(TextWrap.cell("[#   ]  9%  far", width: 10) == ["[#   ]  9%", "far"])
    #expect(TextWrap.cell("日本語日本語", width: 5) == ["日本", "語日", "本語"])
    #expect(TextWrap.cell("日本", width: 1) == ["日", "本"])
    #expect(TextWrap.cell("", width: 1) == [""])
  }

  @Test("No line is wider than the terminal", arguments: [1, 5, 10, 20, 40, 80, 200])
  func never(width: Int) {
    let rows = table([
      ["日本語の識別子", "12345", "e\u{301}e\u{301}", "😀😀😀😀😀😀😀😀😀😀"],
      [String(repeating: "長", count: 100), "1", "", "x"],
    ])
    // Four columns with one character each and the gaps between them cannot be narrower.
    for line in lines(rows, width) { #expect(TextWidth.of(line) <= max(width, 10)) }
  }

  @Test("A column without a value is not shown")
  func empty() {
    #expect(lines(table([["a", "1", "", "t"]]), nil) == ["NAME  N  TEXT", "a     1  t"])
  }

  @Test(
    "Widths are those of a terminal",
    arguments: [
      ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("ä", 1), ("😀", 2), ("한글", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("a\u{200B}b", 2), ("ｆｕｌｌ", 8), ("ﾊﾝ", 2), ("…", 1), ("א", 1), ("", 0),
    ])
  func widths(text: String, width: Int) {
    #expect(TextWidth.of(text) == width)
  }

  @Test("Text is cut between characters, not within them")
  func cutting() {
    #expect(TextWidth.cut("日本語", to: 6) == "日本語")
    #expect(TextWidth.cut("日本語", to: 5) == "日本…")
    #expect(TextWidth.cut("日本語", to: 4) == "日…")
    #expect(TextWidth.cut("e\u{301}e\u{301}e\u{301}", to: 2) == "e\u{301}…")
    #expect(TextWidth.cut("abc", to: 1) == "…")
    #expect(TextWidth.cut("abc", to: 0) == "")
  }

  @Test("Cells cannot carry commands to the terminal")
  func hostile() {
    let rows = table([["a\u{1B}]0;title\u{7}", "1", "x\ny", "\u{9B}2J\u{202E}"]])
    let text = lines(rows, nil).joined(separator: "\n")
    #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || ($0.value >= 0x20 && $0.value != 0x7F) })
    #expect(
      text.contains(#"a\x1b]0;title\x07"#) && text.contains(#"x\ny"#) && text.contains(#"\u009b2J\u202e"#))
  }

  @Test("A program's output keeps its lines, and its other control characters become visible")
  func foreign() {
    #expect(SafeText.lines("a\tb\r\nc\u{1B}[31m\rd\n") == "a\tb\nc\\x1b[31m\\rd\n")
    #expect(SafeText.json("{\"a\":\"\u{9B}x\u{7F}\"}") == #"{"a":"\u009bx\u007f"}"#)
    #expect(SafeText.json("\"\u{E0041}\"") == #""\udb40\udc41""#)
  }
}
