import SystemdSyntax

/// What a table for cron (crontab(5)) or anacron (anacrontab(5)) says, line by line.
struct CronTable {
  /// What stands before a line's command.
  enum Form {
    /// Five fields or a nickname.
    case user
    /// The same and a user.
    case system
    /// A period, a delay and a name.
    case anacron

    fileprivate var words: String {
      switch self {
      case .user: "a date and a command, for example 30 2 * * * /usr/bin/backup"
      case .system: "a date, a user and a command, for example 30 2 * * * root /usr/bin/backup"
      case .anacron: "a period, a delay, a name and a command, for example 7 10 backup /usr/bin/backup"
      }
    }
  }

  /// A line with a command.
  struct Entry {
    var line: Int
    /// The line itself.
    var text: String
    /// What stands before the command, word by word.
    var words: [String]
    /// What a shell is given, and what is written to its standard input; nil for nothing.
    var command: String
    var input: String?
    /// What is set for it, the last of each name.
    var variables: [(name: String, value: String)]
  }

  /// More would not be read of the files that they become.
  static let mostEntries = 1000
  /// Of one table: each of its entries gets all of it.
  private static let mostVariableBytes = 32 << 10
  private static let mostVariables = 128

  let form: Form
  private(set) var entries: [Entry] = []
  private(set) var problems: [SyntaxProblem] = []
  private let file: String
  private var isFull = false
  private var variables: [(name: String, value: String)] = []

  init(file: String, _ form: Form) { (self.file, self.form) = (file, form) }

  /// Takes a line.
  mutating func take(_ bytes: some Collection<UInt8>, line: Int) {
    guard !bytes.contains(0), let whole = String(validating: bytes, as: UTF8.self) else {
      return fail(line, "the line is no text in UTF-8")
    }
    let text = whole[...].trimmed
    guard !text.isEmpty, !text.hasPrefix("#") else { return }
    if let (name, value) = Self.variable(text) {
      set(name, value, line)
    } else {
      add(text, line)
    }
  }

  /// A line that is longer than any that is read.
  mutating func refuse(line: Int) { fail(line, "the line is too long, and nothing after it is read") }

  private mutating func fail(_ line: Int, _ text: String) {
    guard problems.count < UnitFile.maximumProblems else { return }
    problems.append(SyntaxProblem(.error, file: file, line: line, text: text))
  }

  // MARK: Variables

  private mutating func set(_ name: String, _ value: String, _ line: Int) {
    let old = variables.filter { $0.name != name }
    let size = old.reduce(name.utf8.count + value.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count
    }
    guard size <= Self.mostVariableBytes, old.count < Self.mostVariables else {
      return fail(
        line,
        "the variables are too much, allowed are \(Self.mostVariables) with \(Self.mostVariableBytes) bytes")
    }
    variables = old + [(name, value)]
  }

  /// `NAME = VALUE`, with quotes around either or not; nil for what is none.
  private static func variable(_ text: Substring) -> (String, String)? {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let name = unquoted(text[..<equals])
    guard let first = name.first, first == "_" || first.isLetter, first.isASCII,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { return nil }
    return (name, unquoted(text[text.index(after: equals)...]))
  }

  private static func unquoted(_ text: Substring) -> String {
    let value = text.trimmed
    for quote in ["\"", "'"] where value.hasPrefix(quote) && value.hasSuffix(quote) && value.count > 1 {
      return String(value.dropFirst().dropLast())
    }
    return String(value)
  }

  // MARK: Commands

  private mutating func add(_ text: Substring, _ line: Int) {
    guard entries.count < Self.mostEntries else {
      if !isFull { fail(line, "is one more than the \(Self.mostEntries) commands that are read") }
      isFull = true
      return
    }
    // cronie: it is not to be logged.
    var rest = form != .anacron && text.hasPrefix("-") ? text.dropFirst() : text
    let count =
      switch form {
      case .anacron: 3
      case .user: rest.hasPrefix("@") ? 1 : 5
      case .system: rest.hasPrefix("@") ? 2 : 6
      }
    let words = (0..<count).map { _ in Self.word(&rest) }
    guard !rest.isEmpty else {
      return fail(line, "'\(text.prefix(64))' is no line of such a table; allowed is \(form.words)")
    }
    let (command, input) = form == .anacron ? (String(rest), nil) : Self.parts(of: rest)
    entries.append(
      Entry(
        line: line, text: String(text), words: words, command: command, input: input, variables: variables))
  }

  private static func word(_ rest: inout Substring) -> String {
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    rest = rest.dropFirst(word.count).drop { $0 == " " || $0 == "\t" }
    return String(word)
  }

  /// A percent sign ends the command and is a newline from there on, unless a backslash stands before it.
  private static func parts(of text: Substring) -> (command: String, input: String?) {
    var parts = [""]
    var rest = text
    while let character = rest.popFirst() {
      if character == "\\", rest.first == "%" {
        rest.removeFirst()
        parts[parts.count - 1] += "%"
      } else if character == "%" {
        parts.append("")
      } else {
        parts[parts.count - 1].append(character)
      }
    }
    return (parts[0], parts.count > 1 ? parts.dropFirst().joined(separator: "\n") : nil)
  }
}

extension Substring {
  /// Without what is blank at its ends; some tables have a carriage return there.
  fileprivate var trimmed: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    var text = drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }
}
