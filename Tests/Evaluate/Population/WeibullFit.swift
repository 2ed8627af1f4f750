import Glibc
import Replay
import SchedulerCore

/// The Weibull distribution that fits lengths best, by maximum likelihood.
struct WeibullFit {
  let shape: Double
  /// The scale in seconds.
  let scale: Double

  init(shape: Double, scale: Double) { (self.shape, self.scale) = (shape, scale) }

  /// - Parameters:
  ///   - lengths: Lengths in seconds, which are positive.
  ///   - cut: Further lengths whose ends are not known.
  init(_ lengths: [Double], cut: [Double] = []) {
    let all = lengths + cut
    let count = Double(lengths.count)
    let meanLogarithm = lengths.reduce(0) { $0 + log($1) } / count
    // The derivative of the likelihood has one root, and rises with the shape.
    var (low, high) = (0.05, 5.0)
    for _ in 0..<50 {
      let middle = (low + high) / 2
      var (sum, weighted) = (0.0, 0.0)
      for length in all {
        let power = pow(length, middle)
        (sum, weighted) = (sum + power, weighted + power * log(length))
      }
      if weighted / sum - 1 / middle - meanLogarithm < 0 { low = middle } else { high = middle }
    }
    let shape = (low + high) / 2
    self.shape = shape
    scale = pow(all.reduce(0) { $0 + pow($1, shape) } / count, 1 / shape)
  }

  /// Returns a random length in seconds, at least one.
  func length(using random: inout SeededGenerator) -> Double {
    max(1, scale * pow(-log(1 - Double.random(in: 0..<1, using: &random)), 1 / shape))
  }
}

extension DeviceTrace {
  /// Returns the windows in which the device was ready, in order, with the gaps below a length closed.
  func windows(closing gap: TimeSpan = .zero) -> [Range<WallTime>] {
    var windows: [Range<WallTime>] = []
    var since: WallTime?
    func add(_ window: Range<WallTime>) {
      if let last = windows.last, window.lowerBound - last.upperBound < gap {
        windows[windows.count - 1] = last.lowerBound..<window.upperBound
      } else {
        windows.append(window)
      }
    }
    for change in changes {
      let isReady = change.conditions.contains(.flag(.idle, true))
      if isReady, since == nil { since = change.at }
      guard !isReady, let begin = since else { continue }
      if begin < change.at { add(begin..<change.at) }
      since = nil
    }
    if let begin = since, begin < end { add(begin..<end) }
    return windows
  }
}

/// The lengths of the windows and gaps of devices, in seconds.
struct WindowLengths {
  private(set) var windows: [Double] = []
  /// The windows whose end the record does not have.
  private(set) var cutWindows: [Double] = []
  private(set) var gaps: [Double] = []
  private(set) var cutGaps: [Double] = []

  /// - Parameter gap: The length below which a gap ends no window.
  init(_ traces: [DeviceTrace], closing gap: TimeSpan = .zero) {
    for trace in traces {
      var last = trace.start
      for window in trace.windows(closing: gap) {
        let before = (window.lowerBound - last).inSeconds
        if before > 0 { if last == trace.start { cutGaps.append(before) } else { gaps.append(before) } }
        let length = (window.upperBound - window.lowerBound).inSeconds
        if window.upperBound < trace.end { windows.append(length) } else { cutWindows.append(length) }
        last = window.upperBound
      }
      let rest = (trace.end - last).inSeconds
      if rest > 0 { cutGaps.append(rest) }
    }
  }

  var windowFit: WeibullFit { WeibullFit(windows, cut: cutWindows) }
  var gapFit: WeibullFit { WeibullFit(gaps, cut: cutGaps) }
}
