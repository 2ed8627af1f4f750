/// What somebody wants who looks for a verb. Help has them in this order.
enum VerbGroup: String, CaseIterable, Sendable {
  case common = "The most common"
  case work = "Work"
  case past = "What has happened"
  case machine = "The machine"
  case inside = "Inside a task"
  case setUp = "Setting up"
}
