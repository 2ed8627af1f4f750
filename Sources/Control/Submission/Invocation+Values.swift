import ConditionSyntax
import SchedulerCore
import SystemdSyntax

extension Invocation {
  /// A calendar's expression.
  /// - Parameter place: What stands before what is wrong with it.
  func calendar(_ text: String, _ place: String = "") throws(Failure) -> CalendarExpression {
    do throws(SyntaxError) { return try CalendarSyntax.parse(text) } catch {
      // Many know cron's fields, and write those.
      if let dates = try? CronSchedule(text, zone: nil).calendars, let first = dates.first {
        throw misuse("\(place)'\(text)' is for cron; here that is '\(first)'")
      }
      throw misuse("\(place)\(error)")
    }
  }

  /// The path of the program that the command line ends with.
  func program(_ name: String) throws(Failure) -> String {
    do throws(Failure) { return try ProgramPath.resolve(name, in: context) } catch {
      // A value of several words ends at the first one, and the next one is taken for the program.
      guard line.operands.dropFirst().contains("--") else { throw error }
      throw misuse(
        "'\(name)' stands before --, where only options do; a value of several words needs quotation marks, "
          + "such as '5 minutes'")
    }
  }
}
