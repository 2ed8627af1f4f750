/// The rate limit of a log. Of each kind of event (`MESSAGE_ID`) and each origin, ``limit`` entries are
/// written in ``intervalUSec``, then one that reports the suppression. Entries without a kind are a kind of
/// their own.
package struct LogSuppression: Sendable {
  /// The most entries of a kind in one interval.
  package static let limit = 500
  /// The interval in microseconds. journald by itself drops everything of a service that sends 10,000 in this
  /// time (journald.conf(5), `RateLimitBurst=`).
  package static let intervalUSec: Int64 = 30_000_000

  /// The most lines of one program's output in one interval: entries that have the ``outputField``.
  package static let outputLimit = 2000

  /// The field that names the user who caused an event.
  package var originField: LogField.Name
  /// The field that names the program that wrote a line, for entries without an ``originField``; nil when
  /// programs' lines do not go to this log.
  package var outputField: LogField.Name?
  /// The kind of the entry that reports the suppression.
  package var messageID: String?

  package init(originField: LogField.Name, outputField: LogField.Name? = nil, messageID: String? = nil) {
    self.originField = originField
    self.outputField = outputField
    self.messageID = messageID
  }
}
