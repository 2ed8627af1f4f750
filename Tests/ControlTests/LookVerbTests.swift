import Glibc
import TestSupport
import Testing

@testable import Control

@Suite("look")
struct LookVerbTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write("d/a", "1")
    try folder.write("d/sub/b", "1")
  }

  private func number(_ paths: String...) -> String {
    let run = ControlRun.run(["look"] + paths.map { folder.path($0) })
    #expect(run.status == .success, "\(run.errors)")
    return String(run.output.prefix { $0 != " " })
  }

  @Test("The same state has the same number, another one has another")
  func numbers() throws {
    let first = number("d")
    #expect(number("d") == first && number("d/a") != first && number("d", "d/a") != first)
    // What happens below its folders is no change of a folder.
    try folder.write("d/sub/c", "")
    #expect(number("d") == first)
    try folder.write("d/a", "22")
    let second = number("d")
    #expect(second != first)
    try folder.write("d/c", "")
    #expect(number("d") != second)
    let whole = number("d/c")
    unlink(folder.path("d/c"))
    #expect(number("d/c") != whole && number("d/no/such") == number("d/c"))
  }

  @Test("The date is that of the newest change; what is not there has none, and what may not be seen is said")
  func dates() {
    let json = ControlRun.run(["--json", "look", folder.path("d")])
    #expect(json.output.contains("\"newestUSec\":") && json.output.hasPrefix("{\"digest\":"))
    #expect(ControlRun.run(["look", folder.path("x")]).output.contains("nothing there"))
    let long = ControlRun.run(["look", "/" + String(repeating: "x", count: 300)])
    #expect(long.status == .temporary && long.errors.contains("File name too long"), "\(long.errors)")
    #expect(ControlRun.run(["look"]).status == .usage)
  }
}
