import Testing

@testable import PlainText

@Suite("Fixed parts of a text")
struct FixedPartsTests {
  @Test(
    "Each place of a part gets the other text, also where parts touch, overlap or are cut off",
    arguments: [
      ("", "a", "b", ""), ("aXbXc", "X", "--", "a--b--c"), ("XX", "X", "", ""), ("aaa", "aa", "b", "ba"),
      ("abab", "aba", "x", "xb"), ("größe/größe", "größe", "G", "G/G"), ("%%25", "%25", "%", "%%"),
      ("a", "ab", "x", "a"), ("a", "", "x", "a"), ("'", "'", #"'\''"#, #"'\''"#),
    ])
  func replacing(_ text: String, _ part: String, _ other: String, _ expected: String) {
    #expect(text.replacingParts(part, with: other) == expected)
    #expect(("_" + text + "_").dropFirst().dropLast().replacingParts(part, with: other) == expected)
  }

  @Test("The first place is the first, by bytes")
  func places() {
    let address = "https://a://b"
    #expect(address.firstPlace(of: "://").map { String(address[..<$0.lowerBound]) } == "https")
    #expect(address.dropFirst(8).firstPlace(of: "://").map { String(address[$0.upperBound...]) } == "b")
    #expect(address.firstPlace(of: "///") == nil)
    #expect(address.firstPlace(of: "") == nil)
  }

  @Test("A path leads upwards where one of its parts is two dots, and nothing else")
  func parentParts() {
    for path in ["..", "/..", "/a/..", "/../a", "/a//../b", "../a"] { #expect(path.hasParentPart, "\(path)") }
    for path in ["", "/", ".", "/a/.", "/..a", "/a..", "/...", "/a/. ./b"] {
      #expect(!path.hasParentPart, "\(path)")
    }
  }
}
