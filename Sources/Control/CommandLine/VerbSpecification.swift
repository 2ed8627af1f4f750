/// One verb of the command line. Parsing, help and completions all read it from here.
struct VerbSpecification: Sendable {
  /// What stands after the verb and is not an option.
  enum Operands: Hashable, Sendable {
    case none
    /// So many words.
    case words(ClosedRange<Int>, ValueCompletion)
    /// A program and its arguments: the first word that is no option begins it, and nothing after that word
    /// is read as an option of ours. It is stored as text.
    case command
    /// The same, which this program starts or becomes.
    case program
  }

  var name: String
  var group = VerbGroup.setUp
  /// What it does, in a few words that begin with a capital.
  var summary: String
  /// What follows the verb in the usage line (`ID…`).
  var operandUsage: String = ""
  var operands: Operands = .none
  var options: [OptionSpecification] = []
  /// More for `--help`: lines, of which one that ends in a full stop ends its paragraph.
  var notes: [String] = []
  /// Command lines that work, without `bgtaskctl `.
  var examples: [String] = []
  /// Carries it out.
  var run: @Sendable (Invocation) throws(Failure) -> ExitStatus
}
