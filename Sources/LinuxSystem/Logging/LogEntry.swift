/// One thing to write to the journal.
public struct LogEntry: Hashable, Sendable {
  /// How important it is.
  public var priority: LogPriority
  /// What people read.
  public var message: String
  /// What kind of event it is: 32 hexadecimal digits, see sd_journal_send(3). The catalog explains it.
  public var messageID: String?
  /// More, for `journalctl NAME=value`, in this order.
  public var fields: [LogField]

  /// An entry.
  public init(
    _ priority: LogPriority, _ message: String, messageID: String? = nil, fields: [LogField] = []
  ) {
    self.priority = priority
    self.message = message
    self.messageID = messageID
    self.fields = fields
  }
}
