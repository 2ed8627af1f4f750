import Foundation
import TestSupport
import Testing

@testable import Control

/// What a visitor sees first.
struct LayoutTests {
  @Test("The top level shows the agreed entries and nothing else")
  func topLevel() throws {
    let entries = try FileManager.default.contentsOfDirectory(atPath: Repository.root.path())
    let visible = Set(entries.filter { !$0.hasPrefix(".") })
    let agreed: Set<String> = [
      "Package.swift", "Sources", "Tests", "systemd", "config", "README.md", "Makefile", "LICENSE",
    ]
    #expect(visible == agreed)
  }

  @Test("No file of code holds more than one idea's worth of lines")
  func fileLength() throws {
    for folder in ["Sources", "Tests"] {
      for file in try Repository.files(below: folder, suffix: ".swift") {
        let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false).count
        #expect(lines <= 600, "\(file) has \(lines) lines")
      }
    }
  }

  @Test("No line of code is wider than the formatter's limit, which leaves comments and texts alone")
  func lineWidth() throws {
    struct Style: Decodable { let lineLength: Int }
    let style = try JSONDecoder().decode(Style.self, from: Data(Repository.text(".swift-format").utf8))
    for folder in ["Sources", "Tests"] {
      for file in try Repository.files(below: folder, suffix: ".swift") {
        let lines = try Repository.text(file).split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
          let width = TextWidth.of(String(line))
          #expect(width <= style.lineLength, "\(file):\(number + 1) is \(width) columns wide")
        }
      }
    }
  }

  @Test("The core is pure: no clock, no I/O, no source of chance")
  func coreIsPure() throws {
    let impure = [
      " Date(", "clock_gettime", "ContinuousClock", "SuspendingClock", "SystemRandomNumberGenerator",
      ".random(",
    ]
    for file in try Repository.files(below: "Sources/SchedulerCore", suffix: ".swift") {
      let text = try Repository.text(file)
      for word in impure { #expect(!text.contains(word), "\(file) says \(word)") }
    }
  }

  @Test("No address stands anywhere that nobody owns: the interface's name is a name, and none")
  func addresses() throws {
    let address = "bgtaskd" + ".io"
    let roots = ["README.md", "Makefile", "LICENSE"]
    let files = try ["Sources", "Tests", "systemd", "config"].flatMap {
      try Repository.files(below: $0, suffix: "")
    }
    for file in roots + files {
      // What is no text has no address for people; folders are listed, too.
      guard let text = try? Repository.text(file) else { continue }
      #expect(!text.contains(address), "\(file)")
    }
  }

  @Test("Tests wait for facts, never for time")
  func testsDoNotSleep() throws {
    let names = [
      "Task" + ".sleep", "u" + "sleep(", "Thread" + ".sleep", "nano" + "sleep(", "time" + ".sleep(",
    ]
    for suffix in [".swift", ".py"] {
      for file in try Repository.files(below: "Tests", suffix: suffix) {
        let text = try Repository.text(file)
        for name in names { #expect(!text.contains(name), "\(file) says \(name)") }
      }
    }
  }
}
