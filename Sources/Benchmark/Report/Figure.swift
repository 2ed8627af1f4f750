/// One thing that was measured, several times.
struct Figure {
  /// What it is, for programs; unique in a report.
  let name: String
  /// What it is, for people.
  let title: String
  let unit: Unit
  /// The figure that it is compared with.
  var peer: String?
  /// What each measurement gave. None: its program is not installed.
  var samples: [Double] = []

  /// What is counted.
  enum Unit: String, Encodable {
    case perSecond = "1/s"
    case microseconds = "us"
    case bytes
    case count
  }

  /// Half of the measurements gave less; nil without any.
  var median: Double? {
    guard !samples.isEmpty else { return nil }
    let sorted = samples.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
