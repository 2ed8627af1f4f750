import Foundation
import TestSupport
import Testing

@testable import ConfigurationFiles

@Suite("The configuration")
struct ConfigurationTests {
  private static let shipped = Repository.root.appending(path: "config/bgtaskd.conf")

  private static func check(_ text: String) throws -> (run: FinishedProgram, file: String) {
    let folder = try TemporaryFolder()
    let file = try folder.write("bgtaskd.conf", text)
    return (try BuiltDaemon.run("--check-configuration", "--config", file), file)
  }

  @Test("An unknown key is a warning with file and line, and the daemon starts")
  func unknown() throws {
    let daemon = try DaemonProcess(
      configuration: "[Scheduler]\nMaxConcurrentRuns=3\nColour=red\n[Weather]\nRain=no\n")
    let file = daemon.folder.path("bgtaskd.conf")
    #expect(daemon.logText.contains("<4>\(file):3: "))
    #expect(daemon.logText.contains("Colour"))
    #expect(daemon.logText.contains("<4>\(file):4: ") || daemon.logText.contains("<4>\(file):5: "))
    #expect(daemon.logText.contains("Weather"))
  }

  @Test("A bad value keeps the daemon from starting: every one is named with file and line")
  func badValues() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "bgtaskd.conf",
      "[Scheduler]\nMaxConcurrentRuns=0\nLowBatteryPercent=many\n[Conditions]\nSettlingSec=-1\n")
    let run = try BuiltDaemon.run(
      "--config", file, "--socket", folder.path("socket"), "--state-directory", folder.path("state"))
    #expect(run.status == 78)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count == 3)
    for (number, key) in [(2, "MaxConcurrentRuns="), (3, "LowBatteryPercent="), (5, "SettlingSec=")] {
      #expect(lines.contains { $0.hasPrefix("<3>\(file):\(number): \(key)") }, "\(run.errors)")
    }
    // What is allowed is said as well.
    #expect(run.errors.contains("1 to 10000"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("state")))
  }

  @Test("A file that was asked for and is not there is an error")
  func missing() throws {
    let folder = try TemporaryFolder()
    let run = try BuiltDaemon.run("--config", folder.path("none.conf"), "--check-configuration")
    #expect(run.status == 78)
    #expect(run.errors.contains("\(folder.path("none.conf")): cannot be read: No such file or directory"))
  }

  @Test("--check-configuration says what is wrong, on its standard error and by its status")
  func checking() throws {
    let good = try Self.check("[Scheduler]\nRefreshRuntimeSec=1min 30s\nDisabledKinds=refresh continued\n")
      .run
    #expect(good.status == 0)
    #expect(good.output == "" && good.errors == "")
    let (doubtful, first) = try Self.check("[Scheduler]\nColour=red\n")
    #expect(doubtful.status == 0)
    #expect(doubtful.errors.hasPrefix("warning: \(first):2: "))
    let (bad, second) = try Self.check(
      "[Conditions]\nAllowSimulation=perhaps\n[Scheduler]\nDisabledKinds=weekly\n")
    #expect(bad.status == 78)
    #expect(bad.errors.contains("error: \(second):2: AllowSimulation=") == true)
    #expect(bad.errors.contains("weekly is no kind of task"))
    #expect(try Self.check("[Scheduler\n").run.status == 78)
    #expect(try Self.check("MaxConcurrentRuns=1\n").run.errors.hasPrefix("warning: "))
  }

  @Test("The shipped file is right, and so is every default in it when its line counts")
  func shippedFile() throws {
    let text = try String(contentsOf: Self.shipped, encoding: .utf8)
    let asShipped = try Self.check(text).run
    #expect(asShipped.status == 0 && asShipped.errors == "")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let counting = lines.map { line in
      line.firstMatch(of: /^#([A-Z][A-Za-z]+=.*)$/).map { String($0.1) } ?? String(line)
    }
    let keys = ConfigurationKeys.sections.map(\.keys.count).reduce(0, +)
    #expect(counting.count { $0.first?.isUppercase == true } == keys)
    let everything = try Self.check(counting.joined(separator: "\n")).run
    #expect(everything.status == 0 && everything.errors == "", "\(everything.errors)")
  }

  @Test("The fuzzer has a file with each key once, which is right")
  func corpus() throws {
    let text = try Repository.text("Tests/Fuzz/Corpus/configuration/set")
    let keys = text.split(separator: "\n").compactMap { line in
      line.firstIndex(of: "=").map { String(line[..<$0]) }
    }
    #expect(keys.sorted() == ConfigurationKeys.sections.flatMap { $0.keys.map(\.name) }.sorted())
    let check = try Self.check(text).run
    #expect(check.status == 0 && check.errors == "", "\(check.errors)")
  }
}
