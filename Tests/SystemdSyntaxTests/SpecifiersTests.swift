import Testing

@testable import SystemdSyntax

@Suite("Specifiers of templates")
struct SpecifiersTests {
  static let specifiers = Specifiers([("i", "home"), ("I", "srv/x")])

  @Test(
    "A percent sign and a letter stand for what they are given for, and two for one",
    arguments: [
      ("", ""), ("plain", "plain"), ("%i", "home"), ("/%I/%i.tar", "/srv/x/home.tar"), ("100%%", "100%"),
      ("%%i%i", "%ihome"), ("%%%i", "%home"),
    ])
  func expands(text: String, expected: String) throws {
    #expect(try Self.specifiers.expand(text) == expected)
  }

  @Test(
    "A letter that nobody knows is an error that names what is allowed",
    arguments: [("%q", "'%q'"), ("a%", "'%'"), ("% i", "'% '"), ("%\u{1B}", #"'%\x1b'"#), ("%%%", "'%'")])
  func unknown(text: String, found: String) {
    let error = #expect(throws: SyntaxError.self) { try Self.specifiers.expand(text) }
    #expect(
      error?.description
        == "\(found) is no specifier; allowed is %i, %I, and %% for a percent sign, for example 100%%")
  }

  @Test("What is used is found, and what only looks so is not")
  func used() {
    #expect(Self.specifiers.areUsed(["i"], in: "a.%i"))
    #expect(Self.specifiers.areUsed(["i"], in: "%%%i"))
    #expect(!Self.specifiers.areUsed(["i"], in: "a.%%i%I"))
  }

  @Test("A line and a file that grow beyond what is read are errors")
  func bombs() {
    let long = Specifiers([("i", String(repeating: "x", count: 250))])
    let line = String(repeating: "%i", count: 1000)
    #expect(throws: SyntaxError.self) { try long.expand(line) }
    let lines = (0..<1000).map { "A\($0)=" + String(repeating: "%i", count: 250) }
    let text = "[Task]\n" + lines.joined(separator: "\n")
    let file = UnitFile.parse(text: text, name: "f").expanding(long, in: "Task")
    #expect(file.problems.count == 1 && file.problems.first?.text.contains("1048576 bytes") == true)
  }

  @Test("Only values of the section are looked at, and each error has its line")
  func file() {
    let text = "[Other]\nA=%q\n[Task]\nB=%i\nC=%q\n%i=1\n"
    let file = UnitFile.parse(text: text, name: "f").expanding(Self.specifiers, in: "Task")
    #expect(file.problems.map(\.line) == [5])
    #expect(file.sections.map { $0.assignments.map(\.value) } == [["%q"], ["home", "%q", "1"]])
    #expect(file.sections[1].assignments[2].key == "%i")
  }
}
