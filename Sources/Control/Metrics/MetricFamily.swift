/// One thing that is measured, with its samples, as OpenMetrics has them (https://openmetrics.io, text format
/// 1.0).
struct MetricFamily {
  /// There are no others here: Prometheus' own older text format, which node_exporter reads, knows these
  /// two of OpenMetrics' types under the same names.
  enum Kind: String {
    case gauge
    case counter
  }

  /// One value.
  struct Sample {
    /// What it is about, by name, in order. Values may be any text.
    var labels: [(name: String, value: String)]
    /// A number as JSON and OpenMetrics write it.
    var value: String

    init(_ value: Int, _ labels: (name: String, value: String)...) {
      (self.labels, self.value) = (labels, String(value))
    }

    init(_ value: Bool, _ labels: (name: String, value: String)...) {
      (self.labels, self.value) = (labels, value ? "1" : "0")
    }

    /// A date or a length in seconds.
    init(seconds uSec: Int64, _ labels: (name: String, value: String)...) {
      let fraction = String(uSec.magnitude % 1_000_000)
      let zeros = String(repeating: "0", count: 6 - fraction.count)
      let sign = uSec < 0 ? "-" : ""
      self.labels = labels
      value = "\(sign)\(uSec.magnitude / 1_000_000).\(zeros)\(fraction)"
    }
  }

  /// Without `_total`.
  var name: String
  var kind: Kind
  /// What the name then ends in; nil for what is only counted.
  var unit: String?
  /// What it says, without a full stop.
  var help: String
  var samples: [Sample]

  init(
    _ name: String, _ help: String, kind: Kind = .gauge, unit: String? = nil, _ samples: [Sample]
  ) {
    self.name = "bgtaskd_\(name)" + (unit.map { "_\($0)" } ?? "")
    (self.kind, self.unit, self.help, self.samples) = (kind, unit, help, samples)
  }

  /// What its samples are called.
  var sampleName: String { kind == .counter ? name + "_total" : name }
}
