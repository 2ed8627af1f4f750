import SystemdSyntax

/// The contents of a table for cron (crontab(5)) or anacron (anacrontab(5)).
struct CronTable {
  /// The form of a table, by the words before each command.
  enum Form {
    /// Five fields or a nickname.
    case user
    /// Five fields or a nickname, and a user.
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
    /// The line as it stands in the table.
    var text: String
    /// The words before the command.
    var words: [String]
    /// The command for a shell, and the text for its standard input. Neither has to be UTF-8.
    var command: [UInt8]
    var input: [UInt8]
    /// Whether two backslashes have become one in the command.
    var isHalved: Bool
    /// The variables of the command, each name's last value.
    var variables: [Variable]
  }

  /// A variable's line, `NAME = VALUE`.
  struct Variable {
    var name: String
    var value: [UInt8]
  }

  /// The most commands of a table, because no more declared tasks than that are read.
  static let mostEntries = 1000
  /// The most bytes and variables of one table: each of its entries gets all of them.
  private static let mostVariableBytes = 32 << 10
  private static let mostVariables = 128

  let form: Form
  private(set) var entries: [Entry] = []
  private(set) var problems: [SyntaxProblem] = []
  private let file: String
  private var isFull = false
  /// Whether a command with a carriage return at its end was reported.
  private var hasCarriageReturn = false
  private var variables: [Variable] = []

  init(file: String, _ form: Form) { (self.file, self.form) = (file, form) }

  /// Reads one line.
  mutating func take(_ bytes: some Collection<UInt8>, line: Int) {
    let text = Array(bytes.drop { $0.isBlank })
    guard text.first != UInt8(ascii: "#"), !text.allSatisfy(\.isSpace) else { return }
    guard !text.contains(0) else { return fail(line, "the line has a NUL") }
    if let variable = form == .anacron ? Self.anacronVariable(text[...]) : Self.variable(text[...]) {
      set(variable, line)
    } else {
      add(text[...], line)
    }
  }

  /// Reports a line that is longer than lines may be.
  mutating func refuse(line: Int) { fail(line, "the line is too long, and nothing after it is read") }

  private mutating func fail(_ line: Int, _ text: String) {
    guard problems.count < UnitFile.maximumProblems else { return }
    problems.append(SyntaxProblem(.error, file: file, line: line, text: text))
  }

  // MARK: Variables

  private mutating func set(_ variable: Variable, _ line: Int) {
    let all = variables.filter { $0.name != variable.name } + [variable]
    guard all.reduce(0, { $0 + $1.name.utf8.count + $1.value.count }) <= Self.mostVariableBytes,
      all.count <= Self.mostVariables
    else {
      return fail(
        line,
        "the variables are too many or too long, allowed are \(Self.mostVariables) with "
          + "\(Self.mostVariableBytes) bytes"
      )
    }
    variables = all
  }

  /// Returns the variable of a line `NAME = VALUE`, in which both may be quoted, or nil for another line.
  private static func variable(_ text: ArraySlice<UInt8>) -> Variable? {
    var rest = text
    let nameQuote = quote(&rest)
    let name = rest.prefix { byte in
      nameQuote.map { byte != $0 } ?? !byte.isSpace && byte != UInt8(ascii: "=")
    }
    rest = rest.dropFirst(name.count)
    if nameQuote != nil, rest.popFirst() == nil || name.contains(UInt8(ascii: "=")) { return nil }
    rest = rest.drop { $0.isSpace }
    guard !name.isEmpty, rest.popFirst() == UInt8(ascii: "=") else { return nil }
    rest = rest.drop { $0.isSpace }
    var value = rest
    if let valueQuote = quote(&rest) {
      value = rest.prefix { $0 != valueQuote }
      // The closing quote is there, and nothing follows it.
      guard rest.dropFirst(value.count).first != nil,
        rest.dropFirst(value.count + 1).allSatisfy(\.isSpace)
      else { return nil }
    }
    while let last = value.last, last.isSpace { value.removeLast() }
    // cron removes a second pair of quotes.
    if value.count > 1, value.first == value.last, let first = value.first, quotes.contains(first) {
      value = value.dropFirst().dropLast()
    }
    return Variable(name: String(decoding: name, as: UTF8.self), value: Array(value))
  }

