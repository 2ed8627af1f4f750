/// An entry for the journal.
package struct LogEntry: Hashable, Sendable {
  package var priority: LogPriority
  /// The text for people.
  package var message: String
  /// The kind of event: 32 hexadecimal digits (sd_journal_send(3)). The catalog explains it.
  package var messageID: String?
  /// Further fields, for `journalctl NAME=value`, in this order.
  package var fields: [LogField]

  package init(
    _ priority: LogPriority, _ message: String, messageID: String? = nil, fields: [LogField] = []
  ) {
    self.priority = priority
    self.message = message
    self.messageID = messageID
    self.fields = fields
  }
}

/// The priority of an entry, as syslog(3) numbers it: smaller is more important.
package enum LogPriority: Int, Hashable, Comparable, CaseIterable, Sendable {
  /// The system cannot be used.
  case emergency
  /// A person has to act at once.
  case alert
  case critical
  /// An operation failed.
  case error
  /// An error may follow.
  case warning
  /// Normal, but significant.
  case notice
  /// A normal event.
  case info
  /// Details for debugging.
  case debug

  /// Orders the more important first.
  package static func < (left: LogPriority, right: LogPriority) -> Bool { left.rawValue < right.rawValue }
}

/// One field of a journal entry (systemd.journal-fields(7)).
package struct LogField: Hashable, Sendable {
  package let name: Name
  /// Any text, line breaks included.
  package let value: String

  /// A field. A literal name that is not valid is an error of the program, and traps.
  package init(_ name: Name, _ value: String) {
    self.name = name
    self.value = value
  }

  /// The name of a field: 1 to 64 of `A`–`Z`, `0`–`9` and `_`, beginning with a letter. Names that begin
  /// with `_` are journald's own.
  package struct Name: Hashable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    /// Makes a name, or nil when the text is not a valid one.
    package init?(_ text: String) {
      let isLetter = { (byte: UInt8) in (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
      let isOther = { (byte: UInt8) in
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
      guard let first = text.utf8.first, isLetter(first), text.utf8.count <= 64,
        text.utf8.allSatisfy({ isLetter($0) || isOther($0) })
      else { return nil }
      self.text = text
    }

    /// Makes a name from a literal. Traps when the literal is not valid.
    package init(stringLiteral text: StaticString) {
      guard let name = Name(text.description) else {
        fatalError("\(text) is not the name of a journal field")
      }
      self = name
    }
  }
}
