/// A path watch: the changes of paths that start a task (`OnPathChanged=`).
package struct PathTrigger: Hashable, Sendable {
  /// The files or folders of which one has to change: at least one, at most ``limit``. They need not exist.
  package var paths: [String]
  /// The time without a change after which a change counts.
  package var quiet: TimeSpan
  /// The time after the first change at which it counts in any case.
  package var atLatest: TimeSpan
  /// Whether changes during the task's own run count.
  package var ownChanges: OwnChanges

  /// The most paths of one task.
  package static let limit = 8
  /// The most paths of all tasks of a user, which share the kernel's watches with the user's other programs.
  package static let limitPerUser = 64
  /// The protocol's values for spans that are absent.
  package static let defaultQuiet = TimeSpan.seconds(5)
  package static let defaultAtLatest = TimeSpan.minutes(1)

  package init(
    _ paths: [String], quiet: TimeSpan = Self.defaultQuiet, atLatest: TimeSpan = Self.defaultAtLatest,
    ownChanges: OwnChanges = .count
  ) {
    (self.paths, self.quiet, self.atLatest, self.ownChanges) = (paths, quiet, atLatest, ownChanges)
  }
}

/// Whether a change counts that happens during a run of the task. The kernel does not tell who made it.
package enum OwnChanges: String, CaseIterable, Hashable, Sendable {
  /// The change counts, so that no change by other programs is lost. A task that changes what it watches
  /// repeats after growing delays.
  case count
  /// The change does not count: it is taken for the run's own.
  case ignore
}

/// The state of paths at a moment.
package struct PathStamp: Hashable, Sendable {
  /// A number that differs when the paths' contents, names or attributes differ.
  package var digest: Int64
  /// The date of the kernel's last change to one of them; `nil` when none of them exists.
  package var newest: WallTime?
  /// The date of the last addition or removal where a missing path would be; `nil` when all exist.
  package var missing: WallTime?

  package init(digest: Int64, newest: WallTime?, missing: WallTime? = nil) {
    (self.digest, self.newest, self.missing) = (digest, newest, missing)
  }

  /// The stamp in one line, which the helper that inspects paths hands to the daemon.
  package var text: String {
    "\(digest) " + [newest, missing].map { $0.map { String($0.uSec) } ?? "-" }.joined(separator: " ")
  }

  /// Reads a stamp from such a line; `nil` when it is none.
  package init?(text: String) {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, let digest = Int64(parts[0]) else { return nil }
    self.init(digest: digest, newest: nil)
    for (part, place) in zip(parts.dropFirst(), [\PathStamp.newest, \.missing]) where part != "-" {
      guard let date = Int64(part) else { return nil }
      self[keyPath: place] = WallTime(uSec: date)
    }
  }
}

/// The memory that a task keeps of the paths that it watches.
package struct PathRecord: Hashable, Sendable {
  /// The date after which a change counts: earlier changes were there when the task was submitted, or are its
  /// last run's own.
  package var since: WallTime
  /// The digest of the paths at that date; `nil` until they were inspected.
  package var digest: Int64?
  /// The digest of the paths when the last run began; `nil` when they were not inspected.
  package var before: Int64?
  /// The number of runs in a row, each after the first for a change during the run before it; 0 after a run
  /// during which nothing changed. Runs that ignore such changes are not counted.
  package var runs: Int

  package init(since: WallTime, digest: Int64? = nil, before: Int64? = nil, runs: Int = 0) {
    (self.since, self.digest, self.before, self.runs) = (since, digest, before, runs)
  }

  /// Creates the record of a submission. The kernel dates a change with its last tick, so a change right
  /// after a submission may seem to be before it.
  init(submitted: WallTime) { self.init(since: submitted - Self.tick) }

  /// Returns the record once a run has ended.
  /// - Parameter isFresh: Whether the paths were inspected right before the run: whatever differs has changed
  ///   since, whatever the dates say. Else the run has seen all that is older than itself.
  func afterRun(_ run: Run, _ trigger: PathTrigger, isFresh: Bool) -> PathRecord {
    switch trigger.ownChanges {
    case .count: duringRun(run, isFresh: isFresh, runs: runs + 1)
    case .ignore: PathRecord(since: run.ended ?? run.started, before: before)
    }
  }

  /// Returns the record that counts from a run's beginning on.
  func duringRun(_ run: Run, isFresh: Bool, runs: Int) -> PathRecord {
    PathRecord(since: run.started - Self.tick, digest: isFresh ? before : nil, before: before, runs: runs)
  }

  /// The delay between a change during the last run and the next run. The first in a row starts at once; the
  /// growing delay keeps a task that changes what it watches from keeping the machine busy.
  var pause: TimeSpan {
    guard runs > 1 else { return .zero }
    return min(
      TimeSpan(uSec: Self.firstPause.uSec.saturatingTimes(1 << min(runs - 2, 16))), Self.longestPause)
  }

  /// Returns whether the paths have changed. A path that is gone has only the date of its folder, which other
  /// files change too: that date counts if the digest differs from the last run's. A network file system has
  /// another machine's clock, which may be ahead: a date that is still to come says nothing.
  func isChanged(_ stamp: PathStamp, at now: WallTime) -> Bool {
    if let digest { return stamp.digest != digest }
    func isChange(_ date: WallTime?) -> Bool { date.map { since < $0 && $0 <= now } ?? false }
    return isChange(stamp.newest) || (before ?? stamp.digest) != stamp.digest && isChange(stamp.missing)
  }

  private static let tick = TimeSpan.milliseconds(10)
  private static let firstPause = TimeSpan.seconds(1)
  private static let longestPause = TimeSpan.hours(1)
}

/// The result of an inspection of paths, which runs as their task's user.
package enum PathFinding: Hashable, Sendable {
  /// The state of the paths; the next change comes as ``Event/pathsTouched(_:)``.
  case seen(PathStamp)
  /// The reason why the paths could not be inspected or watched.
  case failed(String)
}

/// An order to inspect paths, and to watch them from then on.
package struct PathLook: Hashable, Sendable {
  /// The name of the order and of the program that carries it out.
  package let id: RunID
  /// The user as whom the program inspects the paths.
  package let uid: UInt32
  package let paths: [String]
  /// The time that the inspection may take.
  package let limit: TimeSpan
}
