import FoundationEssentials
import InterfaceGenerator
import TestSupport
import Testing

/// What is in the folders named `Generated` is what the protocols' texts make.
struct GeneratedSourcesTests {
  @Test(
    "The sources are what the generator makes; `make generate` makes them anew",
    arguments: GeneratorProgram.works)
  func sources(work: GeneratorProgram.Work) throws {
    let made = try work.files(root: Repository.root.path())
    for file in made {
      let there = try String(contentsOfFile: Repository.path("\(work.folder)/\(file.name)"), encoding: .utf8)
      #expect(there == file.text, "\(work.folder)/\(file.name)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Repository.path(work.folder))
    #expect(names.sorted() == made.map(\.name).sorted())
  }

  @Test("What a comment says in parentheses bounds what callers send, and nothing else")
  func bounds() throws {
    let description = try InterfaceDescription(
      """
      interface a.b
      # How it is (not a bound).
      type Sent (
        # Its name (1 to 255 bytes).
        name: string,
        # What it has (up to 3 elements).
        parts: ?[]string,
        # When (0 to 9).
        atUSec: ?int,
        inner: ?Inner
      )
      type Inner (
        # How many (1 to 1000).
        count: int
      )
      type Told (
        # How many (1 to 1000).
        count: int
      )
      method M(sent: Sent) -> (told: Told)
      method N(
        # How many (1 to 5).
        count: int
      ) -> ()
      error InvalidRequest (field: string, message: string)
      """)
    let style = InterfaceSources.Style(
      prefix: "A", errors: "AError", namespace: "W", enumerations: nil, runtime: nil)
    let files = Dictionary(uniqueKeysWithValues: InterfaceSources(description, style).files.map { ($0, $1) })
    let sent = try #require(files["W+Sent.swift"])
    for line in [
      "package static let name: ClosedRange<Int> = 1...255",
      "package static let parts: ClosedRange<Int> = 0...3",
      "package static let atUSec: ClosedRange<Int64> = 0...9",
      #"try FieldCheck.bytes(name, Bounds.name, path, "name")"#,
      #"try FieldCheck.elements(parts, cut, Bounds.parts, path, "parts")"#,
      "private var cut = CutLists()",
      #"parts = try reader.texts("parts", within: Bounds.parts, &cut)"#,
      #"try FieldCheck.number(atUSec, Bounds.atUSec, path, "atUSec")"#,
      #"try inner?.checkBounds(at: path + "inner.")"#,
    ] {
      #expect(sent.contains("\(line)\n"), "\(line)")
    }
    #expect(try !#require(files["W+Told.swift"]).contains("Bounds"))
    // What is submitted is checked by itself.
    #expect(try !#require(files["AMethod+M.swift"]).contains("Bounds"))
    let calls = try #require(files["ACall.swift"])
    #expect(calls.contains("case .n(let parameters): try parameters.checkBounds()\n"))
    #expect(!calls.contains("case .m(let parameters): try"))
  }

  @Test("A client has a function for each method, and for more replies where the text has the mark")
  func calls() throws {
    let description = try InterfaceDescription(
      """
      interface a.b
      type T (x: int)
      # Does it.
      method Make(
        # What.
        name: string, often: ?bool
      ) -> (count: int)
      # (read-only, more) Shows it.
      method Show(from: ?int) -> (ts: []T, cursor: ?int)
      # (needs more) Tells it.
      method Tell() -> (t: T)
      method Set(key: string, value: T) -> ()
      method Drop(key: string) -> ()
      """)
    let style = InterfaceSources.Style(
      prefix: "A", errors: "AError", namespace: "W", enumerations: nil, runtime: "R", client: "C")
    let files = InterfaceSources(description, style).files
    let text = try #require(files.first { $0.name == "C+Calls.swift" }).text
    #expect(
      text == """
        // Made of a.b.varlink by `make generate`. Changes belong there.
        // swift-format-ignore-file
        import R

        extension C {
          /// Calls ``AMethod/Make``.
          @discardableResult
          package func make(_ name: String, often: Bool? = nil) throws -> Int {
            try call(AMethod.Make.self, .init(name: name, often: often)).count
          }

          /// Calls ``AMethod/Show``.
          package func show(from: Int? = nil) throws -> AMethod.Show.Reply {
            try call(AMethod.Show.self, .init(from: from))
          }

          /// Calls ``AMethod/Show`` with `more`.
          /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
          package func show(from: Int? = nil, each: (AMethod.Show.Reply) throws -> Bool) throws {
            try stream(AMethod.Show.self, .init(from: from), each: each)
          }

          /// Calls ``AMethod/Tell`` with `more`.
          /// - Parameter each: Takes a reply. When it answers false, the connection is closed.
          package func tell(each: (W.T) throws -> Bool) throws {
            try stream(AMethod.Tell.self, .init(), each: { try each($0.t) })
          }

          /// Calls ``AMethod/Set``.
          package func set(key: String, value: W.T) throws {
            _ = try call(AMethod.Set.self, .init(key: key, value: value))
          }

          /// Calls ``AMethod/Drop``.
          package func drop(key: String) throws {
            _ = try call(AMethod.Drop.self, .init(key: key))
          }
        }

        """)
  }

