/// The last ends of a task that others come after. Ends are counted through all tasks. A task that comes
/// after others notes the count when it begins to wait (``ScheduledTask/endsBefore``): what was counted later
/// has ended since. So an end is one row in the store, however many tasks come after it.
package struct EndRecord: Hashable, Sendable {
  /// The number of the end that the record was made for. No other record has had it.
  package let id: Int64
  package let key: TaskKey
  /// The number of the last end, other than one that its owner asked for.
  package var ended: Int64
  /// The number of the last success; 0 is none.
  package var succeeded: Int64

  package init(id: Int64, key: TaskKey, ended: Int64 = 0, succeeded: Int64 = 0) {
    (self.id, self.key, self.ended, self.succeeded) = (id, key, ended, succeeded)
  }
}
