import TestSupport
import Testing

/// The short form of `make growth`. It measures the release build: it is a tenth of the time, and shows what
/// is delivered.
@Suite("Growth", .enabled(if: BuiltProduct.release("growth") != nil, "make test builds the program growth"))
struct GrowthTests {
  @Test(
    "What happens to four times as many tasks costs four times as much and no more, whatever they ask for")
  func growth() throws {
    let program = try #require(BuiltProduct.release("growth"))
    let run = try FinishedProgram.run(program, ["300,1200"])
    let faults = run.output.split(separator: "\n").filter { $0.hasPrefix("Too much: ") }
    #expect(run.status == 0 && faults.isEmpty, "\(faults.joined(separator: "\n"))\(run.errors)")
    #expect(run.output.hasSuffix("no event lasts 50 ms.\n"))
  }
}
