/// What has to change for a task to begin.
package struct PathTrigger: Hashable, Sendable {
  /// Files or folders, of which one has to change: at least one, at most ``limit``. They need not be there.
  package var paths: [String]
  /// They have to be left alone for so long before it counts.
  package var quiet: TimeSpan
  /// So long after the first change it counts in any case.
  package var atLatest: TimeSpan
  /// Whether what changes while it runs counts.
  package var ownChanges: OwnChanges

  /// Of one task.
  package static let limit = 8
  /// Of all tasks of a user, which share the kernel's watches with all else of theirs.
  package static let limitPerUser = 64
  /// What the protocol says of lengths that are absent.
  package static let defaultQuiet = TimeSpan.seconds(5)
  package static let defaultAtLatest = TimeSpan.minutes(1)

  /// A trigger.
  package init(
    _ paths: [String], quiet: TimeSpan = Self.defaultQuiet, atLatest: TimeSpan = Self.defaultAtLatest,
    ownChanges: OwnChanges = .count
  ) {
    (self.paths, self.quiet, self.atLatest, self.ownChanges) = (paths, quiet, atLatest, ownChanges)
  }
}

/// Whether a change counts that comes while the task runs that waits for it. Who made it cannot be told.
package enum OwnChanges: String, CaseIterable, Hashable, Sendable {
  /// It does, so nothing is lost that others write meanwhile. A task that changes what it watches comes round
  /// after growing pauses.
  case count
  /// It does not: it is the run's own.
  case ignore
}

/// What paths were like at a moment.
package struct PathStamp: Hashable, Sendable {
  /// Differs when their contents, their names or their attributes differ.
  package var digest: Int64
  /// When the kernel changed something about them last; nil when nothing of them is there.
  package var newest: WallTime?
  /// When something was added or removed last where one of them would be that is not there; nil when all are.
  package var missing: WallTime?

  /// A stamp.
  package init(digest: Int64, newest: WallTime?, missing: WallTime? = nil) {
    (self.digest, self.newest, self.missing) = (digest, newest, missing)
  }

  /// In one line, for whoever has asked somebody else to look.
  package var text: String {
    "\(digest) " + [newest, missing].map { $0.map { String($0.uSec) } ?? "-" }.joined(separator: " ")
  }

  /// A stamp from such a line; nil when it is something else.
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

/// What a task remembers of the paths that it waits for.
package struct PathRecord: Hashable, Sendable {
  /// What is newer than this is a change: what came before was there when it was submitted, or is what its
  /// last run has done itself.
  package var since: WallTime
  /// The digest of what they were like then; nil until somebody has looked.
  package var digest: Int64?
  /// The digest of what they were like when its last run began; nil when nobody had looked.
  package var before: Int64?
  /// How many runs have come in a row, each after the first for a change that came during the one before it;
  /// 0 once nothing had changed during one. Runs that ignore such changes are not counted.
  package var runs: Int

  /// A record.
  package init(since: WallTime, digest: Int64? = nil, before: Int64? = nil, runs: Int = 0) {
    (self.since, self.digest, self.before, self.runs) = (since, digest, before, runs)
  }

  /// What is remembered from a submission on. The kernel's dates of changes are those of its last tick, so
  /// what changes right after a submission may seem to have done so before.
  init(submitted: WallTime) { self.init(since: submitted - Self.tick) }

  /// What is remembered once a run has ended.
  /// - Parameter isFresh: Somebody had looked right before it: whatever is different from that has changed
  ///   since it began, whatever the dates say. Else the run has seen what is older than itself.
  func afterRun(_ run: Run, _ trigger: PathTrigger, isFresh: Bool) -> PathRecord {
    switch trigger.ownChanges {
    case .count: duringRun(run, isFresh: isFresh, runs: runs + 1)
    case .ignore: PathRecord(since: run.ended ?? run.started, before: before)
    }
  }

  /// What counts from a run's beginning on.
  func duringRun(_ run: Run, isFresh: Bool, runs: Int) -> PathRecord {
    PathRecord(since: run.started - Self.tick, digest: isFresh ? before : nil, before: before, runs: runs)
  }

  /// How long what has changed during the last run waits for the next one: the first of them comes at once,
  /// and whoever changes what starts it does not keep the machine busy.
  var pause: TimeSpan {
    guard runs > 1 else { return .zero }
    return min(
      TimeSpan(uSec: Self.firstPause.uSec.saturatingTimes(1 << min(runs - 2, 16))), Self.longestPause)
  }

  /// Whether they have changed. What is gone has no date but that of its folder, where other things happen
  /// too: it counts for something that the last run had found. Another machine's clock, whose dates a
  /// network's file systems have, may be ahead: what is still to come says nothing.
  func isChanged(_ stamp: PathStamp, at now: WallTime) -> Bool {
    if let digest { return stamp.digest != digest }
    func isChange(_ date: WallTime?) -> Bool { date.map { since < $0 && $0 <= now } ?? false }
    return isChange(stamp.newest) || (before ?? stamp.digest) != stamp.digest && isChange(stamp.missing)
  }

  private static let tick = TimeSpan.milliseconds(10)
  private static let firstPause = TimeSpan.seconds(1)
  private static let longestPause = TimeSpan.hours(1)
}

/// What somebody found who looked at paths as their task's user.
package enum PathFinding: Hashable, Sendable {
  /// They are like that, and the next change comes as ``Event/pathsTouched(_:)``.
  case seen(PathStamp)
  /// They could not be looked at, or not be watched, for this reason.
  case failed(String)
}

/// Paths that have to be looked at, and watched from then on.
package struct PathLook: Hashable, Sendable {
  /// Its name, and that of the program which looks.
  package let id: RunID
  /// As whom.
  package let uid: UInt32
  package let paths: [String]
  /// Within so long.
  package let limit: TimeSpan
}
