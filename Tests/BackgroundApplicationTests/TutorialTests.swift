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
}
