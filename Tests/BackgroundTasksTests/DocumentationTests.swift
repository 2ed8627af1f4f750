import BackgroundTasks
import TestSupport
import Testing

/// The documentation, built as a visitor builds it.
struct DocumentationTests {
  private struct Graph: Decodable {
    struct Symbol: Decodable {
      struct Text: Decodable {}
      struct Location: Decodable {}
      let pathComponents: [String]
      let docComment: Text?
      let location: Location?
    }
    let symbols: [Symbol]
  }

  @Test("The documentation builds without a warning, and every public symbol has some")
  func documentation() async throws {
    let folder = try TemporaryFolder()
    let graphs = folder.path("graphs")
    try FileManager.default.createDirectory(atPath: graphs, withIntermediateDirectories: true)
    let extracted = try await run(
      "swift", "symbolgraph-extract", "-module-name", "BackgroundTasks", "-I",
      BuiltProduct.url("Modules").path(),
      "-target", "\(architecture)-unknown-linux-gnu", "-output-dir", graphs, "-minimum-access-level",
      "public",
      "-skip-synthesized-members", "-skip-inherited-docs", "-module-cache-path", folder.path("cache"))
    #expect(extracted.status == 0, "\(extracted.errors)")
    let catalog = Repository.path("Sources/BackgroundTasks/BackgroundTasks.docc")
    // Without pages for a web server, which nobody looks at here: docc would copy their template, which
    // belongs to root, and stops when somebody else cannot give the copy to root as well.
    let converted = try await run(
      "docc", "convert", catalog, "--additional-symbol-graph-dir", graphs, "--fallback-display-name",
      "BackgroundTasks", "--fallback-bundle-identifier", "io.bgtaskd.BackgroundTasks", "--warnings-as-errors",
      "--no-transform-for-static-hosting", "--output-path", folder.path("documentation"))
    #expect(converted.status == 0, "\(converted.output)\(converted.errors)")
    let file = try Data(contentsOf: URL(filePath: graphs).appending(path: "BackgroundTasks.symbols.json"))
    let symbols = try JSONDecoder().decode(Graph.self, from: file).symbols
    #expect(symbols.count > 100)
    // What the compiler or Foundation adds has no place in a file.
    let silent = symbols.filter { $0.location != nil && $0.docComment == nil }
    #expect(silent.map { $0.pathComponents.joined(separator: ".") } == [])
  }

  @Test("The examples of the article on conditions are compiled as they stand there")
  func examples() throws {
    let article = try Repository.text("Sources/BackgroundTasks/BackgroundTasks.docc/AskingForConditions.md")
    let compiled = try Repository.text("Tests/CallShapesTests/Shapes/ConditionArticle.swift")
    let examples = article.matches(of: /(?s)```swift\n(.*?)```/).map(\.1)
    #expect(examples.count == 6)
    for example in examples {
      let lines = example.split(separator: "\n").map { "  \($0)\n" }
      #expect(compiled.contains(lines.joined()), "\(example)")
    }
  }

  private var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #else
      "aarch64"
    #endif
  }

  private func run(_ arguments: String...) async throws -> FinishedProgram {
    try await blocking { Result { try FinishedProgram.run(URL(filePath: "/usr/bin/env"), arguments) } }.get()
  }
}
