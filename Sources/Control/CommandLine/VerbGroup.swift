/// A heading for verbs, by what a user looks for, in the order of help.
enum VerbGroup: String, CaseIterable, Sendable {
  case common = "The most common"
  case work = "Work"
  case past = "The past"
  case machine = "The machine"
  case inside = "Inside a task"
  case setUp = "Setting up"
}
