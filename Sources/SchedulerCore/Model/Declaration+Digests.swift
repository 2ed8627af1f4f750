/// The numbers by which the store recognizes what a file has said. They follow from the file alone: a date
/// without a time zone counts by its text, and not by the moment that it means in the machine's zone.
extension Declaration {
  /// A number that changes when anything changes that the file asks for. The store keeps it.
  var digest: Int64 { digest(dates?.local ?? []) }

  /// A number that changes when the first date changes that the file asks for. The store keeps it.
  ///
  /// Where the file has a date without a zone, the upper half is that number, and the lower half the second
  /// that the date means, by which a task that waits for it follows the zone.
  var timing: Int64 {
    guard let dates, let date = dates.firstLocal else { return timing([]) }
    return (timing(dates.local) >> 32) << 32 | Int64(Self.stamp(date.moment))
  }

  /// Returns whether the file says what the record knows of it. The same date in another spelling is no
  /// change, with its zone or without. Earlier versions recorded moments, which are compared as well.
  func says(_ record: DeclarationRecord) -> Bool {
    if record.digest == digest { return true }
    return dates != nil && DeclaredDates.ByClock.all.contains { record.digest == digest($0) }
  }

  /// Returns whether the first date that the file asks for is the one that the record knows of.
  func hasFirstDate(of record: DeclarationRecord) -> Bool {
    guard dates != nil else { return record.timing == timing }
    return DeclaredDates.ByClock.all.contains { record.timing >> 32 == timing($0) >> 32 }
  }

  /// Returns whether the task has not begun yet and waits for the file's date as it was in another time zone
  /// of the machine. A date that was served, or brought forward, stays.
  func moves(_ task: ScheduledTask, since record: DeclarationRecord) -> Bool {
    guard let dates, let date = dates.firstLocal, hasFirstDate(of: record), task.runID == nil,
      task.attempt == 1, task.recurrence == 0, task.calledFor == nil
    else { return false }
    let asked = request.calendar == nil ? task.request.earliestBegin : task.notBefore
    let before = dates.earliestBegin?.isLocal == true ? asked : task.request.deadline
    let recorded = UInt32(truncatingIfNeeded: record.timing)
    guard let before, Self.stamp(before) == recorded else { return false }
    return before != date.moment || dates.deadline.map { $0.moment != task.request.deadline } ?? false
  }

  /// Returns whether two readings of a file ask for the same, with the same dates in any spelling.
  package func asksForTheSame(as other: Declaration) -> Bool {
    var other = other
    other.dates = dates
    return self == other
  }

  private func digest(_ byClock: DeclaredDates.ByClock) -> Int64 {
    var digest = ContentDigest()
    if let dates, !byClock.isEmpty {
      digest.add(dates.rest)
      digest.add(dates.earliestBegin, byClock: byClock.contains(.earliestBegin))
      digest.add(dates.deadline, byClock: byClock.contains(.deadline))
    } else {
      digest.add(payload)
    }
    digest.add(delay?.uSec)
    digest.add(deadlineDelay?.uSec)
    return digest.value
  }

  private func timing(_ byClock: DeclaredDates.ByClock) -> Int64 {
    var digest = ContentDigest()
    if let date = dates?.earliestBegin, byClock.contains(.earliestBegin) {
      digest.add(date, byClock: true)
    } else {
      digest.add(request.earliestBegin?.uSec)
    }
    digest.add(delay?.uSec)
    if let calendar = request.calendar {
      digest.add(calendar.text.utf8)
      digest.add(calendar.randomizedDelay.uSec)
      // A file without the key has the digest that it had before the key existed.
      if let change = calendar.clockChange { digest.add(change.rawValue.utf8) }
    }
    return digest.value
  }

  /// Returns the last 32 bits of a date's seconds: dates that repeat so lie 136 years apart.
  private static func stamp(_ date: WallTime) -> UInt32 {
    UInt32(truncatingIfNeeded: date.uSec / 1_000_000)
  }
}
