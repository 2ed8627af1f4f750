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
    let text = try String(contentsOfFile: Self.path(work.description), encoding: .utf8)
    let made = try InterfaceSources(InterfaceDescription(text), work.style).files
    for file in made {
      let there = try String(contentsOfFile: Self.path("\(work.folder)/\(file.name)"), encoding: .utf8)
      #expect(there == file.text, "\(work.folder)/\(file.name)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.path(work.folder))
    #expect(names.sorted() == made.map(\.name).sorted())
  }

  private static func path(_ inside: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/\(inside)"
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
      "public var uid: UInt32", "public var status: Int32?", "public var atUSec: Int64",
      "public var count: Int",
    ] {
      #expect(text.contains("\(line)\n"), "\(line)")
    }
  }
}
