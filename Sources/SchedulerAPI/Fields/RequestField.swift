package import ConditionSyntax
package import SchedulerCore

/// A field of a request: what it is called everywhere, and where it is kept. Options of `submit`, keys of
/// tasks' files, `show`, completions and the manual's pages come from ``all``.
package struct RequestField: Sendable {
  /// Where a field's value is in a request; nil there is absent.
  package typealias Place<Value> = any WritableKeyPath<Wire.TaskRequest, Value?> & Sendable

  /// What a field says.
  package enum Value: Sendable {
    case identifier
    case kind
    case flag(Place<Bool>)
    /// Something is required of the machine.
    case requirement(Place<Bool>, Requirements)
    /// A length in microseconds.
    case length(Place<Int64>, ClosedRange<Int64>)
    /// Microseconds since 1970. A file that is read again and again says a length instead, with this key.
    case date(Place<Int64>, lengthKey: String)
    case choice(Choice)
    case count(Place<Int>, ClosedRange<Int>)
    /// A number of bytes.
    case size(Place<Int>, ClosedRange<Int>)
    case percent(Place<Int>, ClosedRange<Int>)
    /// An expression over conditions, or what is dropped of one with time.
    case expression(Place<String>, problem: @Sendable (String) -> ConditionSyntaxError?)
    /// One line for people: nothing in it that a terminal obeys.
    case line(Place<String>)
    /// What something is called.
    case name(Place<String>)
    /// Identifiers of other tasks, more than once.
    case identifiers(Place<[String]>)
    /// Dates of the calendar, more than once.
    case calendar(Place<[String]>)
    /// Files or folders, by their absolute paths, more than one.
    case paths(Place<[String]>)
    /// What is started when something becomes of the task: a command line or an identifier.
    case action(Place<String>, on: ActionTrigger)
    /// The name of a unit of systemd.
    case unit(Place<String>)
    case arguments
    /// Where the command runs.
    case directory
    /// `NAME=VALUE`, more than once.
    case environment
    /// Files of such variables, more than once.
    case environmentFiles
    /// `ID:VALUE`, more than once.
    case credentials(any WritableKeyPath<Wire.Command, [String: String]?> & Sendable, CredentialOrigin)
  }

  /// One of some names.
  package struct Choice: Sendable {
    /// All of them.
    package let names: [String]
    /// The one that a request has; nil when it is absent.
    package let name: @Sendable (Wire.TaskRequest) -> String?
    /// Takes over one of the names; false for another text.
    package let set: @Sendable (inout Wire.TaskRequest, String) -> Bool
    /// Takes over what another request has.
    let copy: @Sendable (_ source: Wire.TaskRequest, inout Wire.TaskRequest) -> Void

    init<Name: CaseIterable & RawRepresentable<String> & SendableMetatype>(_ place: Place<Name>) {
      names = Name.allCases.map(\.rawValue)
      name = { $0[keyPath: place]?.rawValue }
      set = { request, text in
        let name = Name.allCases.first { text == $0.rawValue || text == Self.hyphenated($0.rawValue) }
        guard let name else { return false }
        request[keyPath: place] = name
        return true
      }
      copy = { source, target in target[keyPath: place] = source[keyPath: place] }
    }

    /// As systemd writes it: `control-group`.
    private static func hyphenated(_ name: String) -> String {
      name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
  }

  /// A line of `show`, and what it says there: `%` stands for the value. Fields with the same line share it.
  package struct Shown: Sendable {
    package let line: String
    package let words: String

    package init(_ line: String, _ words: String = "%") { (self.line, self.words) = (line, words) }
  }

  /// Its path in the protocol.
  package let name: String
  package let value: Value
  /// The option of `submit`, without dashes; nil for what stands behind the options.
  package let option: String?
  /// Other names of the option.
  package var aliases: [String] = []
  /// The option's letter.
  package var short: Character?
  /// The key in a task's file; nil where a file has none.
  package var key: String?
  /// What it does, in a few words that begin with a capital and have no full stop.
  package let summary: String
  /// Whole sentences that the manual adds.
  package var details = ""
  /// What the manual says of the key instead, where that differs.
  package var ofKey: String?
  /// How `show` shows it; nil where it does not, or has a place of its own for it.
  package var shown: Shown?
  /// How `show` shows a no, which counts where it was asked for: it may differ from the kind's default.
  package var shownNo: Shown?

  /// How `wait-for` asks for it and says it: the option's short form, and what is waited for. Nil for what is
  /// no requirement.
  package var wait: (option: String, words: String)? {
    guard case .requirement = value, let option = aliases.last ?? option else { return nil }
    return (String(option.dropFirst("requires-".count)), String(summary.dropFirst("Needs ".count)))
  }
}
