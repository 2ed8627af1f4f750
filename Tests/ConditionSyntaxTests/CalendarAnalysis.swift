import Foundation
import TestSupport

/// What `systemd-analyze calendar` says of an expression.
enum CalendarAnalysis {
  /// The form in which it is written, and when it is next, in UTC and to the second.
  case read(normalized: String, dates: [String])
  /// It is no expression.
  case refused
  /// It is one, but its dates were not found.
  case lost

  static let program = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// What it says of several.
  /// - Parameters:
  ///   - base: What the dates come after.
  ///   - zone: The machine's.
  static func of(
    _ expressions: [String], after base: String, iterations: Int, zone: String, program: String
  ) throws -> [CalendarAnalysis] {
    let run = try FinishedProgram.run(
      URL(filePath: program),
      ["calendar", "--iterations=\(iterations)", "--base-time=\(base)", "--"] + expressions,
      environment: ["TZ": zone, "LC_ALL": "C"])
    var taken = read(run.output)[...]
    var failed = run.errors.split(separator: "\n").filter { $0.hasPrefix("Failed to") }[...]
    let found = expressions.map { expression -> CalendarAnalysis in
      if failed.first?.hasPrefix("Failed to parse calendar specification '\(expression)':") == true {
        failed.removeFirst()
        return .refused
      }
      if failed.first?.hasPrefix("Failed to determine next elapse for '\(expression)':") == true {
        failed.removeFirst()
        return .lost
      }
      return taken.popFirst().map { .read(normalized: $0.normalized, dates: $0.dates) } ?? .refused
    }
    guard taken.isEmpty, failed.isEmpty else { throw NotUnderstood() }
    return found
  }

  /// Not as many answers as questions.
  struct NotUnderstood: Error {}

  private static func read(_ output: String) -> [(normalized: String, dates: [String])] {
    var found: [(normalized: String, dates: [String])] = []
    for line in output.split(separator: "\n") {
      guard let colon = line.range(of: ": ") else { continue }
      let (key, value) = (line[..<colon.lowerBound].drop { $0 == " " }, String(line[colon.upperBound...]))
      switch key {
      case "Normalized form": found.append((value, []))
      case "Next elapse" where value == "never": break
      // The line before said it in the machine's zone.
      case "(in UTC)": found[found.count - 1].dates[found[found.count - 1].dates.count - 1] = value
      case _ where key == "Next elapse" || key.hasPrefix("Iter. #"):
        found[found.count - 1].dates.append(value)
      default: break
      }
    }
    return found
  }
}
