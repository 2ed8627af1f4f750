import FoundationEssentials

/// All figures of a run.
struct Report: Codable, Hashable {
  /// The program that was measured.
  var daemon: String
  var figures: [Figure] = []

  /// One JSON object, in one line.
  /// - Throws: For a figure that is no number.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// A table for people.
  var table: String {
    let rows = figures.map { figure in
      (
        figure.title, Self.text(figure.value, figure.unit),
        figure.ratio.map { "\(Self.number($0, places: 2)) ×" } ?? ""
      )
    }
    let widths = (rows.map { $0.0.count }.max() ?? 0, rows.map { $0.1.count }.max() ?? 0)
    return rows.map { title, value, ratio in
      let gap = String(repeating: " ", count: widths.0 - title.count + 2 + widths.1 - value.count)
      return "\(title)\(gap)\(value)\(ratio.isEmpty ? "" : "  \(ratio)")\n"
    }.joined()
  }

  private static func text(_ value: Double, _ unit: String) -> String {
    switch unit {
    case "bytes" where value >= 1_000_000: "\(number(value / 1_000_000, places: 1)) MB"
    case "bytes": "\(number(value, places: 0)) bytes"
    case "us": "\(number(value / 1000, places: 2)) ms"
    case "1/s": "\(number(value, places: 0))/s"
    default: number(value, places: 0)
    }
  }

  private static func number(_ value: Double, places: Int) -> String {
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return String(scaled) }
    let fraction = String(abs(scaled) % scale)
    return
      "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale)."
      + "\(String(repeating: "0", count: places - fraction.count))\(fraction)"
  }
}
