/// One thing to write to the journal.
package struct LogEntry: Hashable, Sendable {
  /// How important it is.
  package var priority: LogPriority
  /// What people read.
  package var message: String
  /// What kind of event it is: 32 hexadecimal digits, see sd_journal_send(3). The catalog explains it.
  package var messageID: String?
  /// More, for `journalctl NAME=value`, in this order.
  package var fields: [LogField]

  /// An entry.
  package init(
    _ priority: LogPriority, _ message: String, messageID: String? = nil, fields: [LogField] = []
  ) {
    self.priority = priority
    self.message = message
    self.messageID = messageID
    self.fields = fields
  }
}
