import InterfaceGenerator
import Testing

struct InterfaceDescriptionTests {
  @Test("Every form of the language is read")
  func forms() throws {
    let description = try InterfaceDescription(
      """
      # A comment
      interface org.example.all-forms
      type Colour (red, green) # another
      type Point (x: float, y: ?float)
      type Nothing ()
      method Do(
        flag: bool, count: int, name: string, any: object,
        list: []Point, deep: []?[]int, table: [string]Colour, inline: ?(a: (one, two), b: [string](c: int))
      ) -> (nothing: Nothing)
      error Failed (why: string)
      """)
    #expect(description.name == "org.example.all-forms")
    #expect(description.types.map(\.name) == ["Colour", "Point", "Nothing"])
    #expect(description.types[0].type == .enumeration(["red", "green"]))
    #expect(description.types[2].type == .structure([]))
    let method = try #require(description.methods.first)
    #expect(
      method.parameters.map(\.name) == ["flag", "count", "name", "any", "list", "deep", "table", "inline"])
    #expect(method.parameters[4].type == .array(.named("Point")))
    #expect(method.parameters[5].type == .array(.optional(.array(.int))))
    #expect(method.parameters[6].type == .map(.named("Colour")))
    guard case .optional(.structure(let inline)) = method.parameters[7].type else {
      Issue.record("not an optional structure: \(method.parameters[7].type)")
      return
    }
    #expect(inline[0].type == .enumeration(["one", "two"]))
    guard case .map(.structure) = inline[1].type else {
      Issue.record("not a map of structures: \(inline[1].type)")
      return
    }
    #expect(method.reply.map(\.name) == ["nothing"])
    #expect(description.errors.map(\.name) == ["Failed"])
    #expect(description.errors[0].fields.map(\.name) == ["why"])
  }

  @Test("A comment belongs to what follows it, unless an empty line comes between them")
  func comments() throws {
    let description = try InterfaceDescription(
      """
      # Not of the first type.

      interface a.b
      # (needs more, privileged) Of the method.
      #   What is indented stays so.
      method Listen(
        # Of the field (1 to 255 bytes).
        name: string, other: int
      ) -> ()
      # Of nothing.

      error Failed ()
      """)
    let method = try #require(description.methods.first)
    #expect(method.comment == ["(needs more, privileged) Of the method.", "  What is indented stays so."])
    #expect(method.marks == [.needsMore, .privileged])
    #expect(method.parameters.map(\.comment) == [["Of the field (1 to 255 bytes)."], []])
    #expect(description.errors.first?.comment == [])
  }

  @Test(
    "A malformed description is refused with the line",
    arguments: [
      ("", 1, "expected interface"),
      ("interface a.b\nmethod M(x: int)", 2, "expected ->"),
      ("interface a.b\n\nmethod M(x: Unknown) -> ()", 3, "the type Unknown is not declared"),
      ("interface a.b\ntype A (x: int)\ntype A (y: int)", 3, "A is declared twice"),
      ("interface a.b\ntype A (x: int, x: int)", 2, "x is there twice"),
      ("interface a.b\ntype A (x: int, y)", 2, "some names have a type, some have none"),
      ("interface a.b\nerror E (x, y)", 2, "expected fields with their types"),
      ("interface a.b\nsomething A ()", 2, "expected type, method or error, found something"),
      ("interface a.b\ntype A (x: [int]string)", 2, "expected string"),
      ("interface a.b\ntype A (x: int", 2, "expected ,"),
      (
        "interface a.b\n# (more, less) It.\nmethod M() -> ()", 3, "M is marked (more, less), which is unknown"
      ),
    ])
  func malformed(text: String, line: Int, message: String) {
    let error = #expect(throws: InterfaceDescriptionError.self) { try InterfaceDescription(text) }
    #expect(error?.line == line)
    #expect(error?.message == message)
  }
}
