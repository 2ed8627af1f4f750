import Testing

@testable import SystemdSyntax

@Suite("A file of variables")
struct EnvironmentFileSyntaxTests {
  private func read(_ text: String) throws -> [String] {
    try EnvironmentFileSyntax.parse(Array(text.utf8)).map { "\($0.name)=\($0.value)" }
  }

  @Test(
    "What it says is what systemd makes of it: 252, and of comments 254 and later",
    arguments: [
      ("A=1\nB=2", ["A=1", "B=2"]),
      ("  A = 1 2  \n", ["A=1 2"]),
      ("# A=1\n; B=2\n\nC=3 # and more\n", ["C=3 # and more"]),
      ("# ends \\\nA=1\n; ends\\\r\nB=2\n# \\x\nC=3\n", ["A=1", "B=2", "C=3"]),
      ("A=\"two  words \" \nB='it is'\nC=\"a\"'b'c\n", ["A=two  words ", "B=it is", "C=abc"]),
      ("A=say \"x\"\n", ["A=say \"x\""]),
      (#"A="\"\\\`\$ \n""# + "\n", [#"A="\`$ \n"#]),
      ("A='a\\b\nc'\nB=2", ["A=a\\b\nc", "B=2"]),
      ("A=a\\\nb\nB=\"c\\\nd\"\n", ["A=ab", "B=cd"]),
      ("A=\\\"x\\ \n", ["A=\"x "]),
      ("A=\nB\nC=", ["A=", "C="]),
      ("A=1\r\nB=2\r\n", ["A=1", "B=2"]),
      ("A=x=y\n", ["A=x=y"]),
      ("export A=1\n1B=2\n-C=3\nÄ=4\n_D=5\n", ["_D=5"]),
      ("A=1\nA=2\n", ["A=1", "A=2"]),
      ("A=\"never ends\nB=2", ["A=never ends\nB=2"]),
      ("", []), ("A", []),
    ])
  func values(text: String, values: [String]) throws {
    #expect(try read(text) == values)
  }

  @Test("What is no text is refused, with its line")
  func noText() {
    #expect(throws: EnvironmentFileSyntax.Problem(line: 2, text: "contains a NUL")) {
      try EnvironmentFileSyntax.parse(Array("A=1\nB=\0\n".utf8))
    }
    #expect(throws: EnvironmentFileSyntax.Problem(line: 3, text: "is not UTF-8")) {
      try EnvironmentFileSyntax.parse(Array("A=1\n\nB=".utf8) + [0xFF])
    }
  }
}