  @Test("Methods with the same parameters share the structure of the first of them")
  func sharedParameters() throws {
    let description = try InterfaceDescription(
      """
      interface a.b
      method Get(
        # Its name.
        name: string
      ) -> ()
      method Drop(
        # Its name.
        name: string
      ) -> ()
      method Make(
        # The name of what is made.
        name: string
      ) -> ()
      """)
    let style = InterfaceSources.Style(
      prefix: "A", errors: "AError", namespace: "N", enumerations: nil, runtime: nil)
    let files = Dictionary(uniqueKeysWithValues: InterfaceSources(description, style).files.map { ($0, $1) })
    #expect(try #require(files["AMethod+Drop.swift"]).contains("typealias Parameters = Get.Parameters\n"))
    for name in ["Get", "Make"] {
      #expect(try #require(files["AMethod+\(name).swift"]).contains("struct Parameters: "), "\(name)")
    }
  }

  @Test("A field that may be passed on as JSON is written as that where it is there")
  func passedOn() throws {
    let description = try InterfaceDescription("interface a.b\ntype T (inner: U, uid: int)\ntype U (x: int)")
    let style = InterfaceSources.Style(
      prefix: "A", errors: "AError", namespace: "N", enumerations: nil, runtime: nil, passedOn: ["T.inner"])
    let files = InterfaceSources(description, style).files
    let text = try #require(files.first { $0.name == "N+T.swift" }).text
    for line in [
      "package var innerPart: MessagePart<N.U>",
      #"writer.member("inner", innerPart)"#, #"writer.member("uid", uid)"#,
    ] {
      #expect(text.contains("      \(line)\n") || text.contains("    \(line)\n"), "\(line)")
    }
  }

  @Test("A number's type follows the bounds that its comment says")
  func numbers() throws {
    let description = try InterfaceDescription(
      """
      interface a.b
      type T (
        # Whose it is (0 to 4294967295).
        uid: int,
        # A status (-2147483648 to 2147483647).
        status: ?int,
        atUSec: int,
        count: int
      )
      """)
    let style = InterfaceSources.Style(
      prefix: "A", errors: "AError", namespace: "N", enumerations: nil, runtime: nil)
    let text = try #require(InterfaceSources(description, style).files.first { $0.name == "N+T.swift" }).text
    for line in [
      "package var uid: UInt32", "package var status: Int32?", "package var atUSec: Int64",
      "package var count: Int",
    ] {
      #expect(text.contains("\(line)\n"), "\(line)")
    }
  }
}
