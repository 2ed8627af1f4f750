package import SchedulerCore

/// A sink that keeps the last part of the output of runs in memory, for machines without a journal.
package final class OutputTail: OutputSink {
  /// A pipe's default capacity in bytes: appending it takes some microseconds.
  package let writeLimit = 64 * 1024

  private let limit: Int
  private var tails: [RunID: Tail] = [:]

  private struct Tail {
    var bytes: [UInt8] = []
    var isTruncated = false
  }

  /// - Parameter limit: The bytes that are kept of a run.
  package init(limit: Int = 64 * 1024) { self.limit = limit }

  /// Keeps this run's output until it is taken: the owner takes the output of every run that has ended. The
  /// output of other programs is not kept.
  package func keep(_ run: RunID) { tails[run] = Tail() }

  /// Does nothing: ``keep(_:)`` begins a tail.
  package func started(_ run: RunID, identifier: String) {}

  /// Appends bytes, and drops those that are older than the limit. A tail may be twice as long as the limit
  /// for a while, so that a byte is moved once on average.
  package func write(_ run: RunID, _ bytes: [UInt8]) {
    guard tails[run] != nil else { return }
    tails[run]?.bytes.append(contentsOf: bytes.suffix(limit))
    if bytes.count > limit { tails[run]?.isTruncated = true }
    guard let count = tails[run]?.bytes.count, count > 2 * limit else { return }
    tails[run]?.bytes.removeFirst(count - limit)
    tails[run]?.isTruncated = true
  }

  /// Does nothing: the tail stays until it is taken.
  package func finished(_ run: RunID) {}

  /// Returns the output that is kept of a run; nil for an unknown run.
  package func output(of run: RunID) -> RunOutput? {
    guard let tail = tails[run] else { return nil }
    let isCut = tail.isTruncated || tail.bytes.count > limit
    var bytes = tail.bytes.suffix(limit)
    // Drops the rest of a character whose beginning was cut off.
    if isCut { bytes = bytes.drop { $0 & 0b1100_0000 == 0b1000_0000 } }
    return RunOutput(bytes: Array(bytes), isTruncated: isCut)
  }

  /// Returns the output that is kept of a run, and forgets it.
  package func take(_ run: RunID) -> RunOutput? {
    defer { tails[run] = nil }
    return output(of: run)
  }
}
