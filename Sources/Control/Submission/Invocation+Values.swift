import ConditionSyntax
import LinuxSystem
import PlainText
import SchedulerCore
import SystemdSyntax

extension Invocation {
  /// Returns the expression of a calendar.
  /// - Parameter place: The text that stands before a problem.
  func calendar(_ text: String, _ place: String = "") throws(Failure) -> CalendarExpression {
    do throws(SyntaxError) { return try CalendarSyntax.parse(text) } catch {
      // Many users know cron's fields, and write those.
      if let schedule = try? CronSchedule(text, zone: nil, choosing: \.lowerBound),
        !schedule.calendars.isEmpty
      {
        guard schedule.notes.isEmpty else {
          throw misuse("\(place)'\(text)' is the form of cron, and has a part that no calendar has")
        }
        let dates = schedule.calendars.map { "'\($0)'" }.joined(separator: " and ")
        throw misuse("\(place)'\(text)' is the form of cron; here it is \(dates)")
      }
      throw misuse("\(place)\(error)")
    }
  }

  /// Returns the option's value as one line for people, or nil when it was not given. It is checked here
  /// where a daemon's refusal would be taken for a missing daemon.
  /// - Parameter bytes: The allowed length.
  func singleLine(_ name: String, _ bytes: ClosedRange<Int>) throws(Failure) -> String? {
    guard let text = line.value(name) else { return nil }
    let problem = bytes.contains(text.utf8.count) ? SingleLine.problem(in: text) : "\(text.utf8.count) bytes"
    guard let problem else { return text }
    throw misuse(
      "--\(name): found \(problem), allowed is one line of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
  }

  /// Returns the reading that CLOCK_BOOTTIME will have when this time is over.
  /// - Parameter place: The text that stands before a problem.
  func bootTime(
    in length: Int64, _ place: String, _ bounds: ClosedRange<Int64> = 1...Lease.maximum.uSec
  ) throws(Failure) -> Int64 {
    guard bounds.contains(length) else {
      throw misuse(
        "\(place): \(TimeSpanSyntax.format(length)) is too \(length < bounds.lowerBound ? "short" : "long"); "
          + "allowed is \(TimeSpanSyntax.format(bounds))")
    }
    return context.boot() + length
  }

  /// Returns the path of the program that the command line ends with.
  func program(_ name: RawText) throws(Failure) -> RawText {
    do throws(Failure) { return try ProgramPath.resolve(name, in: context) } catch {
      // A value of several words without quotes ends at the first one; the next is taken for the program.
      guard line.operands.dropFirst().contains("--") || line.program.dropFirst().contains(RawText("--"))
      else {
        throw error
      }
      throw misuse(
        "'\(name)' stands before --, where only options do; a value of several words needs quotation marks, "
          + "such as '5 minutes'")
    }
  }
}
