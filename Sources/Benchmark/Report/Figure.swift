/// A quantity that was measured several times.
struct Figure {
  /// The name for programs, unique in a report.
  let name: String
  /// The name for people.
  let title: String
  let unit: Unit
  /// The name of the figure that this one is compared with.
  var peer: String?
  /// The results of the measurements; none when its program is not installed.
  var samples: [Double] = []

  enum Unit: String, Encodable {
    case perSecond = "1/s"
    case microseconds = "us"
    case bytes
    case count
  }

  /// The median of the measurements, or `nil` without any.
  var median: Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}

/// Figures that are read together.
struct Section {
  let title: String
  let figures: [Figure]
}
