import CSystemd
import Glibc
import PlainText
import Synchronization

/// The destination of a ``SystemLog``. The names are those of the command line.
package enum LogTarget: String, Hashable, CaseIterable, Sendable {
  /// The journal when standard error is connected to it, else standard error.
  case auto
  /// journald, with all fields. Without a journald entries are lost (sd_journal_sendv(3)).
  case journal
  /// Standard error: plain lines on a terminal, else with `<N>` prefixes (sd-daemon(3)). Fields are left out.
  case stderr
}

/// A log that writes entries to journald or to standard error, from any thread: an entry is one call.
package final class SystemLog: Sendable {
  /// The destination, with `auto` resolved: ``LogTarget/journal`` or ``LogTarget/stderr``.
  package let target: LogTarget
  /// The least important priority that is written.
  package let leastPriority: LogPriority
  private let identifier: String
  private let output: CInt?
  private let isTerminal: Bool
  private let suppression: LogSuppression?
  private let budget = Mutex(LogBudget())

  /// A log that writes to journald or to standard error.
  /// - Parameters:
  ///   - target: The destination.
  ///   - identifier: `SYSLOG_IDENTIFIER` of entries that bring none.
  ///   - leastPriority: The least important priority that is written.
  ///   - suppression: The rate limit; nil writes everything.
  package convenience init(
    _ target: LogTarget, identifier: String, leastPriority: LogPriority = .info,
    suppression: LogSuppression? = nil
  ) {
    self.init(
      target, identifier: identifier, leastPriority: leastPriority, suppression: suppression,
      output: STDERR_FILENO)
  }

  /// A log that writes to another descriptor than standard error.
  package init(
    _ target: LogTarget, identifier: String, leastPriority: LogPriority, suppression: LogSuppression? = nil,
    output: CInt
  ) {
    self.identifier = identifier
    self.suppression = suppression
    self.leastPriority = leastPriority
    // The parent process may have closed the descriptor, which is no error of this program.
    var status = stat()
    let isOpen = fstat(output, &status) == 0
    self.output = isOpen ? output : nil
    isTerminal = isOpen && isatty(output) == 1
    let isJournal = isOpen && Self.isJournal(status)
    self.target = target == .auto ? (isJournal ? .journal : .stderr) : target
  }

  /// Writes an entry about a user that only costs something where it is written: of the thousands that one
  /// user may cause, few are.
  /// - Parameters:
  ///   - messageID: The kind of event, as in the entry.
  ///   - origin: The entry's ``LogSuppression/originField``.
  ///   - entry: Makes the entry.
  package func write(
    _ messageID: String?, _ priority: LogPriority, from origin: LogField?, _ entry: () -> LogEntry
  ) {
    guard priority <= leastPriority else { return }
    guard let suppression else { return put(entry()) }
    write(LogBudget.Kind(messageID: messageID, origin: origin?.value), from: origin, suppression, entry)
  }

  /// Writes the entry. One that cannot be written is lost, since there is nowhere to report it.
  package func write(_ entry: LogEntry) {
    guard entry.priority <= leastPriority else { return }
    guard let suppression else { return put(entry) }
    var origin = entry.fields.first { $0.name == suppression.originField }
    var kind = LogBudget.Kind(messageID: entry.messageID, origin: origin?.value)
    if origin == nil, entry.messageID == nil, let field = suppression.outputField {
      origin = entry.fields.first { $0.name == field }
      kind.origin = origin?.value
      if origin != nil { kind.limit = LogSuppression.outputLimit }
    }
    write(kind, from: origin, suppression) { entry }
  }

  private func write(
    _ kind: LogBudget.Kind, from origin: LogField?, _ suppression: LogSuppression, _ entry: () -> LogEntry
  ) {
    let answer = budget.withLock { $0.take(kind, nowUSec: SystemClock.monotonicUSec) }
    switch answer {
    case .write: put(entry())
    case .suppress:
      put(
        LogEntry(
          .warning,
          "\(kind.limit) messages like the last one in less than "
            + "\(LogSuppression.intervalUSec / 1_000_000)s; no more of them are written down until then.",
          messageID: suppression.messageID, fields: origin.map { [$0] } ?? []))
    case .drop: break
    }
  }

  private func put(_ entry: LogEntry) {
    if target == .journal { send(entry) } else { print(entry) }
  }

  /// Whether a journald takes entries of this user. Early in the boot there is none.
  package static var isJournalThere: Bool { access("/run/systemd/journal/socket", W_OK) == 0 }

  /// Whether a descriptor leads to the journal. `JOURNAL_STREAM` names the device and inode of systemd's
  /// stream (systemd.exec(5)), and is inherited by processes whose standard error leads elsewhere.
  private static func isJournal(_ status: stat) -> Bool {
    guard let value = getenv("JOURNAL_STREAM") else { return false }
    return String(cString: value) == "\(status.st_dev):\(status.st_ino)"
  }

  private func send(_ entry: LogEntry) {
    var bytes: [UInt8] = []
    var ends: [Int] = []
    func add(_ name: String, _ value: String) {
      bytes.append(contentsOf: name.utf8)
      bytes.append(UInt8(ascii: "="))
      bytes.append(contentsOf: value.utf8)
      ends.append(bytes.count)
    }
    add("MESSAGE", entry.message)
    add("PRIORITY", String(entry.priority.rawValue))
    if let messageID = entry.messageID { add("MESSAGE_ID", messageID) }
    for field in entry.fields { add(field.name.text, field.value) }
    if !entry.fields.contains(where: { $0.name == "SYSLOG_IDENTIFIER" }) {
      add("SYSLOG_IDENTIFIER", identifier)
    }
    bytes.withUnsafeMutableBytes { space in
      var start = 0
      let parts = ends.map { end in
        defer { start = end }
        return iovec(iov_base: space.baseAddress.map { $0 + start }, iov_len: end - start)
      }
      _ = sd_journal_sendv(parts, CInt(parts.count))
    }
  }

  private func print(_ entry: LogEntry) {
    guard let output else { return }
    let line = Array((prefix(entry.priority) + SingleLine.escaped(entry.message) + "\n").utf8)
    _ = try? systemCall("write") { line.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) } }
  }

  private func prefix(_ priority: LogPriority) -> String {
    guard isTerminal else { return "<\(priority.rawValue)>" }
    return switch priority {
    case .emergency, .alert, .critical, .error: "error: "
    case .warning: "warning: "
    case .notice, .info: ""
    case .debug: "debug: "
    }
  }
}
