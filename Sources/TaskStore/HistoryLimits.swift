package import SchedulerCore

/// The limits of history. Runs over a limit are deleted with their output, or only their output is, oldest
/// first, a bounded number at a time. Runs that have not ended do not count and are never deleted.
package struct HistoryLimits: Hashable, Sendable {
  /// `HistoryMaxAge=`: the time for which a run is kept after its end, by the wall clock.
  package var maximumAge: TimeSpan
  /// `HistoryMaxRuns=`: the number of finished runs that are kept of each user; less than 0 is 0. Beyond it
  /// missed runs go first, and runs that are not among the last ten of their identifier, so that frequent
  /// tasks do not drive out rare ones.
  package var maximumRuns: Int
  /// `HistoryMaxOutputBytes=`: the bytes of output that are kept of each user's runs, the last ones. Of a
  /// small file system it is a sixteenth at most.
  package var maximumOutputBytes: Int

  /// `RecordMaxAge=`: the time for which a line of the record of conditions is kept, by the wall clock.
  package var maximumRecordAge: TimeSpan
  /// `RecordMaxBytes=`: the bytes that the record of conditions may take. Of a small file system it is a
  /// thirty-second at most.
  package var maximumRecordBytes: Int

  package init(
    maximumAge: TimeSpan, maximumRuns: Int, maximumOutputBytes: Int = 16 << 20,
    maximumRecordAge: TimeSpan = .days(60), maximumRecordBytes: Int = 4 << 20
  ) {
    self.maximumAge = maximumAge
    self.maximumRuns = maximumRuns
    self.maximumOutputBytes = maximumOutputBytes
    self.maximumRecordAge = maximumRecordAge
    self.maximumRecordBytes = maximumRecordBytes
  }

  /// The divisors of a file system that give the most that one user's outputs, and the record of conditions,
  /// take of it.
  private static let partsOfFileSystem: Int64 = 16
  private static let recordPartsOfFileSystem: Int64 = 32

  /// Returns the limits on a file system of this many bytes; `nil` where that is unknown.
  func within(_ capacity: Int64?) -> HistoryLimits {
    guard let capacity else { return self }
    var limits = self
    limits.maximumOutputBytes = Int(min(Int64(maximumOutputBytes), capacity / Self.partsOfFileSystem))
    limits.maximumRecordBytes = Int(min(Int64(maximumRecordBytes), capacity / Self.recordPartsOfFileSystem))
    return limits
  }
}
