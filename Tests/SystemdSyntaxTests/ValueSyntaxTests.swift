import SystemdSyntax
import Testing

@Suite("Single values")
struct ValueSyntaxTests {
  @Test("Booleans in all spellings, in either case")
  func booleans() throws {
    for text in ["1", "yes", "y", "true", "t", "on", "YES", "True"] { #expect(try BooleanSyntax.parse(text)) }
    for text in ["0", "no", "n", "false", "f", "off", "Off"] { #expect(try !BooleanSyntax.parse(text)) }
    for text in ["", "2", "maybe", "yes ", "\u{0}"] {
      #expect(throws: SyntaxError.self) { try BooleanSyntax.parse(text) }
    }
    #expect(BooleanSyntax.format(true) == "yes" && BooleanSyntax.format(false) == "no")
  }

  @Test("Integers within their range, and a message that says the range")
  func integers() throws {
    #expect(try IntegerSyntax.parse("20", in: 0...100) == 20)
    #expect(try IntegerSyntax.parse("-3", in: -5...5) == -3)
    #expect(try IntegerSyntax.parse("9223372036854775807", in: 0...(.max)) == .max)
    for (text, problem) in [
      ("101", "is out of range"), ("-1", "is out of range"), ("99999999999999999999", "is out of range"),
      ("", "is not a whole number"), ("-", "is not a whole number"), ("1.5", "is not a whole number"),
      ("0x10", "is not a whole number"), ("٣", "is not a whole number"), ("1 ", "is not a whole number"),
    ] {
      let error = try #require(throws: SyntaxError.self) { try IntegerSyntax.parse(text, in: 0...100) }
      #expect(error.problem == problem)
      #expect(error.allowed == "0 to 100")
    }
  }

  @Test(
    "Lines are split into words as systemd does for Exec=",
    arguments: [
      ("/usr/bin/tar -cf a.tar .", ["/usr/bin/tar", "-cf", "a.tar", "."]),
      ("  a\t b  ", ["a", "b"]), ("", []), ("''", [""]), (#"a"b c"d"#, ["ab cd"]),
      (#""two words" 'and "quotes"'"#, ["two words", #"and "quotes""#]),
      (#"tab\there \x41\102\u00e4\U0001f600 \s"#, ["tab\there", "ABä😀", " "]),
      (#"\"quoted\" \'"#, [#""quoted""#, "'"]), (#"\xc3\xa4"#, ["ä"]),
    ] as [(String, [String])])
  func words(text: String, words: [String]) throws {
    #expect(try Words.split(text) == words)
  }

  @Test(
    "Lines that cannot be split say why",
    arguments: [
      (#"a "b"#, "has a quote that does not end"), (#"a\"#, "ends in a backslash"),
      (#"\q"#, "has an unknown escape"), (#"\x4"#, "has an incomplete escape"), (#"\x00"#, "contains a NUL"),
      (#"\400"#, "has an escape above \\377"), (#"\ud800"#, "has an escape that is no character"),
      (#"\U00110000"#, "has an escape that is no character"), (#"\xff"#, "has escapes that are not UTF-8"),
      ("a\u{0}b", "contains a NUL"), (#"\Uffffffff"#, "has an escape that is no character"),
    ])
  func badWords(text: String, problem: String) throws {
    let error = try #require(throws: SyntaxError.self) { try Words.split(text) }
    #expect(error.problem == problem)
  }

  @Test("A quoted word comes back as it was")
  func quoting() throws {
    let words = [
      "plain", "", "two words", #"it's "so" \"#, "a\nb\u{1B}[31m", "\u{85}\u{202E}ä", "-x=1", "\u{E0041}",
    ]
    for word in words {
      #expect(try Words.split(Words.quote(word)) == [word])
    }
    #expect(Words.quote("plain/path") == "plain/path")
  }

  @Test("A mistyped name is recognized, an unrelated one is not")
  func nearest() {
    let names = ["submit", "simulate", "status", "show", "history"]
    #expect(NearestName.find("sumbit", among: names) == "submit")
    #expect(NearestName.find("Statsu", among: names) == "status")
    #expect(NearestName.find("histroy", among: names) == "history")
    let options = ["requires-external-power", "requires-idle", "requires-unmetered", "runtime-limit"]
    #expect(NearestName.find("requires-power", among: options) == "requires-external-power")
    #expect(NearestName.find("requires-externl", among: options) == "requires-external-power")
    #expect(NearestName.find("requires-idl", among: options) == "requires-idle")
    #expect(NearestName.find("frobnicate", among: names) == nil)
    #expect(NearestName.find("", among: names) == nil)
    #expect(NearestName.find(String(repeating: "s", count: 1_000_000), among: names) == nil)
    #expect(NearestName.hint(for: "shwo", among: names) == "; did you mean show?")
  }
}
