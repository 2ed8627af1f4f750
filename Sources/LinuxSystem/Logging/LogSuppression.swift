/// How a log is kept from being flooded: of each kind of event (`MESSAGE_ID`), and of each who causes it, so
/// many entries are written in so long a time, and then one that says that there were more. Entries without a
/// kind are a kind of their own.
package struct LogSuppression: Sendable {
  /// So many entries of a kind are written.
  package static let limit = 500
  /// In so many microseconds. journald by itself drops everything of a service that sends 10,000 in this time
  /// (journald.conf(5), `RateLimitBurst=`).
  package static let intervalUSec: Int64 = 30_000_000

  /// So many lines of one program's output, which is the entries that have the ``outputField``.
  package static let outputLimit = 2000

  /// The field that says who caused an event.
  package var originField: LogField.Name
  /// The field that says which program wrote a line, where no ``originField`` is there; nil when programs'
  /// lines do not come here.
  package var outputField: LogField.Name?
  /// The kind of the entry that says that there were more.
  package var messageID: String?

  /// A suppression.
  package init(originField: LogField.Name, outputField: LogField.Name? = nil, messageID: String? = nil) {
    self.originField = originField
    self.outputField = outputField
    self.messageID = messageID
  }
}
