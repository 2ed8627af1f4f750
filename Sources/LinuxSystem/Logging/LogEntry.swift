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
