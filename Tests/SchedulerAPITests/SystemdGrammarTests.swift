import SchedulerAPI
import Testing
import Varlink

/// `varlinkctl` reads descriptions with a parser of its own, which takes less than varlink.org allows. Debian
/// 12 has no varlinkctl, so its rules stand here, from src/libsystemd/sd-varlink/sd-varlink-idl.c of systemd
/// 257: where a comment may be, which names are valid, how a type is written, what must not be empty.
struct SystemdGrammarTests {
  @Test(
    "The descriptions that the daemon gives are ones that systemd reads",
    arguments: [SchedulerCall.interface.text, ServiceCall.interface.text])
  func descriptions(text: String) throws {
    var grammar = SystemdGrammar(text)
    try grammar.parse()
    #expect(grammar.symbols.count > 5)
  }

  @Test("What systemd takes")
  func taken() throws {
    var grammar = SystemdGrammar(
      """
      # Before.
      interface a.b-c.d1
      # Of a type.
      type Colour (
        # Of a value.
        red, # And of the next.
        green_2
      )
      type A (a: ?[]Colour, b: [string]int, c: ?(d: (x, y)), # After a comma.
        e: object)
      method M() -> (
        # Of a field.
        a: A
      )
      error E ()
      # At the end.
      """)
    try grammar.parse()
    #expect(grammar.symbols == ["Colour", "A", "M", "E"])
  }

  @Test(
    "What systemd refuses",
    arguments: [
      ("interface a..b", "the name of an interface"),
      ("interface a-", "the name of an interface"),
      ("interface a.b\ntype A ()", "empty"),
      ("interface a.b\nmethod M(a: ()) -> ()", "empty"),
      ("interface a.b\ntype a (x: int)", "the name of a symbol"),
      ("interface a.b\ntype A_B (x: int)", "the name of a symbol"),
      ("interface a.b\ntype A (x: int)\nerror A ()", "A is there twice"),
      ("interface a.b\ntype A (x: int, x: int)", "x is there twice"),
      ("interface a.b\ntype A (_x: int)", "the name of a field"),
      ("interface a.b\ntype A (x__y: int)", "the name of a field"),
      ("interface a.b\ntype A (x_: int)", "the name of a field"),
      ("interface a.b\ntype A (1x: int)", "the name of a field"),
      ("interface a.b\ntype A (x: int # Here not.\n)", "expected , or )"),
      ("interface a.b\ntype A (x # Here not.\n: int)", "expected :"),
      ("interface a.b\ntype A (x: # Here not.\nint)", "expected a type"),
      ("interface a.b\ntype A (x: int,)", "the name of a field"),
      ("interface a.b\ntype A (x: [][]int)", "expected a type"),
      ("interface a.b\ntype A (x: []?int)", "expected a type"),
      ("interface a.b\ntype A (x: ? int)", "expected a type"),
      ("interface a.b\ntype A (x: [int]int)", "expected a type"),
      ("interface a.b\ntype A (x: B)", "B is not a type"),
      ("interface a.b\nerror B ()\ntype A (x: B)", "B is not a type"),
      ("interface a.b\ntype A (x: int, y)", "fields and values"),
      ("interface a.b\nmethod M (a: int) - > ()", "expected ->"),
      ("interface a.b\nthing A (x: int)", "expected method, type or error"),
    ])
  func refused(text: String, problem: String) {
    var grammar = SystemdGrammar(text)
    let error = #expect(throws: SystemdGrammar.Refusal.self) { try grammar.parse() }
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }
}

/// A reader that takes what systemd's takes.
private struct SystemdGrammar {
  struct Refusal: Error {
    let line: Int
    let problem: String
  }

  private(set) var symbols: [String] = []
  private var types: Set<String> = []
  private var uses: [String] = []
  private let text: [Character]
  private var place = 0

  init(_ text: String) { self.text = Array(text) }

