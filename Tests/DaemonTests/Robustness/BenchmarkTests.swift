import Foundation
import TestSupport
import Testing

@Suite("bgtaskbench")
struct BenchmarkTests {
  private struct Report: Decodable {
    struct Figure: Decodable {
      var name: String
      var value: Double
      var ratio: Double?
    }

    var figures: [Figure]
  }

  private static let bench = BuiltProduct.url("bgtaskbench")

  @Test("It measures the daemon beside it, and leaves nothing behind")
  func measures() throws {
    let folder = try TemporaryFolder()
    let run = try FinishedProgram.run(
      Self.bench, ["--quick", "--json", "--directory", folder.url.path()])
    #expect(run.status == 0, "\(run.errors)")
    let figures = try JSONDecoder().decode(Report.self, from: Data(run.output.utf8)).figures
    let rates = [
      "appendAndSync", "submitOneAtATime", "submit16Clients", "submitPipelined64", "submitBatch256",
      "submitBatch1000",
    ]
    let lengths = ["dueRawMedian", "dueRawLongest", "dueMedian", "dueLongest"]
    let handlers = ["handlerRawMedian", "handlerMedian", "handlerLongest", "start"]
    let sizes = ["idleResident", "idleAnonymous"]
    #expect(
      figures.map(\.name) == rates + lengths + handlers + sizes + ["bytesPerTask", "idleContextSwitches"])
    for figure in figures where figure.name != "bytesPerTask" && figure.name != "idleContextSwitches" {
      #expect(figure.value > 0, "\(figure.name)")
      #expect((figure.ratio != nil) == rates.contains(figure.name))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
  }

  @Test("What is wrong is said with a status of sysexits.h")
  func failures() throws {
    let folder = try TemporaryFolder()
    let usage = try FinishedProgram.run(Self.bench, ["--quicker"])
    #expect(usage.status == 64)
    #expect(usage.errors.contains("unknown argument --quicker"))
    let missing = try FinishedProgram.run(
      Self.bench, ["--daemon", "/nonexistent", "--directory", folder.url.path()])
    #expect(missing.status == 69)
    #expect(missing.errors.contains("/nonexistent"))
    // A program that ends at once instead of serving.
    let ended = try FinishedProgram.run(
      Self.bench, ["--daemon", "/bin/false", "--directory", folder.url.path()])
    #expect(ended.status == 69)
    #expect(ended.errors.contains("did not start"))
    let place = try FinishedProgram.run(Self.bench, ["--directory", folder.path("nothing")])
    #expect(place.status == 71)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path()).isEmpty)
  }
}
