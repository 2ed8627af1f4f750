import Foundation
import TestSupport
import Testing

@Suite("The article about a first application")
struct TutorialTests {
  @Test("Its code is compiled as it stands there")
  func code() throws {
    let article = try Repository.text(
      "Sources/BackgroundApplication/BackgroundApplication.docc/FirstApplication.md")
    let compiled = try Repository.text("Tests/BackgroundApplicationTests/FirstApplication.swift")
    let examples = article.matches(of: /(?s)```swift\n(.*?)```/).map { String($0.output.1) }
    #expect(examples.count == 4)
    #expect(compiled.hasSuffix(examples.joined(separator: "\n")))
  }

  @Test("Its program counts every hour of a day, and each count has its checksums done")
  func day() async throws {
    let folder = try TemporaryFolder()
    #expect(try await BackgroundApplicationTests.day(in: folder.url) == 50)
    #expect(FileManager.default.fileExists(atPath: folder.path("counts.json")))
  }

  @Test("The README's programs are compiled as they stand there")
  func readme() throws {
    let examples = try Repository.text("README.md").matches(of: /(?s)```swift\n(.*?)```/)
      .map { String($0.output.1) }
    let compiled = try Repository.text("Tests/BackgroundApplicationTests/ReadmeExamples.swift")
    try #require(examples.count == 3)
    #expect(examples[0].hasPrefix("import BackgroundTasks\n\n"))
    let classic = examples[0].split(separator: "\n").dropFirst().map { "  \($0)\n" }.joined()
    #expect(compiled.contains("func classicExample() throws {\n\(classic)}\n"))
    let beginning = "import BackgroundApplication\n\n@main "
    #expect(examples[2].hasPrefix(beginning))
    let program = examples[2].dropFirst(beginning.count)
    #expect(compiled.contains("\n\n\(program)\n"))
    // The package's manifest names this package and the product.
    let manifest = try Repository.text("Package.swift")
    #expect(manifest.contains(".library(name: \"BackgroundApplication\""))
    #expect(examples[1].contains("package: \"bgtaskd\"") && manifest.contains("name: \"bgtaskd\""))
    #expect(manifest.split(separator: "\n")[0] == examples[1].split(separator: "\n")[0])
  }
}
