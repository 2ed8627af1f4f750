/// One verb of the command line, as parsing, help and completions read it.
struct VerbSpecification: Sendable {
  /// The words after the verb that are no options.
  enum Operands: Hashable, Sendable {
    case none
    /// A number of words within the range.
    case words(ClosedRange<Int>, ValueCompletion)
    /// A program and its arguments, stored as text. The first word that is no option begins it, and no later
    /// word is read as an option of this program.
    case command
    /// A program and its arguments, which this program starts or becomes.
    case program
  }

  let name: String
  let group: VerbGroup
  /// The verb's effect in a few words that begin with a capital.
  let summary: String
  /// The operands in the usage line (`ID…`).
  let operandUsage: String
  /// Whether an empty value of an option takes its field back.
  let takesFieldsBack: Bool
  let run: @Sendable (Invocation) throws(Failure) -> ExitStatus
  private let makeOperands: @Sendable () -> Operands
  private let makeOptions: @Sendable () -> [OptionSpecification]
  private let makeNotes, makeExamples: @Sendable () -> [String]

  /// Creates a verb. What only its own command line, help and completions ask for is made then: making it for
  /// all verbs is a good part of what a short command takes.
  init(
    name: String, group: VerbGroup = .setUp, summary: String, operandUsage: String = "",
    operands: @autoclosure @escaping @Sendable () -> Operands = .none,
    options: @autoclosure @escaping @Sendable () -> [OptionSpecification] = [],
    takesFieldsBack: Bool = false, notes: @autoclosure @escaping @Sendable () -> [String] = [],
    examples: @autoclosure @escaping @Sendable () -> [String] = [],
    run: @escaping @Sendable (Invocation) throws(Failure) -> ExitStatus
  ) {
    (self.name, self.group, self.summary) = (name, group, summary)
    (self.operandUsage, self.takesFieldsBack, self.run) = (operandUsage, takesFieldsBack, run)
    (makeOperands, makeOptions, makeNotes, makeExamples) = (operands, options, notes, examples)
  }

  var operands: Operands { makeOperands() }
  var options: [OptionSpecification] { makeOptions() }
  /// Further lines for `--help`; a line that ends in a full stop ends its paragraph.
  var notes: [String] { makeNotes() }
  /// Examples that work, without `bgtaskctl `.
  var examples: [String] { makeExamples() }
}

/// A heading for verbs, by what a user looks for, in the order of help.
enum VerbGroup: String, CaseIterable, Sendable {
  case common = "The most common"
  case work = "Work"
  case past = "The past"
  case machine = "The machine"
  case inside = "Inside a task"
  case setUp = "Setting up"
}
