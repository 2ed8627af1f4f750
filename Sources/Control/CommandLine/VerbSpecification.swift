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

  var name: String
  var group = VerbGroup.setUp
  /// The verb's effect in a few words that begin with a capital.
  var summary: String
  /// The operands in the usage line (`ID…`).
  var operandUsage: String = ""
  var operands: Operands = .none
  var options: [OptionSpecification] = []
  /// Whether an empty value of an option takes its field back.
  var takesFieldsBack = false
  /// Further lines for `--help`; a line that ends in a full stop ends its paragraph.
  var notes: [String] = []
  /// Examples that work, without `bgtaskctl `.
  var examples: [String] = []
  var run: @Sendable (Invocation) throws(Failure) -> ExitStatus
}
