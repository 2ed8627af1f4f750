/// How much later than its date something was, many times over. In microseconds.
struct LatencySamples: Hashable {
  private(set) var sorted: [Int64] = []

  mutating func add(_ uSec: Int64) {
    sorted.insert(uSec, at: sorted.firstIndex { $0 > uSec } ?? sorted.endIndex)
  }

  /// Half of them were shorter.
  var median: Int64 { sorted.isEmpty ? 0 : sorted[sorted.count / 2] }

  /// The longest.
  var longest: Int64 { sorted.last ?? 0 }
}
