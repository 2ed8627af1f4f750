/// The numbers by which the store recognizes what a file has said. They follow from the file alone: a date
/// without a time zone counts by its text, and not by the moment that it means in the machine's zone.
extension Declaration {
  /// A number that changes when anything changes that the file asks for. The store keeps it.
  var digest: Int64 { digest(dates?.written ?? .moments) }

  /// A number that changes when the first date changes that the file asks for. The store keeps it.
  ///
  /// Where the file has a date without a zone, the upper half is that number, and the lower half the second
  /// that the date means, by which a task that waits for it follows the zone.
  var timing: Int64 {
    guard let dates, let date = dates.firstLocal else { return timing(.moments) }
    return (timing(dates.written) >> 32) << 32 | Int64(DeclaredDates.stamp(date.moment))
  }

  /// Returns the number of the first date for a record that goes on. It keeps the second that the date meant
  /// when the task took it, until the task takes another one.
  /// - Parameter keepsBegin: Whether only the begin is still what the task took.
  func timing(since record: DeclarationRecord, keepsBegin: Bool = false) -> Int64 {
    hasClock(of: record) && (!keepsBegin || dates?.earliestBegin?.isLocal == true) ? record.timing : timing
  }

  /// Returns whether the record has the first date as the file says it, by the local clock.
  private func hasClock(of record: DeclarationRecord) -> Bool {
    dates?.firstLocal != nil && record.timing >> 32 == timing >> 32
  }

  /// Returns whether the file says what the record knows of it. The same date in another spelling is no
  /// change, with its zone or without, where the moment is the same. Earlier versions recorded moments, which
  /// are compared as well.
  func says(_ record: DeclarationRecord) -> Bool {
    if record.digest == digest { return true }
    guard let dates else { return false }
    return begins(of: record).contains { begin in
      dates.ends(behind: begin, since: record).contains { record.digest == digest($0) }
    }
  }

  /// Returns the spellings of the begin that the record may have.
  private func begins(of record: DeclarationRecord) -> [DeclaredDates.Spelling] {
    dates?.begins(since: record).filter { record.timing >> 32 == timing($0) >> 32 } ?? []
  }

  /// Returns whether the first date that the file asks for is the one that the record knows of.
  private func hasFirstDate(of record: DeclarationRecord) -> Bool {
    record.timing == timing || hasClock(of: record) || !begins(of: record).isEmpty
  }

  /// Returns whether the task keeps the date that it waits for when other fields of its file have changed.
  /// Another delay or rule for changes of the clock leaves the calendar its dates.
  func keepsBegin(of task: ScheduledTask, since record: DeclarationRecord) -> Bool {
    let file = withCalendar(of: task)
    return file.hasFirstDate(of: record) && !(file.waits(task, since: record) && file.movesBegin(of: task))
  }

  /// Returns whether the task has not begun yet and waits for the file's dates as they were in another time
  /// zone of the machine. A date that was served, or brought forward, stays.
  func moves(_ task: ScheduledTask, since record: DeclarationRecord) -> Bool {
    waits(task, since: record)
      && (movesBegin(of: task) || dates?.deadline.map { $0.moment != task.request.deadline } ?? false)
  }

  /// Returns whether the file's local date means another moment than the one that the task waits for.
  private func movesBegin(of task: ScheduledTask) -> Bool {
    dates?.earliestBegin.map { $0.isLocal && $0.moment != asked(of: task) } ?? false
  }

  /// Returns whether the task waits for the first date, as the record knows it.
  private func waits(_ task: ScheduledTask, since record: DeclarationRecord) -> Bool {
    guard let dates, dates.firstLocal != nil, hasFirstDate(of: record), task.runID == nil, task.attempt == 1,
      task.recurrence == 0, task.calledFor == nil
    else { return false }
    let before = dates.earliestBegin?.isLocal == true ? asked(of: task) : task.request.deadline
    return before.map { DeclaredDates.stamp($0) == UInt32(truncatingIfNeeded: record.timing) } ?? false
  }

  /// Returns the date that the task's file has asked for.
  private func asked(of task: ScheduledTask) -> WallTime? {
    request.calendar == nil ? task.request.earliestBegin : task.notBefore
  }

  /// Returns the declaration with the task's calendar, where that has the same dates.
  private func withCalendar(of task: ScheduledTask) -> Declaration {
    guard let calendar = task.request.calendar, request.calendar?.hasSameDates(as: calendar) == true else {
      return self
    }
    var file = self
    file.request.calendar = calendar
    return file
  }

  /// Returns whether two readings of a file ask for the same, with the same dates in any spelling.
  package func asksForTheSame(as other: Declaration) -> Bool {
    var other = other
    other.dates = dates
    return self == other
  }

  private func digest(_ spelling: DeclaredDates.Spelling) -> Int64 {
    var digest = ContentDigest()
    if let dates, spelling != .moments {
      digest.add(dates.rest)
      digest.add(dates.earliestBegin, byClock: spelling.earliestBegin)
      digest.add(dates.deadline, byClock: spelling.deadline)
    } else {
      digest.add(payload)
    }
    digest.add(delay?.uSec)
    digest.add(deadlineDelay?.uSec)
    return digest.value
  }

  private func timing(_ spelling: DeclaredDates.Spelling) -> Int64 {
    var digest = ContentDigest()
    if let clock = spelling.earliestBegin {
      digest.add(dates?.earliestBegin, byClock: clock)
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
}
