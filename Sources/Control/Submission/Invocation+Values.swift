import ConditionSyntax
import LinuxSystem
import PlainText
import SchedulerCore
import SystemdSyntax

extension Invocation {
  /// A calendar's expression.
  /// - Parameter place: What stands before what is wrong with it.
  func calendar(_ text: String, _ place: String = "") throws(Failure) -> CalendarExpression {
    do throws(SyntaxError) { return try CalendarSyntax.parse(text) } catch {
      // Many know cron's fields, and write those.
      if let dates = try? CronSchedule(text, zone: nil, choosing: \.lowerBound).calendars,
        let first = dates.first
      {
        throw misuse("\(place)'\(text)' is for cron; here that is '\(first)'")
      }
      throw misuse("\(place)\(error)")
    }
  }

  /// The option's value as one line for people; nil when it was not given. It is looked at here where a
  /// daemon that refuses it would be taken for one that is not there.
  /// - Parameter bytes: How long it may be.
  func singleLine(_ name: String, _ bytes: ClosedRange<Int>) throws(Failure) -> String? {
    guard let text = line.value(name) else { return nil }
    let problem = bytes.contains(text.utf8.count) ? SingleLine.problem(in: text) : "\(text.utf8.count) bytes"
    guard let problem else { return text }
    throw misuse(
      "--\(name): found \(problem), allowed is one line of \(bytes.lowerBound) to \(bytes.upperBound) bytes")
  }

  /// The path of the program that the command line ends with.
  func program(_ name: RawText) throws(Failure) -> RawText {
    do throws(Failure) { return try ProgramPath.resolve(name, in: context) } catch {
      // A value of several words ends at the first one, and the next one is taken for the program.
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
