import Foundation
import TestSupport
import Testing

/// The recipes of Contributing.md, held to the tree.
struct RecipeTests {
  /// A recipe: a heading, a list of paths, and the example that the list was taken from.
  struct Recipe: CustomTestStringConvertible, Sendable {
    var title: String
    var paths: [String]
    var example: String

    var testDescription: String { title }
  }

  static let recipes: [Recipe] = {
    let text = (try? Repository.text("Sources/Daemon/Daemon.docc/Contributing.md")) ?? ""
    return text.components(separatedBy: "\n#### ").dropFirst().map { section in
      let body = section.components(separatedBy: "\n### ")[0]
      let items = body.split(separator: "\n").filter { $0.first?.isNumber == true || $0.hasPrefix("   ") }
      return Recipe(
        title: String(section.prefix { $0 != "\n" }),
        paths: items.flatMap { $0.matches(of: /`((?:Sources|config)\/[^`]+)`/).map { String($0.1) } },
        example: body.firstMatch(of: /Example: `(.+)`/).map { String($0.1) } ?? "")
    }
  }()

  @Test("There is a recipe for each kind of change")
  func kinds() { #expect(Self.recipes.count == 9) }

  @Test("Every file of a recipe exists and has its part of the example", arguments: recipes)
  func files(recipe: Recipe) throws {
    #expect(!recipe.paths.isEmpty)
    let example = try Regex(recipe.example).anchorsMatchLineEndings()
    for path in recipe.paths {
      let files =
        path.hasSuffix("/") ? try Repository.files(below: String(path.dropLast()), suffix: "") : [path]
      let texts = try files.map(Repository.text)
      #expect(texts.contains { $0.contains(example) }, "\(path) does not name \(recipe.example)")
    }
  }

  @Test("No other file that is written by hand names the example", arguments: recipes)
  func nothingElse(recipe: Recipe) throws {
    let example = try Regex(recipe.example).anchorsMatchLineEndings()
    for file in try Self.written() where !recipe.paths.contains(where: { file.hasPrefix($0) }) {
      let text = Self.withoutGeneratedParts(try Repository.text(file))
      #expect(!text.contains(example), "\(file) names \(recipe.example)")
    }
  }

  /// The files that a person writes: `make generate` makes the others.
  private static func written() throws -> [String] {
    let generated = ["/Generated/", "config/completions/", ".docc/"]
    let files = try ["Sources", "config"].flatMap { try Repository.files(below: $0, suffix: "") }
    return files.filter { file in
      !generated.contains { file.contains($0) } && (try? Repository.text(file)) != nil
    }
  }

  /// The text of a manual page without what follows from tables.
  private static func withoutGeneratedParts(_ text: String) -> String {
    text.replacing(/(?s)\.\\" Made of .*?\.\\" Until here\./, with: "")
  }
}
