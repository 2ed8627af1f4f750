/// The consequences of one event: the changes to store, and the directives to carry out then.
package struct Decision: Hashable, Sendable {
  /// The changes of the batch's transaction, in order.
  package var changes: [StoreChange]
  /// The directives to carry out in order, once the batch's changes are on disk.
  package var directives: [Directive]
  /// The bytes of the tasks that are stored and deleted, for which the disk takes its time.
  package var storedBytes: Int

  package init(changes: [StoreChange] = [], directives: [Directive] = [], storedBytes: Int = 0) {
    self.changes = changes
    self.directives = directives
    self.storedBytes = storedBytes
  }
}
