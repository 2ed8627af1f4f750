import SchedulerAPI

/// A heading for the options of a verb that has many, by what a user looks for, in the order of help.
enum OptionGroup: String, CaseIterable, Sendable {
  /// The only group of verbs that have few options.
  case main = "Options"
  case naming = "Names"
  case time = "When"
  case machine = "Conditions of the machine"
  case changes = "After changes, and after other tasks"
  case failure = "When it fails"
  case program = "The program"
  case limits = "Limits of the program"
  case transfer = "A transfer"

  /// The group of a request's field.
  init(of field: RequestField) {
    let first = field.name.split(separator: ".").first.map(String.init) ?? ""
    self =
      switch first {
      case "transfer": .transfer
      case "limits": .limits
      case "command", "unit", "content": .program
      case "pathChange", "order": .changes
      case "retry", "onFailure", "onSuccess", "onOverdue", "overdueAfterDurationUSec", "onConflict": .failure
      case "label", "title", "subtitle": .naming
      case "when", "while", "relax", "unknownConditions", "preventsSleep", "sleepsThrough",
        "freezeDurationUSec":
        .machine
      case _ where first.hasPrefix("requires"): .machine
      case "earliestBeginUSec", "deadlineUSec", "onDeadline", "repeatDurationUSec", "calendar",
        "randomizedDelayDurationUSec", "clockChange", "toleranceDurationUSec", "runtimeLimitDurationUSec",
        "trustedUntilUSec":
        .time
      default: .main
      }
  }
}