  /// Returns the variable of a line for anacron, whose value includes quotes and the blanks before it.
  private static func anacronVariable(_ text: ArraySlice<UInt8>) -> Variable? {
    let name = text.prefix { !$0.isBlank && $0 != UInt8(ascii: "=") }
    var value = text.dropFirst(name.count).drop { $0.isBlank }
    guard !name.isEmpty, value.popFirst() == UInt8(ascii: "=") else { return nil }
    if value.last == UInt8(ascii: "\r") { value.removeLast() }
    return Variable(name: String(decoding: name, as: UTF8.self), value: Array(value))
  }

  private static let quotes = [UInt8(ascii: "\""), UInt8(ascii: "'")]

  /// Takes and returns the quote that the rest begins with, if it begins with one.
  private static func quote(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
    guard let first = rest.first, quotes.contains(first) else { return nil }
    return rest.popFirst()
  }

  // MARK: Commands

  private mutating func add(_ text: ArraySlice<UInt8>, _ line: Int) {
    guard entries.count < Self.mostEntries else {
      if !isFull { fail(line, "is beyond the \(Self.mostEntries) commands that are read") }
      isFull = true
      return
    }
    // In cronie's tables the hyphen keeps the command out of the log.
    var rest = form != .anacron && text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let isNamed = rest.first == UInt8(ascii: "@")
    let count =
      switch form {
      case .anacron: 3
      case .user: isNamed ? 1 : 5
      case .system: isNamed ? 2 : 6
      }
    let words = (0..<count).map { _ in Self.word(&rest) }
    let shown = String(decoding: text, as: UTF8.self)
    guard !rest.isEmpty else {
      return fail(line, "'\(shown.prefix(64))' is not a line of such a table; allowed is \(form.words)")
    }
    guard form != .user || rest.first != UInt8(ascii: "*") else {
      return fail(line, "its command begins with *, which cron takes for a sixth field")
    }
    var entry = Entry(
      line: line, text: shown, words: words, command: Array(rest), input: [], isHalved: false,
      variables: variables)
    if form != .anacron { entry.takeParts(of: rest) }
    entries.append(entry)
    if rest.last == UInt8(ascii: "\r"), !hasCarriageReturn {
      hasCarriageReturn = true
      problems.append(
        SyntaxProblem(
          .warning, file: file, line: line,
          text: "ends with a carriage return, which is a part of the command, as with cron, in this line and "
            + "in others like it; sed -i 's/\\r$//' makes a file of Windows one of Linux"))
    }
  }

  private static func word(_ rest: inout ArraySlice<UInt8>) -> String {
    let word = rest.prefix { !$0.isBlank }
    rest = rest.dropFirst(word.count).drop { $0.isBlank }
    return String(decoding: word, as: UTF8.self)
  }
}

extension CronTable.Entry {
  /// Divides a text: a percent sign ends the command and is a newline from there on, unless a backslash
  /// stands before it. Debian's cron makes one backslash of two before the first percent sign only.
  fileprivate mutating func takeParts(of text: ArraySlice<UInt8>) {
    let (percent, backslash) = (UInt8(ascii: "%"), UInt8(ascii: "\\"))
    command = []
    var rest = text
    var isEscaped = false
    while let byte = rest.popFirst(), isEscaped || byte != percent {
      if isEscaped, byte == percent || byte == backslash { command.removeLast() }
      if isEscaped, byte == backslash { isHalved = true }
      command.append(byte)
      isEscaped = !isEscaped && byte == backslash
    }
    // Whether the last line has text and no newline. Backslashes that stay do not count.
    var isOpen = false
    isEscaped = false
    for byte in rest {
      if isEscaped, byte != percent { input.append(backslash) }
      let byte = byte == percent && !isEscaped ? UInt8(ascii: "\n") : byte
      isEscaped = byte == backslash
      if isEscaped { continue }
      input.append(byte)
      isOpen = byte != UInt8(ascii: "\n")
    }
    if isEscaped { input.append(backslash) }
    if isOpen { input.append(UInt8(ascii: "\n")) }
  }
}

extension UInt8 {
  /// Whether the byte separates words in a table; a carriage return does not.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
  /// Whether the byte may stand around names and values: a blank, or an end of a line or page (isspace(3)).
  fileprivate var isSpace: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}
