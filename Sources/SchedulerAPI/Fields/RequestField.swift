package import ConditionSyntax
package import SchedulerCore

/// A field of a request: its names in all interfaces, and its place. Options of `submit`, keys of tasks'
/// files, `show`, completions and the manual's pages come from ``all``.
package struct RequestField: Sendable {
  /// The place of a field's value in a request, where `nil` is absent.
  package typealias Place<Value> = any WritableKeyPath<Wire.TaskRequest, Value?> & Sendable

  /// The type of a field's value.
  package enum Value: Sendable {
    case identifier
    case kind
    case flag(Place<Bool>)
    /// A requirement of the machine.
    case requirement(Place<Bool>, Requirements)
    /// A length in microseconds.
    case length(Place<Int64>, ClosedRange<Int64>)
    /// Microseconds since 1970. A file that is read repeatedly can have a length instead, with this key.
    case date(Place<Int64>, lengthKey: String)
    /// A reading of CLOCK_BOOTTIME, which people give as a length from now.
    case bootTime(Place<Int64>, lengths: ClosedRange<Int64>)
    case choice(Choice)
    case count(Place<Int>, ClosedRange<Int>)
    /// A number of bytes.
    case size(Place<Int>, ClosedRange<Int>)
    case percent(Place<Int>, ClosedRange<Int>)
    /// An expression over conditions, or the steps that relax one.
    case expression(Place<String>, problem: @Sendable (String) -> ConditionSyntaxError?)
    /// One line for people, without characters that a terminal obeys.
    case line(Place<String>)
    /// The name of a thing, such as a group.
    case name(Place<String>)
    /// Identifiers of other tasks; may be repeated.
    case identifiers(Place<[String]>)
    /// Dates of the calendar; may be repeated.
    case calendar(Place<[String]>)
    /// Files or folders, by their absolute paths; may be repeated.
    case paths(Place<[String]>)
    /// A file, by its absolute path.
    case file(Place<String>)
    /// An action: a command line, or the identifier of another task.
    case action(Place<String>, on: ActionTrigger)
    /// The name of a unit of systemd.
    case unit(Place<String>)
    case arguments
    /// The folder in which the command runs.
    case directory
    /// Variables, `NAME=VALUE`; may be repeated.
    case environment
    /// Files of variables; may be repeated.
    case environmentFiles
    /// Credentials, `ID:VALUE`; may be repeated.
    case credentials(any WritableKeyPath<Wire.Command, [String: String]?> & Sendable, CredentialOrigin)
  }

  /// A choice among names, as people write them: `control-group` for the protocol's `controlGroup`.
  package struct Choice: Sendable {
    /// All names that are allowed.
    package let names: [String]
    /// Returns the name in a request; `nil` when it is absent.
    package let name: @Sendable (Wire.TaskRequest) -> String?
    /// Sets the name in a request; returns false for a text that is no name.
    package let set: @Sendable (inout Wire.TaskRequest, String) -> Bool
    /// Copies the value from another request.
    let copy: @Sendable (_ source: Wire.TaskRequest, inout Wire.TaskRequest) -> Void

    init<Name: CaseIterable & RawRepresentable<String> & SendableMetatype>(_ place: Place<Name>) {
      names = Name.allCases.map { Self.hyphenated($0.rawValue) }
      name = { $0[keyPath: place].map { Self.hyphenated($0.rawValue) } }
      set = { request, text in
        let name = Name.allCases.first { text == $0.rawValue || text == Self.hyphenated($0.rawValue) }
        guard let name else { return false }
        request[keyPath: place] = name
        return true
      }
      copy = { source, target in target[keyPath: place] = source[keyPath: place] }
    }

    /// Returns the name as systemd writes it: `control-group`.
    private static func hyphenated(_ name: String) -> String {
      name.map { $0.isUppercase ? "-\($0.lowercased())" : String($0) }.joined()
    }
  }

  /// A field's words in a line of `show`, where `%` stands for the value. Fields with the same line share it.
  package struct Shown: Sendable {
    package let line: String
    package let words: String

    package init(_ line: String, _ words: String = "%") { (self.line, self.words) = (line, words) }
  }

  /// The field's path in the protocol.
  package let name: String
  package let value: Value
  /// The option of `submit`, without dashes; `nil` where there is none.
  package let option: String?
  /// Other names of the option.
  package var aliases: [String] = []
  /// The option's letter.
  package var short: Character?
  /// The key in a task's file; `nil` where there is none.
  package var key: String?
  /// The meaning in a few words, which begin with a capital and have no full stop.
  package let summary: String
  /// Whole sentences that the manual adds.
  package var details = ""
  /// The manual's text on the key, where it differs from that on the option.
  package var ofKey: String?
  /// The field's words in `show`; `nil` where it has none, or a place of its own.
  package var shown: Shown?
  /// The words in `show` for an explicit no, because the kind's default may be yes.
  package var shownNo: Shown?

  /// The option of `wait-for`, in its short form, and the words for what it waits for; `nil` for a field that
  /// is no requirement.
  package var wait: (option: String, words: String)? {
    guard case .requirement = value, let option = aliases.last ?? option else { return nil }
    return (String(option.dropFirst("requires-".count)), String(summary.dropFirst("Needs ".count)))
  }
}

extension Optional where Wrapped: Equatable {
  /// Returns the structure with another value of a field, or `nil` when it is empty then.
  /// - Parameter empty: The structure without any value, which counts as absent.
  func with<Value>(
    _ value: Value, at place: any WritableKeyPath<Wrapped, Value> & Sendable, empty: Wrapped
  ) -> Wrapped? {
    var changed = self ?? empty
    changed[keyPath: place] = value
    return changed == empty ? nil : changed
  }
}
