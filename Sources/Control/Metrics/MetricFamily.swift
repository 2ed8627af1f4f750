/// A metric with its samples, as OpenMetrics has them (https://openmetrics.io, text format 1.0).
struct MetricFamily {
  /// The types in use. Prometheus' own older text format, which node_exporter reads, knows these two of
  /// OpenMetrics' types under the same names.
  enum Kind: String {
    case gauge
    case counter
  }

  /// One value with its labels.
  struct Sample {
    /// The names and values of the labels, in order. Values may be any text.
    var labels: [(name: String, value: String)]
    /// The value, a number as JSON and OpenMetrics write it.
    var value: String

    init(_ value: Int, _ labels: (name: String, value: String)...) {
      (self.labels, self.value) = (labels, String(value))
    }

    init(_ value: Bool, _ labels: (name: String, value: String)...) {
      (self.labels, self.value) = (labels, value ? "1" : "0")
    }

    /// Creates a sample of a date or a length of time, in seconds.
    init(seconds uSec: Int64, _ labels: (name: String, value: String)...) {
      let fraction = String(uSec.magnitude % 1_000_000)
      let zeros = String(repeating: "0", count: 6 - fraction.count)
      let sign = uSec < 0 ? "-" : ""
      self.labels = labels
      value = "\(sign)\(uSec.magnitude / 1_000_000).\(zeros)\(fraction)"
    }
  }

  /// The name without `_total`.
  var name: String
  var kind: Kind
  /// The unit that the name then ends in; nil for a plain count.
  var unit: String?
  /// The metric's meaning, without a full stop.
  var help: String
  var samples: [Sample]

  init(
    _ name: String, _ help: String, kind: Kind = .gauge, unit: String? = nil, _ samples: [Sample]
  ) {
    self.name = "bgtaskd_\(name)" + (unit.map { "_\($0)" } ?? "")
    (self.kind, self.unit, self.help, self.samples) = (kind, unit, help, samples)
  }

  /// The name of the samples.
  var sampleName: String { kind == .counter ? name + "_total" : name }
}
