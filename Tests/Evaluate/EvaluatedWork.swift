import Replay
import SchedulerCore

/// Work that all devices are given.
struct EvaluatedWork {
  let minutes: Int
  let perDay: Int
  /// Whether all tasks of a day are submitted at midnight, local time.
  let isAtMidnight: Bool
  /// Whether a task saves its work each minute.
  let resumes: Bool

  /// The offset of the recorded devices' local time.
  static let zone = TimeSpan.hours(8)

  /// Returns the amounts of work, those at random times first.
  static func all(minutes: [Int]) -> [EvaluatedWork] {
    [false, true].flatMap { isAtMidnight in
      [1, 3].flatMap { perDay in
        minutes.flatMap { length in
          [false, true].map { resumes in
            EvaluatedWork(minutes: length, perDay: perDay, isAtMidnight: isAtMidnight, resumes: resumes)
          }
        }
      }
    }
  }

  var name: String {
    "\(perDay)/day \(minutes)min \(isAtMidnight ? "midnight" : "random")\(resumes ? " resume" : "")"
  }

  /// The length of a task.
  var length: TimeSpan { .minutes(Int64(minutes)) }

  /// The plan of the work, for devices that are given it.
  var plan: WorkPlan {
    get throws {
      var plan = try WorkPlan("\(perDay)/day,\(minutes)min")
      plan.resume = resumes ? .minutes(1) : nil
      plan.timeOfDay = isAtMidnight ? TimeSpan(uSec: TimeSpan.days(1).uSec - Self.zone.uSec) : nil
      return plan
    }
  }
}