  mutating func parse() throws {
    try comments()
    guard word() == "interface" else { throw refusal("expected interface") }
    space()
    let name = take { Self.isLetterOrDigit($0) || $0 == "." || $0 == "-" }
    try hold(name, "the name of an interface", #/[A-Za-z][A-Za-z0-9]*([.\-][A-Za-z0-9]+)*/#)
    try comments()
    while place < text.count {
      try symbol()
      try comments()
    }
    for use in uses where !types.contains(use) { throw refusal("\(use) is not a type") }
  }

  private mutating func symbol() throws {
    let kind = word()
    guard ["method", "type", "error"].contains(kind) else { throw refusal("expected method, type or error") }
    space()
    let name = identifier()
    try hold(name, "the name of a symbol", #/[A-Z][A-Za-z0-9]*/#)
    guard !symbols.contains(name) else { throw refusal("\(name) is there twice") }
    symbols.append(name)
    if kind == "type" { types.insert(name) }
    try group(mayBeEmpty: kind != "type", mayBeEnumeration: kind == "type", depth: 0)
    guard kind == "method" else { return }
    space()
    guard skip("->") else { throw refusal("expected ->") }
    try group(mayBeEmpty: true, mayBeEnumeration: false, depth: 0)
  }

  /// Fields, or the values of an enumeration. A comment may be before each of them and nowhere else.
  private mutating func group(mayBeEmpty: Bool, mayBeEnumeration: Bool, depth: Int) throws {
    space()
    guard skip("("), depth <= 64 else { throw refusal("expected (") }
    var names: Set<String> = []
    var areFields: Bool?
    try comments()
    if skip(")") {
      guard mayBeEmpty else { throw refusal("what is empty is neither a structure nor an enumeration") }
      return
    }
    while true {
      try comments()
      let name = identifier()
      try hold(name, "the name of a field", #/[A-Za-z](_?[A-Za-z0-9])*/#)
      guard names.insert(name).inserted else { throw refusal("\(name) is there twice") }
      space()
      let isField = skip(":")
      guard isField || [",", ")"].contains(text.dropFirst(place).first) else { throw refusal("expected :") }
      guard areFields ?? isField == isField, isField || mayBeEnumeration else {
        throw refusal("fields and values in one")
      }
      areFields = isField
      if isField { try type(depth: depth) }
      space()
      if skip(")") { return }
      guard skip(",") else { throw refusal("expected , or )") }
    }
  }

  private mutating func type(depth: Int) throws {
    space()
    _ = skip("?")
    if !skip("[]") { _ = skip("[string]") }
    if text.dropFirst(place).first == "(" {
      return try group(mayBeEmpty: false, mayBeEnumeration: true, depth: depth + 1)
    }
    let name = identifier()
    let own = ["bool", "int", "float", "string", "object"]
    if own.contains(name) { return }
    // What begins like one of these is read as that, with something behind it.
    guard !name.isEmpty, !own.contains(where: name.hasPrefix) else { throw refusal("expected a type") }
    uses.append(name)
  }

  // MARK: Words

  private func refusal(_ problem: String) -> Refusal {
    Refusal(line: text.prefix(place).count { $0 == "\n" } + 1, problem: problem)
  }

  private func hold(_ name: String, _ what: String, _ rule: Regex<some Any>) throws {
    guard try rule.wholeMatch(in: name) != nil else { throw refusal("\(what) is not \"\(name)\"") }
  }

  private static func isLetterOrDigit(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber)
  }

  private mutating func take(while isPart: (Character) -> Bool) -> String {
    let found = text[place...].prefix(while: isPart)
    place = found.endIndex
    return String(found)
  }

  private mutating func word() -> String {
    space()
    return take { $0.isASCII && $0.isLowercase }
  }

  private mutating func identifier() -> String { take { Self.isLetterOrDigit($0) || $0 == "_" } }

  private mutating func skip(_ sign: String) -> Bool {
    guard text[place...].starts(with: sign) else { return false }
    place += sign.count
    return true
  }

  private mutating func space() { _ = take { $0.isWhitespace } }

  /// Comments and what is between them.
  private mutating func comments() throws {
    space()
    while skip("#") {
      _ = take { $0 != "\n" }
      space()
    }
  }
}
